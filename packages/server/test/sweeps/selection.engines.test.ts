import { describe, expect, it } from 'vitest'
import { usdt } from '../../src/domain/shared/money.js'
import type { BlockRef } from '../../src/domain/shared/types.js'
import { readHoldings, sweepStop } from '../../src/domain/sweeps/selection.js'
import { DEPTH, seen } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, ScriptedWorld } from '../support/chain/scripted-world.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'

describe.each(ENGINES)('the addresses that can be swept, on %s', (engine) => {
  const begin = async () => ScriptedWorld.on((await openDatabase(engine)).store, { cooldownMs: 0 })

  async function pay(world: ScriptedWorld, address: string, amount = '25', blocks = DEPTH): Promise<void> {
    world.pass(blocks * BLOCK_MS, (block: BlockRef) => ({
      transfers: [seen(block, 'payer', address, amount)],
    }))
    await world.watch()
  }

  /** Reads the amount of each address and why it stays. */
  async function holdingsOf(world: ScriptedWorld, before = Number.MAX_SAFE_INTEGER, minimum = usdt(1n)) {
    return world.store.read(async (tx) => {
      const cursor = await tx.cursors.find(world.id)
      const newestBlock = cursor?.block.number ?? 0
      const rules = { newestBlock, finalBlock: newestBlock - DEPTH + 1, before, minimum }
      const { holdings } = await readHoldings(tx, world.id, { after: 0, limit: 10 }, rules)
      return holdings.map(({ amount, leftOut }) => [amount, leftOut])
    })
  }

  const PAID = usdt(2_500_000_000n)

  it('hold confirmed money of orders that have ended', async () => {
    const world = await begin()
    const { address } = await world.order()
    await pay(world, address.address)
    expect(await holdingsOf(world)).toEqual([[PAID, undefined]])
    expect(await holdingsOf(world, 0)).toEqual([[PAID, 'young']])
    expect(await holdingsOf(world, undefined, usdt(2_500_000_001n))).toEqual([[PAID, 'below_minimum']])
    world.pass(DEPTH * BLOCK_MS, (block) => ({ outgoing: [seen(block, address.address, 'cold', '25')] }))
    await world.watch()
    expect(await holdingsOf(world)).toEqual([])
  })

  it('are left out while an order waits for its payment, is frozen, or a transfer is not deep enough', async () => {
    const world = await begin()
    const leased = await world.order()
    await pay(world, leased.address.address, '1')
    expect((await holdingsOf(world)).map(([, why]) => why)).toEqual(['leased'])
    const paid = await world.order()
    await pay(world, paid.address.address)
    await pay(world, paid.address.address, '3', 1)
    expect((await holdingsOf(world)).map(([, why]) => why)).toEqual(['leased', 'unconfirmed'])
    world.pass(DEPTH * BLOCK_MS)
    await world.watch()
    const frozen = await world.get(paid.id)
    await world.store.write((tx) =>
      tx.orders.update(
        { ...frozen, version: frozen.version + 1, status: 'FROZEN', frozenReason: 'compliance' },
        frozen.status,
      ),
    )
    expect((await holdingsOf(world)).map(([, why]) => why)).toEqual(['leased', 'frozen'])
    await world.store.write((tx) => tx.addresses.blacklist(world.id, paid.address.address, 1))
    expect((await holdingsOf(world)).map(([, why]) => why)).toEqual(['leased', 'blacklisted'])
  })

  it.each(['halted', 'token_paused', 'token_fee', 'block_mismatch'] as const)(
    'stay while the network is %s',
    async (kind) => {
      const world = await begin()
      const stop = () => world.store.read((tx) => sweepStop(tx, world.id))
      expect(await stop()).toBeUndefined()
      await world.store.write((tx) => tx.chainConditions.set(world.id, { kind, reason: 'why', sinceAt: 1 }))
      expect(await stop()).toBe(`test/ERC20 is stopped: ${kind} (why)`)
    },
  )
})
