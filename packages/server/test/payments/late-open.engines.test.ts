import { describe, expect, it, onTestFinished } from 'vitest'
import { DEPTH, seen } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, MINUTE, ScriptedWorld } from '../support/chain/scripted-world.js'
import { amount } from '../support/domain/context.js'
import { ENGINES, type Engine, openDatabase } from '../support/storage/engines.js'

async function begin(engine: Engine = 'sqlite'): Promise<ScriptedWorld> {
  const world = await ScriptedWorld.on((await openDatabase(engine)).store)
  onTestFinished(async () => expect((await world.verify()).isBalanced).toBe(true))
  return world
}

describe('a late payment of an order that is still open', () => {
  it.each(ENGINES)('ends no window that waits for a possibly missed payment, on %s', async (engine) => {
    const world = await begin(engine)
    const { id, address } = await world.order()
    let hidden = ''
    world.pass(10 * MINUTE, (block) => {
      const transfer = seen(block, 'payer', address.address, '25')
      hidden = transfer.txHash
      return { transfers: [{ ...transfer, isHidden: true }] }
    })
    world.pass(21 * MINUTE)
    await world.watch()
    await world.expire()
    world.pass(DEPTH * BLOCK_MS, (block) => ({ transfers: [seen(block, 'stranger', address.address, '1')] }))
    await world.watch()
    world.pass(MINUTE)
    await world.watch()
    await world.expire()
    expect(await world.get(id)).toMatchObject({ status: 'OPEN', windowEndedAt: null, confirmed: 0n })
    world.chain.reveal(hidden)
    for (let minutes = 0; minutes < 3; minutes += 1) {
      world.pass(MINUTE)
      await world.watch()
      await world.expire()
    }
    expect(await world.get(id)).toMatchObject({ status: 'PAID', confirmed: amount('26') })
  })

  it('ends no window before the balance check', async () => {
    const world = await begin()
    const { id, address } = await world.order()
    world.pass(10 * MINUTE, (block) => ({
      transfers: [{ ...seen(block, 'payer', address.address, '25'), isHidden: true }],
    }))
    world.pass(21 * MINUTE)
    world.pass(DEPTH * BLOCK_MS, (block) => ({ transfers: [seen(block, 'stranger', address.address, '1')] }))
    await world.watch()
    await world.expire()
    expect((await world.get(id)).status).toBe('OPEN')
    expect(await world.conditions()).toEqual(['balance_mismatch'])
  })

  it('is credited once the balance check has ended the window', async () => {
    const world = await begin()
    const { id, address } = await world.order()
    world.pass(31 * MINUTE)
    world.pass(DEPTH * BLOCK_MS, (block) => ({ transfers: [seen(block, 'payer', address.address, '25')] }))
    await world.watch()
    expect(await world.get(id)).toMatchObject({ status: 'OPEN', received: amount('25'), confirmed: 0n })
    await world.expire()
    expect((await world.get(id)).status).toBe('EXPIRED')
    await world.watch()
    expect((await world.get(id)).status).toBe('EXPIRED_PAID')
  })

  it('is in flight where another branch has it in time', async () => {
    const world = await begin()
    const { id, address } = await world.order()
    world.pass(29 * MINUTE)
    await world.watch()
    const cursor = await world.store.read((tx) => tx.cursors.find(world.id))
    const before = cursor?.block ?? { number: 0, timeAt: 0 }
    world.jump(2 * MINUTE)
    const payment = { ...seen({ ...before, hash: '' }, 'payer', address.address, '25') }
    world.jump(BLOCK_MS, (block) => ({ transfers: [{ ...payment, block }] }))
    await world.watch()
    expect(await world.get(id)).toMatchObject({ status: 'OPEN', received: amount('25') })
    world.chain.forkAfter(before.number)
    world.chain.mineAt(before.timeAt + 1, (block) => ({ transfers: [{ ...payment, block }] }))
    world.chain.mineAt(before.timeAt + 2)
    await world.watch()
    expect(await world.get(id)).toMatchObject({ status: 'CONFIRMING', received: amount('25') })
    world.pass(DEPTH * BLOCK_MS)
    await world.watch()
    expect((await world.get(id)).status).toBe('PAID')
  })
})
