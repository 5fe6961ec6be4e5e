import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/domain/shared/policy.js'
import { watchedAddresses } from '../../src/workers/chain/watched-addresses.js'
import { DEPTH, seen } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, MINUTE } from '../support/chain/scripted-world.js'
import { RecoveryWorld } from '../support/recovery/recovery-world.js'
import { ENGINES } from '../support/storage/engines.js'

const SKIP = 1_200

/** Pays an address with a block `content`, and confirms it. */
async function pay(world: RecoveryWorld, to: string): Promise<void> {
  world.world.pass(DEPTH * BLOCK_MS, (block) => ({ transfers: [seen(block, 'payer', to, '25')] }))
  await world.watch()
}

async function expireAll({ world }: RecoveryWorld): Promise<void> {
  world.jump(31 * MINUTE)
  await world.watch()
  await world.expire()
}

describe.each(ENGINES)('the addresses of a recovering database, on %s', (engine) => {
  it('the addresses of a recovering database of orders from before are leased to no order until a cool-down after the finish', async () => {
    const world = await RecoveryWorld.begin(engine)
    const { address } = await world.world.order()
    await expireAll(world)
    await world.begun()
    const next = async () => {
      const order = await world.world.order()
      await expireAll(world)
      return order.address.address
    }
    world.world.jump(8 * DAY_MS)
    await world.watch()
    expect(await next()).not.toBe(address.address)
    await world.write((tx) => tx.recoveries.finish(world.world.clock.businessAt))
    world.world.jump(6 * DAY_MS)
    await world.watch()
    expect(await next()).not.toBe(address.address)
    world.world.jump(2 * DAY_MS)
    await world.watch()
    expect(await next()).toBe(address.address)
  })

  it('skip those that lost orders may have had, and watch them for suspense', async () => {
    const world = await RecoveryWorld.begin(engine)
    const { chain, store, context, id } = world.world
    const before = await world.world.order()
    const watched = watchedAddresses(store, context, chain)
    const known = await watched.since(-1, 10_000)
    expect(known.at(-1)?.address).toBe('T-101')
    await world.begun(SKIP)
    // No order may get an address before those that are skipped are watched.
    await expect(world.world.order()).rejects.toThrow('no_available_address')
    expect(await watched.since(101, 10_000)).toEqual([])
    await world.watch()
    const order = await world.world.order()
    expect([before.address.address, order.address.address]).toEqual(['T-1', `T-${SKIP + 2}`])
    const later = await watched.since(101, 10_000)
    expect([later[0]?.index, later.at(-1)?.index]).toEqual([102, SKIP + 102])
    await pay(world, `T-${SKIP}`)
    await pay(world, order.address.address)
    expect(await world.world.balance('suspense')).toBe('25.00')
    expect((await world.world.get(order.id)).status).toBe('PAID')
    const listed = await store.read((tx) => tx.addresses.list({ ...id, limit: 2 }))
    expect(listed.map(({ merchantId, index }) => [index, merchantId])).toEqual([
      [SKIP + 2, 'shop'],
      [SKIP + 1, null],
    ])
    expect(await world.violated()).toEqual([])
  })

  it('count towards the limit without those that are skipped', async () => {
    const world = await RecoveryWorld.begin(engine)
    Object.assign(world.world.context, { policy: { ...world.world.context.policy, addressLimit: 10 } })
    await world.begun(SKIP)
    await world.watch()
    for (let orders = 0; orders < 7; orders += 1) await world.world.order()
    expect(await world.world.conditions()).toEqual([])
    for (let orders = 0; orders < 3; orders += 1) await world.world.order()
    const [scarce] = await world.world.store.read((tx) => tx.chainConditions.list(world.world.id))
    expect(scarce?.reason).toBe('10 of 10 addresses are in use')
    await expect(world.world.order()).rejects.toThrow('no_available_address')
  })

  it('pay no order with what came before the recovery began', async () => {
    const world = await RecoveryWorld.begin(engine)
    world.world.pass(10 * MINUTE)
    await world.watch()
    await world.begun()
    const order = await world.world.order()
    const at = world.world.clock.businessAt
    const lease = await world.world.store.read((tx) => tx.addresses.findLease(order.id))
    expect(lease?.fromAt).toBe(at)
  })

  it('pay an order with the next block, whose time is before the recovery by our clock', async () => {
    const world = await RecoveryWorld.begin(engine)
    await world.watch()
    world.world.clock.businessAt += MINUTE
    await world.begun()
    const order = await world.world.order()
    world.world.clock.businessAt -= MINUTE
    await pay(world, order.address.address)
    expect((await world.world.get(order.id)).status).toBe('PAID')
  })

  it('are derived once, and the rest after an interruption', async () => {
    const world = await RecoveryWorld.begin(engine)
    await world.begun(SKIP)
    const { chain, store } = world.world
    const derive = chain.deriveAddress
    chain.deriveAddress = (index) => {
      if (index > 700) throw new Error('killed')
      return derive(index)
    }
    await expect(world.watch()).rejects.toThrow('killed')
    expect(await store.read((tx) => tx.recoveries.countSkipped(world.world.id))).toMatchObject({
      areDerived: false,
    })
    const derived: number[] = []
    chain.deriveAddress = (index) => {
      derived.push(index)
      return derive(index)
    }
    await world.watch()
    expect(derived.filter((index) => index > 0 && index <= 500)).toEqual([])
    const stored = await store.read((tx) => tx.addresses.listSince(world.world.id, 0, 10_000))
    expect(stored).toHaveLength(SKIP)
    expect(await store.read((tx) => tx.recoveries.countSkipped(world.world.id))).toEqual({
      count: SKIP,
      areDerived: true,
    })
  })
})
