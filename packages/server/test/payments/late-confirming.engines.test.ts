import { describe, expect, it, onTestFinished } from 'vitest'
import type { Finality } from '../../src/domain/chain/chain.js'
import type { SeenTransfer } from '../../src/domain/chain/transfer.js'
import { clearOrder } from '../../src/domain/orders/order-reviews.js'
import { recordVerdicts } from '../../src/domain/screening/transfer-screening.js'
import { chainWatcher } from '../../src/workers/chain/chain-watcher.js'
import { DEPTH, seen } from '../support/chain/scripted-chain.js'
import { BLOCK_MS, MINUTE, ScriptedWorld } from '../support/chain/scripted-world.js'
import { amount } from '../support/domain/context.js'
import { ENGINES, type Engine, openDatabase } from '../support/storage/engines.js'

const DUST = '0.000001'
const MANDATE = { actor: 'ada', reason: 'checked it' }

async function begin(engine: Engine = 'sqlite'): Promise<ScriptedWorld> {
  const world = await ScriptedWorld.on((await openDatabase(engine)).store)
  onTestFinished(async () => expect((await world.verify()).isBalanced).toBe(true))
  return world
}

const statusOf = async (world: ScriptedWorld, id: string) => (await world.get(id)).status

/** Creates an order that receives dust in its last minute, and earlier a payment `hidden` that its node does not report. */
async function withDust(world: ScriptedWorld, hidden?: string) {
  const { id, address } = await world.order()
  let payment = ''
  world.pass(10 * MINUTE, (block) => {
    if (hidden === undefined) return {}
    const transfer = { ...seen(block, 'payer', address.address, hidden), isHidden: true }
    payment = transfer.txHash
    return { transfers: [transfer] }
  })
  world.pass(19 * MINUTE + 30_000)
  let dust: SeenTransfer | undefined
  world.jump(BLOCK_MS, (block) => {
    dust = seen(block, 'stranger', address.address, DUST)
    return { transfers: [dust] }
  })
  await world.watch()
  expect(await statusOf(world, id)).toBe('CONFIRMING')
  if (!dust) throw new Error('no dust was sent')
  return { id, address: address.address, payment, dust }
}

/** Expects that the balance check keeps the order open, and finds the payment once a node reports it. */
async function expectFoundByCheck(world: ScriptedWorld, id: string, payment: string): Promise<void> {
  await world.expire()
  expect([await statusOf(world, id), await world.conditions()]).toEqual(['OPEN', ['balance_mismatch']])
  world.chain.reveal(payment)
  world.pass(MINUTE)
  await world.watch()
  await world.expire()
  await world.watch()
  expect(await statusOf(world, id)).toBe('PAID')
}

/** Lets screening flag a transfer. */
function flag(world: ScriptedWorld, seenTransfer: SeenTransfer): Promise<void> {
  return world.store.write(async (tx) => {
    const transfer = await tx.transfers.find({ ...world.id, ...seenTransfer })
    if (!transfer) throw new Error('the transfer is not recorded')
    const verdicts = [{ source: 'deny_file', verdict: 'flag', reference: seenTransfer.from }] as const
    await recordVerdicts(tx, world.context, world.id, [{ transfer, verdicts, isComplete: true }])
  })
}

/** Leaves dust pending while other payments become final. @returns a function that ends this */
function keepDustPending(world: ScriptedWorld): { release: () => void } {
  const { checkFinality } = world.chain
  world.chain.checkFinality = async (transfers): Promise<readonly Finality[]> =>
    transfers.map(({ value }) => (value === amount(DUST) ? 'pending' : 'final'))
  return { release: () => void Object.assign(world.chain, { checkFinality }) }
}

describe('an order whose last transfer in time is confirmed after its window', () => {
  it.each(ENGINES)('waits for the balance check, which finds the payment, on %s', async (engine) => {
    const world = await begin(engine)
    const { id, payment } = await withDust(world, '25')
    world.pass(2 * MINUTE)
    await world.watch()
    expect(await world.get(id)).toMatchObject({
      status: 'OPEN',
      windowEndedAt: null,
      confirmed: amount(DUST),
    })
    await expectFoundByCheck(world, id, payment)
  })

  it('is UNDERPAID after the first balance check where there is nothing else', async () => {
    const world = await begin()
    const { id } = await withDust(world)
    world.pass(2 * MINUTE)
    await world.watch()
    expect(await world.expire()).toBe(1)
    expect(await statusOf(world, id)).toBe('UNDERPAID')
  })

  it('waits for the balance check where a reorg dropped its transfer', async () => {
    const world = await begin()
    const { id, payment, dust } = await withDust(world, '25')
    world.chain.forkAfter(dust.block.number - 1)
    world.jump(MINUTE)
    await world.watch()
    expect(await world.get(id)).toMatchObject({ status: 'OPEN', received: 0n })
    await expectFoundByCheck(world, id, payment)
  })

  it('waits for the balance check where the operator ended its review', async () => {
    const world = await begin()
    const { id, dust } = await withDust(world, '25')
    await flag(world, dust)
    world.pass(2 * MINUTE)
    await world.watch()
    const cleared = await world.store.write((tx) => clearOrder(tx, world.context, id, MANDATE))
    expect(cleared.status).toBe('OPEN')
    await world.expire()
    expect([await statusOf(world, id), await world.conditions()]).toEqual(['OPEN', ['balance_mismatch']])
  })
})

