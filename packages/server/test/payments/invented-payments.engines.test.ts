import { describe, expect, it, onTestFinished } from 'vitest'
import type { Finality } from '../../src/domain/chain/chain.js'
import { CUSTODY_LIMIT } from '../../src/domain/ledger/ledger.js'
import type { OnChainOrder } from '../../src/domain/orders/order.js'
import type { SeenTransfer } from '../../src/domain/payments/transfer.js'
import { type Usdt, usdt } from '../../src/domain/shared/money.js'
import { DEPTH, seen } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, MINUTE, ScriptedWorld } from '../support/chain/scripted-world.js'
import { amount } from '../support/domain/context.js'
import { ENGINES, type Engine, openBooks } from '../support/storage/engines.js'

/** As much as one network may hold. */
const ALL_THERE_CAN_BE = usdt(CUSTODY_LIMIT)
/** Two of them are more than that. */
const MOST = usdt((CUSTODY_LIMIT * 3n) / 4n)
/** More than one look asks about. */
const MANY = 501

async function begin(engine: Engine = 'sqlite'): Promise<ScriptedWorld> {
  const world = await ScriptedWorld.on((await openBooks(engine)).store)
  onTestFinished(async () => expect((await world.verify()).isBalanced).toBe(true))
  return world
}

/** What the network says of these, whenever it is asked; everything else is final. */
function say(world: ScriptedWorld, verdict: Finality, invented: readonly SeenTransfer[]): void {
  const names = new Set(invented.map(({ txHash }) => txHash))
  world.chain.checkFinality = async (transfers) =>
    transfers.map(({ txHash }) => (names.has(txHash) ? verdict : 'final'))
}

/** A node makes payments up: the step tells them, and the address holds nothing of them. */
function invent(world: ScriptedWorld, order: OnChainOrder, value: string | Usdt, count = 1): SeenTransfer[] {
  const invented: SeenTransfer[] = []
  world.pass(BLOCK_MS, (block) => {
    for (let each = 0; each < count; each += 1)
      invented.push(seen(block, 'payer', order.address.address, value))
    return { transfers: invented }
  })
  const { balanceAt: look } = world.chain
  const made = (address: string) =>
    address === order.address.address ? invented.reduce((sum, each) => sum + each.value, 0n) : 0n
  world.chain.balanceAt = async (address, at) => {
    const held = await look.call(world.chain, address, at)
    return (held - made(address)) as typeof held
  }
  // Blocks are read again at another node.
  const { rescan: reread } = world.chain
  const names = new Set(invented.map(({ txHash }) => txHash))
  world.chain.rescan = async (blocks) => {
    const sightings = await reread.call(world.chain, blocks)
    return { ...sightings, transfers: sightings.transfers.filter(({ txHash }) => !names.has(txHash)) }
  }
  return invented
}

async function pay(world: ScriptedWorld, order: OnChainOrder, value: string): Promise<void> {
  world.pass(DEPTH * BLOCK_MS, (block) => ({
    transfers: [seen(block, 'payer', order.address.address, value)],
  }))
  await world.watch()
}

const statusOf = async (world: ScriptedWorld, { id }: OnChainOrder) => (await world.get(id)).status

describe('payments that never become final', () => {
  it('keep no later one from being credited, however many they are', async () => {
    const world = await begin()
    const [first, second] = [await world.order(), await world.order()]
    say(world, 'reorged', invent(world, first, '0.01', MANY))
    await pay(world, second, '25')
    await world.watch()
    await world.watch()
    expect(await statusOf(world, second)).toBe('PAID')
    expect(await statusOf(world, first)).toBe('CONFIRMING')
  })

  it.each(ENGINES)('are read page by page, on %s', async (engine) => {
    const world = await begin(engine)
    const order = await world.order()
    const invented = invent(world, order, '0.01', 5)
    say(world, 'pending', invented)
    world.pass(DEPTH * BLOCK_MS)
    await world.watch()
    const read: string[] = []
    for (let pages = 0, after: SeenTransfer | undefined; pages < 3; pages += 1) {
      const page = await world.store.read((tx) => tx.transfers.listDue(world.id, 1_000, { after, limit: 2 }))
      read.push(...page.map(({ txHash }) => txHash))
      after = page.at(-1)
    }
    expect(read).toEqual(invented.map(({ txHash }) => txHash).sort())
  })
})

