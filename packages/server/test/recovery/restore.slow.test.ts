/** The loss of a database, replayed on real nodes: a copy from before is put in its place by hand. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platformAccount } from '../../src/domain/ledger/account.js'
import { adjustLedger } from '../../src/domain/ledger/adjustments.js'
import type { OnChainOrder } from '../../src/domain/orders/order.js'
import { createOrder } from '../../src/domain/orders/orders.js'
import { KEY_SCOPES } from '../../src/domain/shared/key-scope.js'
import type { Network } from '../../src/domain/shared/types.js'
import { approveWithdrawal } from '../../src/domain/withdrawals/withdrawal-reviews.js'
import { amount } from '../support/domain/context.js'
import { orderInput } from '../support/domain/order-input.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { temporaryFolder } from '../support/server/folder.js'
import { commandBeside, documentsOf, type Ran } from '../support/server/operator.js'
import { openFile, openOn, sideOf } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'
import { type EthereumPayouts, startEthereumPayouts } from '../support/withdrawals/payout-ethereum.js'
import { HOT_KEY, HOT_UNITS, type PayoutNetwork } from '../support/withdrawals/payout-network.js'
import { startTronPayouts } from '../support/withdrawals/payout-tron.js'
import { type Life, PayoutWorld } from '../support/withdrawals/payout-world.js'

const NETWORKS: readonly { name: Network; start: () => Promise<PayoutNetwork> }[] = [
  ...(isAnvilSkipped ? [] : [{ name: 'ERC20' as const, start: startEthereumPayouts }]),
  { name: 'TRC20', start: startTronPayouts },
]
const MANDATE = { actor: 'operator', reason: 'a test' }
const REASON = ['--reason', 'lost disk']
const PAID = 25_000_000n
const QUARTER_HOUR_MS = 15 * 60_000

/** Uses a nonce of the hot wallet without a token transfer. @returns the hash */
async function spendNonce({ anvil, wallet, mine }: EthereumPayouts): Promise<string> {
  await anvil.call('anvil_impersonateAccount', [wallet])
  const hash = await anvil.call('eth_sendTransaction', [{ from: wallet, to: wallet, value: '0x0' }])
  await anvil.call('anvil_stopImpersonatingAccount', [wallet])
  await mine()
  return String(hash)
}

