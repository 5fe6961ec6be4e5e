import { describe, expect, it, onTestFinished } from 'vitest'
import type { ScanState } from '../../../src/domain/chain/scan-step.js'
import type { SeenTransfer } from '../../../src/domain/chain/transfer.js'
import type { OnChainOrder } from '../../../src/domain/orders/order.js'
import { DEPTH, type ScriptedChain, seen } from '../../support/chain/scripted-chain.js'
import { BLOCK_MS, MINUTE, ScriptedWorld } from '../../support/chain/scripted-world.js'
import { amount } from '../../support/domain/context.js'

async function begin(): Promise<ScriptedWorld> {
  const world = await ScriptedWorld.begin()
  onTestFinished(async () => expect((await world.verify()).isBalanced).toBe(true))
  return world
}

/** Advances by the blocks that it takes, the first of them with that content. */
async function settle(world: ScriptedWorld, content: Parameters<ScriptedWorld['pass']>[1]): Promise<void> {
  world.pass(DEPTH * BLOCK_MS, content)
  await world.watch()
}

/** A paid order, its payment as the network reported it, and another order whose payment was omitted. */
async function paidBesideMissed(world: ScriptedWorld) {
  const paid = await world.order()
  const missed = await world.order()
  let payment: SeenTransfer | undefined
  await settle(world, (block) => {
    payment = seen(block, 'payer', paid.address.address, '25')
    return { transfers: [payment, { ...seen(block, 'payer', missed.address.address, '25'), isHidden: true }] }
  })
  expect((await world.get(paid.id)).status).toBe('PAID')
  world.pass(31 * MINUTE)
  await world.watch()
  if (!payment) throw new Error('nothing was paid')
  return { paid, missed, payment }
}

/** Rescans return those transfers of the blocks, and no others. */
function tellAgain(chain: ScriptedChain, transfers: readonly SeenTransfer[]): void {
  const { rescan: reread } = chain
  chain.rescan = async (blocks) => ({ ...(await reread.call(chain, blocks)), transfers })
}

/** The next forward step reports that as well. */
function tellWithStep(chain: ScriptedChain, transfer: SeenTransfer): void {
  const { next } = chain
  chain.next = async (state: ScanState) => {
    const step = await next.call(chain, state)
    if (step.kind !== 'forward') return step
    chain.next = next
    return { ...step, transfers: [...step.transfers, transfer] }
  }
}

describe('a credited payment that one node reports differently', () => {
  const others: readonly [string, Partial<SeenTransfer>][] = [
    ['another value', { value: amount('1') }],
    ['another sender', { from: 'another payer' }],
  ]

  it.each(others)(
    'a credited payment that one node reports differently with %s, in a rescan, stays',
    async (_name, other) => {
      const world = await begin()
      const { paid, payment } = await paidBesideMissed(world)
      tellAgain(world.chain, [{ ...payment, ...other }])
      await world.expire()
      world.pass(MINUTE)
      await world.watch()
      expect(await world.get(paid.id)).toMatchObject({ status: 'PAID', received: amount('25') })
      expect(await world.balance('custody')).toBe('25.00')
    },
  )

  it.each(others)(
    'a credited payment that one node reports differently with %s, beside new blocks, stays',
    async (_name, other) => {
      const world = await begin()
      const { paid, payment } = await paidBesideMissed(world)
      tellWithStep(world.chain, { ...payment, ...other })
      world.pass(MINUTE)
      await world.watch()
      expect(await world.get(paid.id)).toMatchObject({ status: 'PAID', received: amount('25') })
      expect(await world.balance('custody')).toBe('25.00')
    },
  )

  it('follows another branch', async () => {
    const world = await begin()
    const { paid } = await paidBesideMissed(world)
    world.chain.forkAfter(1)
    world.pass(60 * MINUTE)
    await world.watch()
    expect(await world.get(paid.id)).toMatchObject({ status: 'FROZEN', frozenReason: 'reorg' })
  })
})

describe('a recorded sweep that one node reports differently', () => {
  it('stays', async () => {
    const world = await begin()
    const { paid } = await paidBesideMissed(world)
    let sweep: SeenTransfer | undefined
    await settle(world, (block) => {
      sweep = seen(block, paid.address.address, 'operator', '25')
      return { outgoing: [sweep] }
    })
    const { rescan: reread } = world.chain
    world.chain.rescan = async (blocks) => {
      const sightings = await reread.call(world.chain, blocks)
      return { ...sightings, outgoing: sightings.outgoing.map((each) => ({ ...each, value: amount('1') })) }
    }
    await world.expire()
    world.pass(MINUTE)
    await world.watch()
    expect(await world.balance('operator')).toBe('25.00')
  })
})