describe('a late payment that screening flags while the order is open', () => {
  it.each([
    { inTime: '10', status: 'EXPIRED_PAID' },
    { inTime: '25', status: 'PAID' },
  ])('leaves a cleared order $status that got $inTime of 25 in time', async ({ inTime, status }) => {
    const world = await begin()
    const { id, address } = await world.order()
    world.pass(10 * MINUTE, (block) => ({ transfers: [seen(block, 'payer', address.address, inTime)] }))
    world.pass(21 * MINUTE)
    let late: SeenTransfer | undefined
    world.pass(DEPTH * BLOCK_MS, (block) => {
      late = seen(block, 'stranger', address.address, '15')
      return { transfers: [late] }
    })
    await world.watch()
    if (!late) throw new Error('nothing was sent')
    await flag(world, late)
    expect(await world.get(id)).toMatchObject({ status: 'FROZEN', windowEndedAt: null })
    world.pass(2 * MINUTE)
    await world.watch()
    const cleared = await world.store.write((tx) => clearOrder(tx, world.context, id, MANDATE))
    expect(cleared.confirmed).toBe(amount(`${parseInt(inTime, 10) + 15}`))
    expect(cleared.status).toBe(status)
  })
})

describe('a late payment in full while a transfer in time is pending', () => {
  it.each(ENGINES)('makes the order EXPIRED_PAID, on %s', async (engine) => {
    const world = await begin(engine)
    const dust = keepDustPending(world)
    const { id, address } = await withDust(world)
    world.pass(12 * 60 * MINUTE)
    world.pass(MINUTE + DEPTH * BLOCK_MS, (block) => ({ transfers: [seen(block, 'payer', address, '25')] }))
    await world.watch()
    await world.expire()
    expect(await world.get(id)).toMatchObject({
      status: 'CONFIRMING',
      received: amount('25.000001'),
      confirmed: 0n,
    })
    dust.release()
    world.pass(BLOCK_MS)
    await world.watch()
    await world.expire()
    expect(await statusOf(world, id)).toBe('UNDERPAID')
    await world.watch()
    expect(await world.get(id)).toMatchObject({ status: 'EXPIRED_PAID', confirmed: amount('25.000001') })
  })

  it.each(ENGINES)('is reported after ten minutes until it is credited, on %s', async (engine) => {
    const world = await begin(engine)
    const dust = keepDustPending(world)
    const { id, address } = await withDust(world)
    const watcher = chainWatcher(world.store, world.context, world.chain, 1_000)
    const watch = async (ms: number) => {
      world.pass(ms)
      await watcher.tick(new AbortController().signal)
    }
    world.pass(2 * MINUTE)
    let late: SeenTransfer | undefined
    world.pass(MINUTE + DEPTH * BLOCK_MS, (block) => {
      late = seen(block, 'payer', address, '25')
      // A pending transfer of dust is not reported.
      return { transfers: [late, seen(block, 'stranger', address, DUST)] }
    })
    for (let minutes = 0; minutes < 10; minutes += 1) await watch(MINUTE)
    expect(await world.conditions()).toEqual([])
    for (let minutes = 0; minutes < 2; minutes += 1) await watch(MINUTE)
    const conditions = await world.store.read((tx) => tx.chainConditions.list(world.id))
    expect(conditions).toMatchObject([{ kind: 'late_payment_stuck' }])
    expect(conditions[0]?.reason).toBe(
      `1 transfers have waited over 10 minutes for a decision on earlier payments to their orders: ${late?.txHash}/0`,
    )
    dust.release()
    await watch(BLOCK_MS)
    await world.expire()
    await watch(MINUTE)
    expect([await statusOf(world, id), await world.conditions()]).toEqual(['EXPIRED_PAID', []])
  })

  it('adds to the order where the transfer in time pays it', async () => {
    const world = await begin()
    const { id, address } = await world.order()
    const { checkFinality } = world.chain
    world.chain.checkFinality = async (transfers) => transfers.map(() => 'pending')
    world.pass(29 * MINUTE, (block) => ({ transfers: [seen(block, 'payer', address.address, '25')] }))
    world.pass(2 * MINUTE)
    world.pass(MINUTE, (block) => ({ transfers: [seen(block, 'payer', address.address, '5')] }))
    await world.watch()
    Object.assign(world.chain, { checkFinality })
    world.pass(BLOCK_MS)
    await world.watch()
    expect(await world.get(id)).toMatchObject({ status: 'PAID', confirmed: amount('30') })
  })
})