describe.each(NETWORKS)('a database of $name that is replaced by its backup', ({ name, start }) => {
  let network: PayoutNetwork
  const place = { environment: 'test', network: name } as const
  beforeAll(async () => {
    network = await start()
  }, 60_000)
  afterAll(() => network.stop())

  const payoutsTo = async (to: string) => (await network.payouts()).filter((payout) => payout.to === to)

  const order = async (
    { store }: PayoutWorld,
    { context }: Life,
    merchantId: string,
  ): Promise<OnChainOrder> => {
    const caller = {
      merchantId,
      environment: 'test',
      keyId: 'mk_1',
      scopes: KEY_SCOPES,
      issuedBy: null,
      merchant: merchant(merchantId),
    } as const
    const input = orderInput({ network: name })
    return (await store.write((tx) => createOrder(tx, context, caller, input))).order
  }

  it('pays nothing twice, and nothing lands on the order of a stranger', async () => {
    const { store, file } = await openFile()
    const world = await PayoutWorld.begin(network, store)
    const life = await world.live()
    await life.watch()
    await store.write(async (tx) => {
      await tx.merchants.insert(merchant('stranger'))
      const debit = platformAccount('test', `custody:${name}`)
      const credit = platformAccount('test', `operator:${name}`)
      const opening = { debit, credit, amount: amount(`${HOT_UNITS / 1_000_000n}`) }
      await adjustLedger(tx, life.context, opening, MANDATE)
    })
    const first = await world.withdraw(life)
    await world.finish(life, [first])
    // An address in lower case is the same one.
    const payee = network.newPayee()
    const reviewed = await world.withdraw(life, {
      to: name === 'ERC20' ? payee.toLowerCase() : payee,
      usdt: '2000',
    })
    const untouched = await world.withdraw(life, { usdt: '3000' })
    expect([reviewed.status, untouched.status]).toEqual(['REVIEW', 'REVIEW'])
    const backup = join(temporaryFolder(), 'backup.db')
    await (await sideOf({ engine: 'sqlite', file })).script(`VACUUM INTO '${backup}'`)

    // Lost with the disk: a payment after a review, a withdrawal, an order and its payment, and a nonce.
    await store.write((tx) => approveWithdrawal(tx, life.context, reviewed, MANDATE))
    const lost = await world.withdraw(life)
    const lostOrder = await order(world, life, 'shop')
    await network.pay(lostOrder.address.address, PAID)
    await world.finish(life, [reviewed, lost])
    const spent = 'anvil' in network ? await spendNonce(network as EthereumPayouts) : undefined

    const restored = world.with(await openOn({ engine: 'sqlite', file: backup }))
    const again = await restored.live()
    await again.watch()
    const recovery = await restored.store.read((tx) => tx.recoveries.findOpen())
    expect(recovery?.cause).toBe('unknown_transfer')
    expect(await restored.read(reviewed.id)).toMatchObject({
      status: 'REVIEW',
      reviewReason: 'possible_duplicate',
    })
    const strange = await order(restored, again, 'stranger')
    expect(strange.address.address).not.toBe(lostOrder.address.address)
    await network.pay(lostOrder.address.address, PAID)
    const fresh = await restored.withdraw(again)
    for (let ticks = 0; ticks < 3; ticks += 1) {
      await again.tick()
      await network.mine()
    }
    expect(await restored.signedFor(fresh.id)).toEqual([])

    const keyFile = join(temporaryFolder(), 'key')
    writeFileSync(keyFile, HOT_KEY, { mode: 0o600 })
    const env = network.settings(network.url, keyFile)
    const run = (...args: string[]): Promise<Ran> =>
      commandBeside({ MERCHANTPAY_DATABASE_URL: `file:${backup}` }, args, env)
    const resumed = await run('signer', 'resume', '--environment', 'test', '--network', name, ...REASON)
    expect(resumed.stderr).toContain('the database is recovering')
    const refused = await run('restore', 'finish', ...REASON)
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('is unexplained')])

    const shown = documentsOf(await run('restore', 'status', '--json'))
    const [duplicate] = shown.filter(({ item }) => item === 'possible_duplicate')
    const [settle] = String(duplicate?.command).split(' --reason')
    expect(settle).toContain(`withdrawals settle ${reviewed.id} --paid-by`)
    expect((await run(...(settle ?? '').split(' '), ...REASON)).status).toBe(0)
    const [paid] = await payoutsTo(lost.destinationAddress)
    const explained = await run('restore', 'explain', paid?.txHash ?? '', '--merchant', 'shop', ...REASON)
    expect([explained.status, explained.stderr]).toEqual([0, ''])
    await network.pass(QUARTER_HOUR_MS)
    await again.watch()
    if (spent !== undefined) {
      expect((await run('restore', 'finish', ...REASON)).stderr).toMatch(/nonce \d+ of 0x\w+ belongs to/)
      expect((await run('restore', 'explain', spent, '--operator', ...REASON)).stderr).toBe('')
    }
    const finished = await run('restore', 'finish', ...REASON)
    expect([finished.status, finished.stderr]).toEqual([0, ''])
    expect(finished.stdout).toContain('keys that were revoked are active again')

    const later = await restored.withdraw(again)
    await restored.finish(again, [fresh, later])
    expect(await payoutsTo(payee)).toHaveLength(1)
    expect(await payoutsTo(untouched.destinationAddress)).toEqual([])
    await restored.verify([first, fresh, later])
    expect((await restored.read(reviewed.id)).status).toBe('COMPLETED')
    const orderNow = await restored.store.read((tx) => tx.orders.find(strange.id))
    expect([orderNow?.status, orderNow?.received]).toEqual(['OPEN', 0n])
    const suspense = await restored.store.read((tx) => tx.transfers.listInSuspense('test', 10))
    expect(suspense.map(({ to }) => to)).toEqual([lostOrder.address.address, lostOrder.address.address])
    expect(await restored.store.read((tx) => tx.chainConditions.list(place))).toEqual([])
  }, 120_000)
})
