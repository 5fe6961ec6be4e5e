import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getAddress } from 'ethers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { ConfigError } from '../../src/config/config.js'
import { ANVIL_CHAIN_ID, type Anvil, isAnvilSkipped } from '../support/nodes/anvil.js'
import { AnvilToken } from '../support/nodes/anvil-token.js'
import { serveNetwork, xpubOf } from '../support/nodes/served-network.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { auditRows, documentsOf, runCommand } from '../support/server/operator.js'

/** The wallet of anvil's accounts. */
const ANVILS = xpubOf("junk m/44'/60'/0'")
/** mint(address,uint256) */
const MINT = '40c10f19'
/** Private key of its second address, which is publicly known. */
const KEY_OF_SECOND = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

describe.skipIf(isAnvilSkipped)('a network that nodes serve', () => {
  let anvil: Anvil
  let token: AnvilToken
  let env: Readonly<Record<string, string>>

  beforeAll(async () => {
    ;({ anvil, token, env } = await serveNetwork())
  }, 60_000)
  afterAll(() => anvil?.stop())

  /** Returns the faults that keep a server from starting. `config check` says the same. */
  async function faultsOf(changes: Record<string, string>): Promise<readonly string[]> {
    const databaseEnv = { MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db` }
    const checked = runCommand({ databaseEnv }, ['config', 'check'], { ...env, ...changes })
    try {
      await Harness.start({ ...env, ...changes })
      return []
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      expect([checked.status, checked.stderr]).toEqual([78, `${error.faults.join('\n')}\n`])
      return error.faults
    }
  }

  it('refuses to start on another chain or another token', async () => {
    expect(await faultsOf({ MERCHANTPAY_TEST_ERC20_CHAIN_ID: '1' })).toEqual([
      `MERCHANTPAY_TEST_ERC20: chain id ${ANVIL_CHAIN_ID}, expected 1`,
    ])
    const [nothing] = await faultsOf({ MERCHANTPAY_TEST_ERC20_TOKEN: token.owner })
    expect(nothing).toMatch(/^MERCHANTPAY_TEST_ERC20: no contract at /)
    const fake = await AnvilToken.deploy(anvil, 'FakeUsdt', 18n)
    const [decimals] = await faultsOf({ MERCHANTPAY_TEST_ERC20_TOKEN: fake.address })
    expect(decimals).toMatch(/^MERCHANTPAY_TEST_ERC20: .*18/)
  })

  it('refuses to start when its hot wallet is a receiving address', async () => {
    const file = join(temporaryFolder(), 'key')
    writeFileSync(file, KEY_OF_SECOND, { mode: 0o600 })
    const changes = { MERCHANTPAY_TEST_ERC20_XPUB: ANVILS, MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: file }
    expect(await faultsOf(changes)).toEqual([
      'MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: this key belongs to an address that receives payments; use a separate one',
    ])
  })

  it('refuses to start when its key file cannot be used', async () => {
    const file = join(temporaryFolder(), 'key')
    writeFileSync(file, KEY_OF_SECOND, { mode: 0o644 })
    const [fault] = await faultsOf({ MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: file })
    expect(fault).toMatch(/^MERCHANTPAY_TEST_ERC20_SIGNER_KEY_FILE: .*0600/)
    expect(fault).not.toContain(KEY_OF_SECOND)
  })

  it('is verified by `config check` only where every node answers', async () => {
    const databaseEnv = { MERCHANTPAY_DATABASE_URL: `file:${temporaryFolder()}/books.db` }
    const dead = `http://127.0.0.1:${await freePort()}/key-of-ours`
    const check = ([one = '', two]: readonly string[], ...args: string[]) =>
      runCommand({ databaseEnv }, ['config', 'check', ...args], {
        ...{ ...env, MERCHANTPAY_TEST_ERC20_NODE_1_URL: one },
        ...(two !== undefined && { MERCHANTPAY_TEST_ERC20_NODE_2_URL: two }),
      })
    expect(check([anvil.url])).toEqual(expect.objectContaining({ status: 0, stdout: 'ok\n', stderr: '' }))
    for (const urls of [[dead], [anvil.url, dead]]) {
      const { status, stdout, stderr } = check(urls)
      expect([status, stdout]).toEqual([1, 'unverified\n'])
      expect(stderr).toMatch(
        /^MERCHANTPAY_TEST_ERC20: node \d 127\.0\.0\.1:\d+ is not verified, .*ECONNREFUSED/,
      )
      expect(stderr).not.toContain('key-of-ours')
    }
    const offline = check([dead], '--offline')
    expect([offline.status, offline.stdout, offline.stderr]).toEqual([0, 'ok, no node was asked\n', ''])
  })

  it('is served without payment addresses while its nodes are unreachable', async () => {
    const url = `http://127.0.0.1:${await freePort()}`
    const harness = await Harness.start({ ...env, MERCHANTPAY_TEST_ERC20_NODE_1_URL: url })
    const keys = await harness.register()
    const body = { ...ORDER, network: 'ERC20' }
    const { json } = await harness.call('POST', '/v1/orders', { keys, body })
    expect(json).toEqual({ error: 'no available address' })
  })

  it('is followed, shown by `chains status` and rescanned', async () => {
    const harness = await Harness.start(env)
    const keys = await harness.register()
    await harness.work()
    const body = { ...ORDER, network: 'ERC20' }
    const { json: order } = await harness.call('POST', '/v1/orders', { keys, body })
    await token.transfer(String(order.payment_address), 25_000_000n)
    await anvil.mine(3)
    await harness.work()
    const target = `/v1/orders/${order.id}`
    expect((await harness.call('GET', target, { keys })).json).toMatchObject({ status: 'PAID' })
    const head = await anvil.headNumber()
    const status = documentsOf(runCommand(harness, ['chains', 'status', '--json'], env))
    expect(status).toContainEqual(
      expect.objectContaining({
        environment: 'test',
        network: 'ERC20',
        mode: 'rpc',
        block: head,
        condition: null,
      }),
    )
    const again = ['--environment', 'test', '--network', 'ERC20', '--from', '0', '--to', `${head}`]
    expect(runCommand(harness, ['chains', 'rescan', ...again], env)).toMatchObject({
      status: 0,
      stdout: `rescanned blocks 0 to ${head} of test/ERC20: 0 missing transfers recorded\n`,
    })
    expect(await auditRows(harness, 'test/ERC20')).toMatchObject([{ action: 'chains rescan' }])
  }, 60_000)

  it('explains a payment in another token while a node answers', async () => {
    const harness = await Harness.start(env)
    const keys = await harness.register()
    await harness.work()
    const body = { ...ORDER, network: 'ERC20' }
    const { json: order } = await harness.call('POST', '/v1/orders', { keys, body })
    const fake = await AnvilToken.deploy(anvil, 'FakeUsdt', 6n)
    await fake.send(MINT, [fake.owner, 50_000_000n])
    await fake.transfer(token.owner, 1n)
    const txHash = await fake.transfer(String(order.payment_address), 25_000_000n)
    await token.transfer(String(order.payment_address), 1_000_000n)
    await harness.work()
    const why = (changes = {}) =>
      runCommand(harness, ['orders', 'explain', String(order.id), '--json'], { ...env, ...changes })
    const [story] = documentsOf(why())
    expect(story).toMatchObject({
      foreign_tokens: [
        {
          token: getAddress(fake.address),
          units: '25000000',
          transfer: `${txHash}/0`,
          from: getAddress(fake.owner),
        },
      ],
      foreign_tokens_note: null,
      transfers: [{ amount: '1.00' }],
    })
    const { stdout } = runCommand(harness, ['orders', 'explain', String(order.id)], env)
    expect(stdout).toMatch(/^Other tokens at its address$/m)
    const dead = why({
      MERCHANTPAY_TEST_ERC20_NODE_1_URL: `http://127.0.0.1:${await freePort()}/key-of-ours`,
    })
    expect(dead.status).toBe(0)
    expect(dead.stdout).toMatch(/"foreign_tokens":null,"foreign_tokens_note":"no node answered: /)
    expect(dead.stdout).not.toContain('key-of-ours')
  }, 60_000)
})
