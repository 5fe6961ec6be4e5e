import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { computeAddress } from 'ethers'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { type ServedNetwork, serveBnbChain, serveNetwork, xpubOf } from '../support/nodes/served-network.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, type Json, ORDER, type Registered } from '../support/server/harness.js'
import { commandBeside, documentsOf, runCommand } from '../support/server/operator.js'
import { HOT_KEY } from '../support/withdrawals/payout-network.js'
import { balanceOf, getWithdrawal, PAYEE, withdraw } from '../support/withdrawals/withdrawals.js'

const USDT = 10n ** 18n
/** 1e-8 USDT. */
const UNIT = 10n ** 10n
/** Until a block is final. */
const FINAL_BLOCKS = 3

/** Each test starts a node and several commands. */
const TIMEOUT_MS = 120_000

describe.skipIf(isAnvilSkipped)('USDT on BNB Smart Chain', { timeout: TIMEOUT_MS }, () => {
  const hotWallet = computeAddress(`0x${HOT_KEY}`)
  let bnb: ServedNetwork
  beforeEach(async () => {
    bnb = await serveBnbChain()
    await bnb.anvil.call('anvil_setBalance', [hotWallet, `0x${USDT.toString(16)}`])
  }, 60_000)
  afterEach(() => bnb?.anvil.stop())

  interface Shop {
    readonly harness: Harness
    readonly keys: Registered
    readonly env: Record<string, string>
  }

  async function open(others: Readonly<Record<string, string>> = {}): Promise<Shop> {
    const keyFile = join(temporaryFolder(), 'key')
    writeFileSync(keyFile, HOT_KEY, { mode: 0o600 })
    const env = { ...others, ...bnb.env, MERCHANTPAY_TEST_BEP20_SIGNER_KEY_FILE: keyFile }
    const harness = await Harness.start(env)
    await harness.work()
    return { harness, env, keys: await harness.register() }
  }

  async function order({ harness, keys }: Shop): Promise<Json> {
    const answer = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, network: 'BEP20' } })
    expect([answer.status, answer.json.network]).toEqual([201, 'BEP20'])
    return answer.json
  }

  async function finalise({ harness }: Shop): Promise<void> {
    await bnb.anvil.mine(FINAL_BLOCKS, 1)
    for (let round = 0; round < 4; round += 1) await harness.work()
  }

  const get = async ({ harness, keys }: Shop, id: string) =>
    (await harness.call('GET', `/v1/orders/${id}`, { keys })).json

  const verify = ({ harness, env }: Shop) =>
    commandBeside(harness.databaseEnv, ['ledger', 'verify', '--chain'], env)

  it('is paid, credited once its block is final, and paid out', async () => {
    const shop = await open()
    const { harness, keys } = shop
    const { id, payment_address: address } = await order(shop)
    await bnb.token.transfer(`${address}`, 25n * USDT)
    await harness.work()
    expect(await get(shop, id)).toMatchObject({ status: 'OPEN', received_amount: '0.00' })
    await finalise(shop)
    expect(await get(shop, id)).toMatchObject({ status: 'PAID', received_amount: '25.00' })

    await bnb.token.transfer(hotWallet, 100n * USDT)
    await finalise(shop)
    const destination_address = PAYEE.BEP20
    const asked = { network: 'BEP20', amount: '20.123456', destination_address }
    const { json } = await withdraw(harness, keys, asked)
    expect(json).toMatchObject({ status: 'PENDING', fee: '0.50' })
    for (let round = 0; round < 3; round += 1) await finalise(shop)
    expect(await getWithdrawal(harness, keys, json.id)).toMatchObject({ status: 'COMPLETED' })
    const balance = await bnb.anvil.call('eth_call', [
      { to: bnb.token.address, data: `0x70a08231${destination_address.slice(2).padStart(64, '0')}` },
      'latest',
    ])
    expect(BigInt(`${balance}`)).toBe(20_123_456n * 10n ** 12n)
    expect(await verify(shop)).toMatchObject({ status: 0, stderr: '' })
  })

  it('credits no order of Ethereum that was paid here, and names it', async () => {
    const ethereum = await serveNetwork()
    onTestFinished(() => ethereum.anvil.stop())
    const shop = await open({ ...ethereum.env, MERCHANTPAY_TEST_ERC20_XPUB: xpubOf("abandon m/44'/195'/0'") })
    const { harness, keys } = shop
    const body = { ...ORDER, network: 'ERC20' }
    const { json: meant } = await harness.call('POST', '/v1/orders', { keys, body })
    const txHash = await bnb.token.transfer(`${meant.payment_address}`, 25n * USDT + 3n)
    await finalise(shop)
    expect(await get(shop, meant.id)).toMatchObject({ status: 'OPEN', received_amount: '0.00' })
    const run = (...args: string[]) => documentsOf(runCommand(harness, [...args, '--json'], shop.env))
    expect(run('ledger', 'suspense', '--environment', 'test')).toMatchObject([
      { amount: '25.00', transfer: `test/BEP20/${txHash}/0`, order: meant.id, order_network: 'ERC20' },
    ])
    expect(run('attention')).toContainEqual(
      expect.objectContaining({
        text: `a transfer of 25.00 USDT belongs to no order; its address is that of ${meant.id} on ERC20; \`--to merchant:<id>\` credits it`,
      }),
    )
    expect(run('orders', 'explain', meant.id)).toMatchObject([{ transfers: [{ amount: '25.00' }] }])
    expect(await verify(shop)).toMatchObject({ status: 0, stderr: '' })
  })

  it('has its own keys: those of Ethereum stop the start', async () => {
    const ethereum = await serveNetwork()
    onTestFinished(() => ethereum.anvil.stop())
    const databaseEnv = { MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db` }
    const env = { ...ethereum.env, ...bnb.env }
    const { status, stderr } = runCommand({ databaseEnv }, ['config', 'check'], env)
    expect([status, stderr]).toEqual([
      78,
      expect.stringContaining('MERCHANTPAY_TEST_BEP20_XPUB: the same key as ERC20 in the test environment'),
    ])
  })

  it('proves what is below 1e-8 USDT to the last unit, and credits none of it', async () => {
    const shop = await open()
    const { id, payment_address: address } = await order(shop)
    const part = (25n * USDT) / 2n
    for (const value of [part + UNIT - 1n, part - UNIT + 3n * UNIT - 2n, UNIT - 1n, 5n])
      await bnb.token.transfer(`${address}`, value)
    await finalise(shop)
    expect(await get(shop, id)).toMatchObject({ status: 'PAID', received_amount: '25.00000001' })
    expect(await balanceOf(shop.harness, shop.keys)).toMatchObject({ available: '24.75000001' })
    expect(await verify(shop)).toMatchObject({ status: 0, stderr: '' })
    await bnb.token.send('40c10f19', [`${address}`, 1n])
    await finalise(shop)
    const { status, stdout } = await verify(shop)
    expect([status, stdout]).toEqual([
      1,
      expect.stringContaining('the balance is 0.00 and 1 units USDT higher'),
    ])
  })
})
