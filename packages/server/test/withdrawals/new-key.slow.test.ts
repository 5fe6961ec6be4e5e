import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replaceWithdrawal } from '../../src/domain/withdrawals/withdrawal-reviews.js'
import { checkCustody } from '../../src/workers/chain/custody-survey.js'
import { isAnvilSkipped } from '../support/nodes/anvil.js'
import { openDatabase } from '../support/storage/engines.js'
import { startEthereumPayouts } from '../support/withdrawals/payout-ethereum.js'
import { LossyNetwork } from '../support/withdrawals/payout-faults.js'
import type { PayoutNetwork } from '../support/withdrawals/payout-network.js'
import { startTronPayouts } from '../support/withdrawals/payout-tron.js'
import { type Life, PayoutWorld } from '../support/withdrawals/payout-world.js'

const NETWORKS = [
  ...(isAnvilSkipped ? [] : [{ name: 'ERC20', start: startEthereumPayouts }]),
  { name: 'TRC20', start: startTronPayouts },
]
const NEW_KEY = '0ddba115'.repeat(8)
const THIRD_KEY = 'feedc0de'.repeat(8)
const TEN_MINUTES = 600_000
const RESEND_MS = 30_000

describe.each(NETWORKS)('a hot wallet on $name that gets a new key', ({ name, start }) => {
  let network: PayoutNetwork
  beforeAll(async () => {
    network = await start()
  }, 60_000)
  afterAll(() => network.stop())

  it('completes payments that the old key signed', async () => {
    const world = await PayoutWorld.begin(network)
    // The transaction is signed and lost: no node has it before the new key is in use.
    const before = await world.live({ fetch: new LossyNetwork().fetchOf(fetch) })
    const withdrawal = await world.withdraw(before)
    for (let ticks = 0; ticks < 4; ticks += 1) {
      await before.tick()
      await network.mine()
    }
    expect((await world.read(withdrawal.id)).status).toBe('BROADCAST')

    network.wait(RESEND_MS)
    const after = await world.live({ key: NEW_KEY })
    const [done] = await world.finish(after, [withdrawal])
    expect(done?.status).toBe('COMPLETED')
    await world.verify([withdrawal])
  })

  it('keeps custody of the old wallet: transfers from it go to the new wallet or to the operator', async () => {
    const database = await openDatabase('sqlite')
    const world = await PayoutWorld.begin(network, database.store)
    const before = await world.live()
    const first = await world.withdraw(before)
    await world.finish(before, [first])
    const side = await database.side()
    const moved = () =>
      side.rows<{ kind: string; value: bigint }>('SELECT kind, value FROM movements ORDER BY block_number')
    /** Tokens on the chain that are not in the ledger: the balance of the wallet before the test. */
    const unknown = async ({ chain }: Life) => {
      const { checks } = await checkCustody(database.store, chain, new AbortController().signal)
      const [message = ''] = checks.flatMap(({ violations }) => violations.map((each) => each.message))
      const [, custody, actual] = /custody is (\S+), must be (\S+)$/.exec(message) ?? []
      return Number(actual) - Number(custody)
    }
    const difference = await unknown(before)
    expect(difference).toBeGreaterThan(0)

    const after = await world.live({ key: NEW_KEY })
    await after.tick()
    await network.spendOutside(after.chain.sender?.wallet ?? '', 30_000_000n)
    await network.spendOutside(network.newPayee(), 20_000_000n)
    await network.pay(network.wallet, 5_000_000n)
    for (let ticks = 0; ticks < 6; ticks += 1) {
      await network.mine()
      await after.tick()
    }
    expect(await moved()).toEqual([
      { kind: 'move', value: 3_000_000_000n },
      { kind: 'sweep', value: 2_000_000_000n },
      { kind: 'topup', value: 500_000_000n },
    ])
    const entries = "SELECT kind FROM ledger_transactions WHERE kind IN ('move', 'sweep', 'topup', 'deposit')"
    expect(await side.rows(`${entries} ORDER BY kind`)).toEqual([{ kind: 'sweep' }, { kind: 'topup' }])
    expect([await unknown(after), await world.pausedFor()]).toEqual([difference, undefined])
  })

  it('accepts no withdrawal to an earlier wallet, and pays none that was accepted before', async () => {
    const world = await PayoutWorld.begin(network)
    const old = await world.live()
    await world.finish(old, [await world.withdraw(old)])

    const after = await world.live({ key: NEW_KEY })
    await expect(world.withdraw(after, { to: network.wallet })).rejects.toMatchObject({
      code: 'invalid_destination_address',
    })
    // The withdrawal is created while its address is not yet a wallet of ours.
    const next = await world.live({ key: THIRD_KEY })
    const early = await world.withdraw(after, { to: next.chain.sender?.wallet ?? '' })
    const [failed] = await world.finish(next, [early])
    expect([failed?.status, failed?.failureCode]).toEqual(['FAILED', 'rejected'])
    expect(await world.signedFor(early.id)).toEqual([])
  })

  // A payment on TRON expires, so it cannot be replaced.
  const replaceable = name === 'ERC20' ? ['replaces no payment of the old key, nor signs it again'] : []
  it.each(replaceable)('%s', async () => {
    const world = await PayoutWorld.begin(network)
    const lossy = { fetch: new LossyNetwork().fetchOf(fetch) }
    const before = await world.live(lossy)
    const stuck = await world.withdraw(before)
    for (let ticks = 0; ticks < 3; ticks += 1) await before.tick()
    network.wait(TEN_MINUTES)
    await (await world.live({ ...lossy, key: NEW_KEY })).tick()
    expect(await world.signedFor(stuck.id)).toHaveLength(1)
    const mandate = { actor: 'operator', reason: 'stuck' }
    await world.store.write((tx) => replaceWithdrawal(tx, before.context, stuck.id, mandate))

    const after = await world.live({ ...lossy, key: NEW_KEY })
    await expect(after.tick()).rejects.toMatchObject({
      errors: [new Error(`signed by ${network.wallet}, whose key is not configured`)],
    })
    expect(await world.signedFor(stuck.id)).toHaveLength(1)
  })
})
