import { describe, expect, it, onTestFinished } from 'vitest'
import type { SeenTransfer } from '../../src/domain/chain/transfer.js'
import { startOver } from '../../src/domain/payments/cursor-reset.js'
import { usdt } from '../../src/domain/shared/money.js'
import type { BlockRef } from '../../src/domain/shared/types.js'
import { resetCursorAt, restartOnSourceChange } from '../../src/workers/chain/cursor-reset.js'
import { DEPTH, seen } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, MINUTE, ScriptedWorld } from '../support/chain/scripted-world.js'
import { amount } from '../support/domain/context.js'

const MANDATE = { actor: 'ada', reason: 'both nodes agree' }

async function begin(environment: 'live' | 'test'): Promise<ScriptedWorld> {
  const world = await ScriptedWorld.begin({ environment })
  onTestFinished(async () => expect((await world.verify()).isBalanced).toBe(true))
  return world
}

describe('a cursor reset of a live network', () => {
  it('waits until the nodes have reached the ledger, and reverts nothing that they have again then', async () => {
    const world = await begin('live')
    const { id, address } = await world.order()
    world.pass(MINUTE)
    await world.watch()
    const anchor = (await world.chain.head()).number
    world.pass(MINUTE)
    let payment: SeenTransfer | undefined
    world.pass(MINUTE + DEPTH * BLOCK_MS, (block) => {
      payment = seen(block, 'payer', address.address, '25')
      return { transfers: [payment] }
    })
    await world.watch()
    expect((await world.get(id)).status).toBe('PAID')
    const booked = (await world.chain.head()).number

    // A node that is behind: it has not reached the payment's block yet.
    world.chain.forkAfter(anchor)
    world.jump(BLOCK_MS)
    const options = { ...world, number: anchor, mandate: MANDATE }
    const goOn = () => resetCursorAt(options, new AbortController().signal)
    await expect(goOn()).rejects.toThrow(
      `the nodes are behind the ledger (block ${anchor + 1} < ${booked}): retry when they have caught up`,
    )
    expect((await world.get(id)).status).toBe('PAID')
    world.jump(BLOCK_MS, (block) => ({ transfers: payment ? [{ ...payment, block }] : [] }))
    world.pass((booked - anchor) * BLOCK_MS)
    await goOn()
    await world.watch()
    expect((await world.get(id)).status).toBe('PAID')
    expect(await world.conditions()).toEqual(['signer_paused'])
  })
})

/** More than one transaction can revert. */
const MANY = 10_001

/** That much recorded dust in those blocks, which belongs to no order. */
async function addDust({ store, id }: ScriptedWorld, blocks: readonly BlockRef[]): Promise<void> {
  await store.write(async (tx) => {
    for (let n = 0; n < MANY; n += 1) {
      const block = blocks[n % blocks.length]
      if (!block) throw new Error('there is no block')
      await tx.transfers.insert({
        ...seen(block, 'payer', `nobody-${n}`, usdt(100n)),
        ...{ ...id, incarnation: 1, orderId: null, isLate: false, dueBlock: block.number + DEPTH - 1 },
        ...{ ignoredReason: null, isFlagged: false, screenedAt: block.timeAt, confirmedAt: null },
        ...{ orphanedAt: null, attributedTo: null },
      })
    }
  })
}