describe('a payment that never was in its block', () => {
  it.each(ENGINES)('lets its order go, which then ends by a look at its address, on %s', async (engine) => {
    const world = await begin(engine)
    const order = await world.order()
    say(world, 'absent', invent(world, order, '25'))
    world.pass(31 * MINUTE)
    await world.watch()
    expect(await world.get(order.id)).toMatchObject({ status: 'OPEN', received: 0n })
    await world.expire()
    expect(await statusOf(world, order)).toBe('EXPIRED')
  })

  it('ends no window while its address holds what the books do not know', async () => {
    const world = await begin()
    const order = await world.order()
    say(world, 'absent', invent(world, order, '25'))
    world.pass(BLOCK_MS, (block) => ({
      transfers: [{ ...seen(block, 'payer', order.address.address, '25'), isHidden: true }],
    }))
    world.pass(31 * MINUTE)
    await world.watch()
    await world.expire()
    expect(await statusOf(world, order)).toBe('OPEN')
    expect(await world.conditions()).toEqual(['balance_mismatch'])
  })

  it('is no sweep either', async () => {
    const world = await begin()
    const order = await world.order()
    await pay(world, order, '25')
    let sweep: SeenTransfer | undefined
    world.pass(DEPTH * BLOCK_MS, (block) => {
      sweep = seen(block, order.address.address, 'operator', '25')
      return { outgoing: [sweep] }
    })
    if (!sweep) throw new Error('nothing was swept')
    say(world, 'absent', [sweep])
    await world.watch()
    const name = { ...world.id, txHash: sweep.txHash, logIndex: 0 }
    const movement = await world.store.read((tx) => tx.treasuryTransfers.find(name))
    expect(movement).toMatchObject({ confirmedAt: null, orphanedAt: world.clock.businessAt })
  })
})

describe('a payment of more than the maximum', () => {
  it.each(ENGINES)('on its way keeps nobody else from being paid, on %s', async (engine) => {
    const world = await begin(engine)
    const [first, second] = [await world.order(), await world.order()]
    say(world, 'reorged', invent(world, first, ALL_THERE_CAN_BE))
    await pay(world, second, '25')
    expect(await statusOf(world, second)).toBe('PAID')
  })

  it('on its way to the same order keeps the real one only until it is known to be none', async () => {
    const world = await begin()
    const order = await world.order()
    const invented = invent(world, order, ALL_THERE_CAN_BE)
    say(world, 'reorged', invented)
    await pay(world, order, '25')
    world.pass(31 * MINUTE)
    await world.watch()
    await world.expire()
    expect(await statusOf(world, order)).toBe('CONFIRMING')
    say(world, 'absent', invented)
    for (let minutes = 0; minutes < 3; minutes += 1) {
      world.pass(MINUTE)
      await world.watch()
      await world.expire()
    }
    expect(await world.get(order.id)).toMatchObject({ status: 'PAID', received: amount('25') })
  })

  it('that others left no room for is said, and ends no window as if nothing had come', async () => {
    const world = await begin()
    const [first, second] = [await world.order(), await world.order()]
    world.pass(DEPTH * BLOCK_MS, (block) => ({
      transfers: [
        seen(block, 'payer', first.address.address, MOST),
        seen(block, 'payer', second.address.address, MOST),
      ],
    }))
    world.pass(31 * MINUTE)
    await world.watch()
    await world.watch()
    expect([await statusOf(world, first), await statusOf(world, second)]).toEqual(['PAID', 'OPEN'])
    expect(await world.balance('custody')).toBe('15000000000.00')
    await world.expire()
    expect(await statusOf(world, second)).toBe('OPEN')
    expect(await world.conditions()).toEqual(['balance_mismatch'])
  })

  it('that came late and is made up hides no payment that was kept back', async () => {
    const world = await begin()
    const order = await world.order()
    world.pass(BLOCK_MS, (block) => ({
      transfers: [{ ...seen(block, 'payer', order.address.address, '25'), isHidden: true }],
    }))
    world.pass(31 * MINUTE)
    say(world, 'reorged', invent(world, order, ALL_THERE_CAN_BE))
    await world.watch()
    await world.expire()
    expect(await statusOf(world, order)).toBe('OPEN')
    expect(await world.conditions()).toEqual(['balance_mismatch'])
  })

  it.each(ENGINES)('adds up beyond what a row holds, on %s', async (engine) => {
    const world = await begin(engine)
    const order = await world.order()
    world.pass(BLOCK_MS, (block) => ({
      transfers: Array.from({ length: 8 }, () => seen(block, 'payer', order.address.address, MOST)),
      outgoing: Array.from({ length: 8 }, () => seen(block, order.address.address, 'operator', MOST)),
    }))
    await world.watch()
    const query = { ...world.id, address: order.address.address, upTo: 1_000 }
    const sums = await world.store.read(async (tx) => ({
      came: await tx.transfers.sumReceived(query),
      net: await tx.treasuryTransfers.sumNet(query),
    }))
    expect(sums).toEqual({ came: { counted: MOST, pending: MOST, ignored: 7n * MOST }, net: -8n * MOST })
  })
})
