import { describe, expect, it, onTestFinished } from 'vitest'
import { DEPTH, seen } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, MINUTE, ScriptedWorld } from '../support/chain/scripted-world.js'
import { ENGINES, type Engine, openDatabase } from '../support/storage/engines.js'

async function begin(engine: Engine, options: { cooldownMs?: number } = {}): Promise<ScriptedWorld> {
  const world = await ScriptedWorld.on((await openDatabase(engine)).store, options)
  onTestFinished(async () => expect((await world.verify()).isBalanced).toBe(true))
  return world
}

describe('an order that was created by a clock far ahead of its network', () => {
  it.each(ENGINES)('receives payments by the time of their blocks, on %s', async (engine) => {
    const world = await begin(engine)
    world.pass(MINUTE)
    await world.watch()
    const chainTime = world.clock.businessAt
    world.clock.businessAt += 3 * 60 * MINUTE
    const { id, address } = await world.order()
    for (let blocks = 1; blocks <= DEPTH; blocks += 1) {
      world.chain.mineAt(chainTime + blocks * BLOCK_MS, (block) => ({
        transfers: blocks === 1 ? [seen(block, 'payer', address.address, '25')] : [],
      }))
    }
    await world.watch()
    expect((await world.get(id)).status).toBe('PAID')
  })

  it('gets no address that another order still leases by the time of the blocks', async () => {
    const rest = 60 * MINUTE
    const world = await begin('sqlite', { cooldownMs: rest })
    const first = await world.order()
    world.pass(31 * MINUTE)
    await world.watch()
    await world.expire()
    world.clock.businessAt += rest + MINUTE
    const second = await world.order()
    expect(second.address.address).not.toBe(first.address.address)
    world.clock.businessAt -= rest + MINUTE
    world.pass(rest + MINUTE)
    await world.watch()
    expect((await world.order()).address.address).toBe(first.address.address)
  })
})

describe('an order that was paid while the clock was far behind', () => {
  it('keeps its address for the cool-down since it was created', async () => {
    const rest = 60 * MINUTE
    const world = await begin('sqlite', { cooldownMs: rest })
    world.pass(MINUTE)
    await world.watch()
    const first = await world.order()
    const chainTime = world.clock.businessAt
    world.clock.businessAt -= 3 * rest
    for (let blocks = 1; blocks <= DEPTH; blocks += 1) {
      world.chain.mineAt(chainTime + blocks * BLOCK_MS, (block) => ({
        transfers: blocks === 1 ? [seen(block, 'payer', first.address.address, '25')] : [],
      }))
    }
    await world.watch()
    expect((await world.get(first.id)).status).toBe('PAID')
    world.clock.businessAt += 3 * rest
    world.pass(rest / 2)
    await world.watch()
    expect((await world.order()).address.address).not.toBe(first.address.address)
    world.pass(rest)
    await world.watch()
    expect((await world.order()).address.address).toBe(first.address.address)
  })
})