describe('a cursor reset that reverts more than one transaction can', () => {
  /** Two paid orders above it, far apart: one payment is in both histories, the other in one only. */
  async function halted() {
    const world = await begin('live')
    const [kept, lost] = [await world.order(), await world.order()]
    world.pass(MINUTE)
    await world.watch()
    const anchor = (await world.chain.head()).number
    let payment: SeenTransfer | undefined
    world.pass(MINUTE, (block) => {
      payment = seen(block, 'payer', kept.address.address, '25')
      return { transfers: [payment, seen(block, 'payer', lost.address.address, '25')] }
    })
    const dusty = [1, 2, 3, 4, 5].map((up) => world.chain.blockAt(anchor + up))
    world.pass(8 * MINUTE)
    await world.watch()
    await addDust(world, await Promise.all(dusty))
    const booked = (await world.chain.head()).number
    world.chain.forkAfter(anchor)
    for (let number = anchor + 1; number < booked - DEPTH; number += 1) world.jump(BLOCK_MS)
    world.pass(MINUTE, (block) => ({ transfers: payment ? [{ ...payment, block }] : [] }))
    await world.watch()
    const statuses = async () => [(await world.get(kept.id)).status, (await world.get(lost.id)).status]
    expect([await world.conditions(), await statuses()]).toEqual([
      ['halted', 'signer_paused'],
      ['PAID', 'PAID'],
    ])
    await expect(world.order()).rejects.toThrow('no_available_address')
    const goOn = () =>
      resetCursorAt({ ...world, number: anchor, mandate: MANDATE }, new AbortController().signal)
    const left = async () =>
      (await world.store.read((tx) => tx.transfers.listUnconfirmed(world.id, MANY))).length
    return { world, anchor, booked, payment, statuses, goOn, left }
  }

  it('runs in batches, and payments in both histories keep their state', async () => {
    const { world, payment, statuses, goOn, left } = await halted()
    const { handled } = await goOn()
    expect(handled).toBe(MANY + 2)
    await world.watch()
    expect([await statuses(), await left(), await world.conditions()]).toEqual([
      ['PAID', 'FROZEN'],
      0,
      ['signer_paused'],
    ])
    const kept = await world.store.read((tx) =>
      tx.transfers.find({ ...world.id, ...(payment as SeenTransfer) }),
    )
    expect(kept).toMatchObject({ incarnation: 1, orphanedAt: null })
    const deeds = await world.store.read((tx) => tx.audit.list({ subject: undefined, limit: 10 }))
    expect(deeds.map(({ action }) => action)).toEqual(['chains reset-cursor', 'chains reset-cursor'])
  }, 60_000)

  it('stops between two batches when it is interrupted, and continues from there', async () => {
    const { world, anchor, booked, statuses, goOn, left } = await halted()
    const { blockAt } = world.chain
    world.chain.blockAt = async (number) => {
      const at = (await world.store.read((tx) => tx.cursors.find(world.id)))?.block.number ?? 0
      if (at > anchor && at < booked) throw new Error('no node answers')
      return blockAt(number)
    }
    await expect(goOn()).rejects.toThrow('no node answers')
    world.chain.blockAt = blockAt
    await world.watch()
    expect(await left()).toBeGreaterThan(0)
    expect(await left()).toBeLessThan(MANY)
    const conditions = await world.store.read((tx) => tx.chainConditions.list(world.id))
    expect(conditions[0]).toMatchObject({
      kind: 'halted',
      reason: expect.stringContaining(`--block ${anchor} continues`),
    })
    expect((await world.verify()).isBalanced).toBe(true)
    await goOn()
    await world.watch()
    expect([await statuses(), await left(), await world.conditions()]).toEqual([
      ['PAID', 'FROZEN'],
      0,
      ['signer_paused'],
    ])
  }, 60_000)
})

describe('an interrupted cursor reset of a live network', () => {
  it('waits until the nodes have reached the ledger', async () => {
    const world = await begin('live')
    const { id, address } = await world.order()
    world.pass(MINUTE)
    await world.watch()
    const anchor = (await world.chain.head()).number
    const dusty = [1, 2, 3, 4, 5].map((up) => anchor + up)
    world.pass(8 * MINUTE)
    let paidIn = 0
    world.pass(MINUTE, (block) => {
      paidIn = block.number
      return { transfers: [seen(block, 'payer', address.address, '25')] }
    })
    world.pass(MINUTE)
    await world.watch()
    expect((await world.get(id)).status).toBe('PAID')
    await addDust(world, await Promise.all(dusty.map((number) => world.chain.blockAt(number))))
    const booked = (await world.chain.head()).number
    world.chain.forkAfter(anchor)
    while ((await world.chain.head()).number < booked) world.jump(BLOCK_MS)
    await world.watch()

    const cursorNow = async () =>
      (await world.store.read((tx) => tx.cursors.find(world.id)))?.block.number ?? 0
    const { blockAt } = world.chain
    world.chain.blockAt = async (number) => {
      const at = await cursorNow()
      if (at > anchor && at < booked) throw new Error('no node answers')
      return blockAt(number)
    }
    const goOn = () =>
      resetCursorAt({ ...world, number: anchor, mandate: MANDATE }, new AbortController().signal)
    await expect(goOn()).rejects.toThrow('no node answers')
    world.chain.blockAt = blockAt
    const standing = await cursorNow()
    expect([standing > anchor, standing < paidIn]).toEqual([true, true])

    // The only remaining node is behind.
    world.chain.forkAfter(standing)
    world.jump(BLOCK_MS)
    await expect(goOn()).rejects.toThrow(
      `the nodes are behind the ledger (block ${standing + 1} < ${paidIn}): retry when they have caught up`,
    )
    expect((await world.get(id)).status).toBe('PAID')
  }, 60_000)
})

