import { describe, expect, it } from 'vitest'
import type { Recovery, RecoveryRequest } from '../../src/domain/webhooks/recovery.js'
import { queueDelivery, toEndpoint } from '../../src/domain/webhooks/webhook-deliveries.js'
import { openRecovery, recoverBatch } from '../../src/domain/webhooks/webhook-recovery.js'
import { contextAt, handClock, START } from '../support/domain/context.js'
import { ENGINES, type Engine, openDatabase, type TestDatabase } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'

const HOUR_MS = 3_600_000
const MANDATE = { actor: 'ada', reason: null }
const REQUEST: RecoveryRequest = {
  webhookId: 'wh_1',
  since: START,
  until: undefined,
  includesMissing: false,
}

/** Creates an endpoint with `count` events whose deliveries FAILED, and as many events without a delivery. */
async function failing(engine: Engine, count: number) {
  const books = await openDatabase(engine)
  const clock = handClock()
  const context = contextAt(clock)
  await books.store.write(async (tx) => {
    await tx.merchants.insert(merchant('shop'))
    const scope = { merchantId: 'shop', environment: 'test' } as const
    const times = { createdAt: START, updatedAt: START }
    const endpoint = { ...scope, ...times, id: 'wh_1', url: 'https://shop.example/hook', isActive: true }
    const subscribed = { ...endpoint, events: ['payment.expired'] as const }
    await tx.webhookEndpoints.insert(subscribed)
    for (let n = 0; n < 2 * count; n += 1) {
      const event = { ...scope, event: 'payment.expired', subject: `order ${n}`, body: '{}' } as const
      const stored = { ...event, id: `event-${n}`, createdAt: START + n }
      await tx.webhookDeliveries.insertEvent(stored)
      if (n % 2 === 0) await queueDelivery(tx, context, stored, toEndpoint(subscribed))
    }
  })
  const side = await books.side()
  await side.script(`UPDATE webhook_deliveries SET status = 'FAILED', attempts = 6, next_attempt_at = NULL`)
  clock.businessAt += HOUR_MS
  return { books, side, context }
}

/** Counts the events by their number of waiting deliveries. */
const waiting = async ({ side }: Awaited<ReturnType<typeof failing>>): Promise<string[]> => {
  const rows = await side.rows<{ deliveries: bigint; events: bigint }>(
    `SELECT deliveries, COUNT(*) AS events FROM (SELECT COUNT(*) AS deliveries FROM webhook_deliveries
       WHERE status = 'PENDING' GROUP BY event_id) AS counted GROUP BY deliveries ORDER BY deliveries`,
  )
  return rows.map(({ deliveries, events }) => `${events} × ${deliveries}`)
}

/** Works as the command does, and fails inside the transaction of a batch. */
async function dieIn(
  { store }: TestDatabase,
  batch: number,
  work: (n: number) => Parameters<typeof store.write>[0],
) {
  for (let n = 1; n < batch; n += 1) await store.write(work(n))
  const dying = store.write(async (tx) => {
    await work(batch)(tx)
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
}

describe.each(ENGINES)('the recovery of an endpoint, on %s', (engine) => {
  it('53 sends each of 1,000 failed ones once, though it is killed twice', async () => {
    const world = await failing(engine, 1_000)
    const { books, context } = world
    const { store } = books
    const open = () => store.write((tx) => openRecovery(tx, context, REQUEST, MANDATE))
    const { id } = await open()
    const next = () => (tx: Parameters<typeof recoverBatch>[0]) => recoverBatch(tx, context, id)
    await dieIn(books, 2, next)
    expect(await waiting(world)).toEqual(['250 × 1'])
    expect((await open()).redelivered).toBe(250)
    await dieIn(books, 2, next)
    let recovery: Recovery = await open()
    expect([recovery.id, recovery.redelivered]).toEqual([id, 500])
    while (recovery.finishedAt === null) recovery = await store.write(next())
    expect([recovery.redelivered, recovery.missing]).toEqual([1_000, 0])
    expect(await waiting(world)).toEqual(['1000 × 1'])
  })

  it('sends missing events on request, and nothing twice when it runs again', async () => {
    const world = await failing(engine, 20)
    const { store } = world.books
    const run = async (request: RecoveryRequest) => {
      let recovery = await store.write((tx) => openRecovery(tx, world.context, request, MANDATE))
      const { id } = recovery
      while (recovery.finishedAt === null)
        recovery = await store.write((tx) => recoverBatch(tx, world.context, id))
      return [recovery.redelivered, recovery.missing]
    }
    expect(await run({ ...REQUEST, since: START + 4, until: START + 10 })).toEqual([3, 0])
    expect(await run({ ...REQUEST, includesMissing: true })).toEqual([17, 20])
    expect(await run({ ...REQUEST, includesMissing: true })).toEqual([0, 0])
    expect(await waiting(world)).toEqual(['40 × 1'])
    const redeliveries = await world.side.value(
      'SELECT COUNT(*) FROM webhook_deliveries WHERE redelivery_of IS NOT NULL',
    )
    expect(redeliveries).toBe(20)
  })
})