describe('rescanned blocks', () => {
  const revision = (world: ScriptedWorld) =>
    world.store.read(async (tx) => (await tx.cursors.find(world.id))?.revision)

  it('rescanned blocks without anything new do not disturb the watcher', async () => {
    const world = await begin()
    await paidBesideMissed(world)
    const before = await revision(world)
    let reads = 0
    const { rescan: reread } = world.chain
    world.chain.rescan = async (blocks) => {
      reads += 1
      return reread.call(world.chain, blocks)
    }
    await world.expire()
    expect(reads).toBeGreaterThan(0)
    expect(await revision(world)).toBe(before)
  })

  it('count an ignored transfer once, however often they are read', async () => {
    const world = await begin()
    const { address } = (await world.order()).address
    const kept = 100
    world.pass(BLOCK_MS, (block) => ({
      transfers: [{ ...seen(block, 'payer', address, '25'), isHidden: true }],
      ignored: Array.from({ length: kept + 20 }, (_, logIndex) => ({
        ...seen(block, 'spammer', address, '0'),
        ...{ logIndex, address, reason: 'zero_value' as const },
      })),
    }))
    world.pass(31 * MINUTE)
    await world.watch()
    for (let minutes = 0; minutes < 3; minutes += 1) {
      await world.expire()
      world.pass(MINUTE)
      await world.watch()
    }
    const counts = await world.store.read((tx) => tx.ignoredTransfers.listCounts(world.id, address))
    expect(counts).toEqual([{ reason: 'zero_value', total: kept + 20 }])
  })

  it('rescanned blocks of one lease may fail, and those of another are read all the same', async () => {
    const world = await begin()
    const hidden = async (): Promise<{ order: OnChainOrder; txHash: string }> => {
      const order = await world.order()
      const told: { txHash?: string } = {}
      await settle(world, (block) => {
        const transfer = seen(block, 'payer', order.address.address, '25')
        told.txHash = transfer.txHash
        return { transfers: [{ ...transfer, isHidden: true }] }
      })
      return { order, txHash: told.txHash ?? '' }
    }
    const first = await hidden()
    const second = await hidden()
    world.pass(31 * MINUTE)
    await world.watch()
    const lease = await world.store.read((tx) => tx.addresses.findLease(first.order.id))
    const { rescan: reread } = world.chain
    world.chain.rescan = async (blocks) => {
      if (blocks.from === (lease?.afterBlock ?? 0) + 1) throw new Error('pruned')
      return reread.call(world.chain, blocks)
    }
    world.chain.reveal(second.txHash)
    for (let minutes = 0; minutes < 2; minutes += 1) {
      await world.expire().catch(() => undefined)
      world.pass(MINUTE)
      await world.watch()
    }
    expect((await world.get(second.order.id)).status).toBe('PAID')
    expect((await world.get(first.order.id)).status).toBe('OPEN')
  })

  it('are those of a few leases at a time, and of all in the end', async () => {
    const world = await begin()
    const orders: OnChainOrder[] = []
    for (let each = 0; each < 10; each += 1) {
      orders.push(await world.order())
      world.pass(BLOCK_MS)
      await world.watch()
    }
    world.pass(BLOCK_MS, (block) => ({
      transfers: orders.map(({ address }) => ({
        ...seen(block, 'payer', address.address, '25'),
        isHidden: true,
      })),
    }))
    world.pass(31 * MINUTE)
    await world.watch()
    const begun = new Set<number>()
    const { rescan: reread } = world.chain
    world.chain.rescan = async (blocks) => {
      begun.add(blocks.from)
      return reread.call(world.chain, blocks)
    }
    await world.expire()
    const atOnce = begun.size
    await world.expire()
    expect(atOnce).toBeLessThan(begun.size)
  })
})

describe('a late payment in a block that may still be replaced', () => {
  it('ends no window: a payment in time may be in an earlier block', async () => {
    const world = await begin()
    const { id, address } = await world.order()
    world.pass(29 * MINUTE)
    await world.watch()
    const { cursor } = await world.store.read(async (tx) => ({ cursor: await tx.cursors.find(world.id) }))
    const timeAt = world.clock.businessAt + 2 * MINUTE
    const block = { number: (cursor?.block.number ?? 0) + 12, hash: 'unsolid', timeAt }
    tellWithStep(world.chain, seen(block, 'payer', address.address, '1'))
    world.jump(BLOCK_MS)
    await world.watch()
    expect((await world.get(id)).status).toBe('OPEN')
    await settle(world, (own) => ({ transfers: [seen(own, 'payer', address.address, '25')] }))
    expect((await world.get(id)).status).toBe('PAID')
  })
})