describe('a test network that starts over', () => {
  it('does so once, though two servers saw its source change', async () => {
    const world = await begin('test')
    const { id, address } = await world.order()
    world.pass(MINUTE, (block) => ({ transfers: [seen(block, 'payer', address.address, '25')] }))
    await world.watch()
    const cursor = await world.store.read((tx) => tx.cursors.find(world.id))
    if (!cursor) throw new Error('the network has no cursor')
    // The state that the slower server read before the other one had started over.
    const stale = { ...cursor, block: { ...cursor.block, hash: 'a'.repeat(64) } }
    world.pass(MINUTE)
    await restartOnSourceChange(world.store, world.context, world.chain, stale, new AbortController().signal)
    expect(await world.store.read((tx) => tx.cursors.find(world.id))).toEqual(cursor)
    expect(await world.get(id)).toMatchObject({ received: amount('25') })
  })

  it('drops more than one transaction can revert, page by page, and moves on when all is dropped', async () => {
    const world = await begin('test')
    const { id, address } = await world.order()
    world.pass(MINUTE, (block) => ({ transfers: [seen(block, 'payer', address.address, '5')] }))
    const cursorNow = async () => {
      const cursor = await world.store.read((tx) => tx.cursors.find(world.id))
      if (!cursor) throw new Error('the network has no cursor')
      return cursor
    }
    world.chain.checkFinality = async (transfers) => transfers.map(() => 'pending')
    await world.watch()
    const { block } = await cursorNow()
    // In blocks that may still be replaced.
    await addDust(world, [{ ...block, number: block.number + 1 }])
    const to = { number: 7, hash: 'of another network', timeAt: block.timeAt }
    const goOn = async () => {
      const cursor = await cursorNow()
      return world.store.write((tx) => startOver(tx, world.context, world.chain, cursor, to))
    }
    expect([await goOn(), (await cursorNow()).block]).toEqual([false, block])
    expect((await world.verify()).isBalanced).toBe(true)
    while (!(await goOn()));
    expect((await cursorNow()).block).toEqual(to)
    expect(await world.store.read((tx) => tx.transfers.listUnconfirmed(world.id, MANY))).toEqual([])
    expect(await world.get(id)).toMatchObject({ status: 'OPEN', received: 0n })
  }, 60_000)

  it('drops unconfirmed transfers, and nothing that was recorded later', async () => {
    const world = await begin('test')
    const [loose, late, paid] = [await world.order(), await world.order(), await world.order()]
    const neverFinal = new Set<string>()
    const { checkFinality: settle } = world.chain
    world.chain.checkFinality = async (transfers) => {
      const told = await settle.call(world.chain, transfers)
      return transfers.map(({ txHash }, at) => (neverFinal.has(txHash) ? 'pending' : (told[at] ?? 'pending')))
    }
    const waiting = (block: Parameters<typeof seen>[0], to: string) => {
      const transfer = seen(block, 'payer', to, '25')
      neverFinal.add(transfer.txHash)
      return transfer
    }
    world.pass(MINUTE, (block) => ({
      transfers: [waiting(block, loose.address.address), waiting(block, late.address.address)],
    }))
    world.pass(MINUTE, (block) => ({ transfers: [seen(block, 'payer', paid.address.address, '25')] }))
    world.pass(30 * MINUTE)
    // Late: it waits as long as the payments in time do.
    world.pass(MINUTE, (block) => ({ transfers: [seen(block, 'payer', late.address.address, '25')] }))
    await world.watch()
    const cursor = await world.store.read((tx) => tx.cursors.find(world.id))
    if (!cursor) throw new Error('the network has no cursor')

    const to = { number: 7, hash: 'of another network', timeAt: cursor.block.timeAt }
    await world.store.write((tx) => startOver(tx, world.context, world.chain, cursor, to))
    expect(await world.get(paid.id)).toMatchObject({ status: 'PAID', confirmed: amount('25') })
    expect(await world.get(loose.id)).toMatchObject({ status: 'OPEN', received: 0n })
    expect(await world.get(late.id)).toMatchObject({ status: 'OPEN', received: 0n })
    expect(await world.balance('custody')).toBe('25.00')
  })
})
