import { describe, expect, it, onTestFinished } from 'vitest'
import { leaseRepeatedly } from '../support/chain/repeated-leases.js'
import { DEPTH, seen } from '../support/chain/scripted-chain.js'
import { MINUTE, ScriptedWorld } from '../support/chain/scripted-world.js'
import { openDatabase } from '../support/storage/engines.js'

const SECOND = 1_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ROUNDS = 100
const SEED = 7

/** Creates an order that expired unpaid. */
async function expiredOrder(): Promise<{ world: ScriptedWorld; id: string; address: string }> {
  const world = await ScriptedWorld.begin()
  onTestFinished(async () => expect((await world.verify()).isBalanced).toBe(true))
  const { id, address, expireAt } = await world.order()
  world.jump(expireAt - world.clock.businessAt)
  await world.watch()
  await world.expire()
  expect(await world.get(id)).toMatchObject({ status: 'EXPIRED' })
  return { world, id, address: address.address }
}

/** Pays `ms` after the window ended, and mines until the payment is confirmed. */
async function payLater(world: ScriptedWorld, address: string, ms: number, value: string): Promise<void> {
  world.jump(ms, (block) => ({ transfers: [seen(block, 'payer', address, value)] }))
  for (let depth = 1; depth < DEPTH; depth += 1) world.jump(SECOND)
  await world.watch()
}

describe.each([
  ['a second', SECOND],
  ['a minute', MINUTE],
  ['an hour', HOUR],
  ['a day', DAY],
  ['just under seven days', 7 * DAY - SECOND],
])('a payment %s after the window ended', (_when, ms) => {
  it('a late payment in full pays the order', async () => {
    const { world, id, address } = await expiredOrder()
    await payLater(world, address, ms, '25')
    expect(await world.get(id)).toMatchObject({ status: 'EXPIRED_PAID', confirmed: 2_500_000_000n })
  })

  it('a late payment in part leaves the order underpaid', async () => {
    const { world, id, address } = await expiredOrder()
    await payLater(world, address, ms, '10')
    expect(await world.get(id)).toMatchObject({ status: 'UNDERPAID', confirmed: 1_000_000_000n })
  })
})

describe('a payment after the lease of its address ended', () => {
  it('goes to suspense', async () => {
    const { world, id, address } = await expiredOrder()
    await payLater(world, address, 7 * DAY + SECOND, '25')
    expect(await world.get(id)).toMatchObject({ status: 'EXPIRED', confirmed: 0n })
    expect(await world.balance('suspense')).toBe('25.00')
  })
})

describe('an address that is leased repeatedly', () => {
  it(`gives each payment to the order that held the lease: ${ROUNDS} times, seed ${SEED}`, async () => {
    const { store } = await openDatabase('sqlite')
    const { counts, wrong } = await leaseRepeatedly(store, ROUNDS, SEED)
    expect(wrong).toEqual([])
    expect(counts.size).toBe(4)
  }, 60_000)
})
