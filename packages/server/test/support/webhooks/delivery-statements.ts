import type { EventType } from '../../../src/domain/webhooks/event-types.js'
import type { Delivery, WebhookEvent } from '../../../src/domain/webhooks/webhook.js'
import { noChanges } from '../../../src/storage/changes.js'
import type { Sql, SqlValue } from '../../../src/storage/sql.js'
import { createTx } from '../../../src/storage/unit-of-work.js'
import { START } from '../domain/context.js'

const TARGETS = 200
const SCOPE = { merchantId: 'shop', environment: 'test' } as const
const URL = 'https://shop.example/'

/**
 * Returns a script that fills a database with the merchant `shop`. A third of the deliveries wait, one in a thousand is
 * leased, one in a thousand is held, one in a hundred was redelivered, and the first hundredth was purged. The last ten
 * events have no position yet.
 */
export const fillScript = (engine: 'sqlite' | 'postgres', rows: number): string => `
  CREATE TEMP TABLE numbers AS ${
    engine === 'sqlite'
      ? `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${rows}) SELECT n FROM counted`
      : `SELECT n FROM generate_series(1, ${rows}) AS n`
  };
  INSERT INTO webhook_endpoints (id, merchant_id, environment, url, events, is_active, created_at, updated_at)
  SELECT 'target ' || (n % ${TARGETS}), 'shop', 'test', '${URL}', 'payment.confirmed', 1, ${START}, ${START}
  FROM numbers WHERE n <= ${TARGETS} AND n % 2 = 0;
  INSERT INTO webhook_events (id, merchant_id, environment, event, subject, body, created_at, position)
  SELECT 'event ' || n, 'shop', 'test', 'payment.confirmed', 'order ' || n, '{}', ${START} + n,
    CASE WHEN n <= ${rows - 10} THEN n END
  FROM numbers;
  INSERT INTO webhook_deliveries (id, event_id, webhook_id, url, redelivery_of, target, held, status, attempts,
    next_attempt_at, claimed_by, claimed_until, created_at, ended_at)
  SELECT 'wd_' || n, 'event ' || n, CASE WHEN n % 2 = 0 THEN 'target ' || (n % ${TARGETS}) END,
    CASE WHEN n % 2 = 1 THEN '${URL}' END, CASE WHEN n % 100 = 0 THEN 'wd_' || (n - 1) END,
    'target ' || (n % ${TARGETS}), CASE WHEN n % 999 = 3 THEN 1 ELSE 0 END,
    CASE WHEN n % 3 = 0 THEN 'PENDING' WHEN n % 3 = 1 THEN 'DELIVERED' ELSE 'FAILED' END, 0,
    CASE WHEN n % 3 = 0 THEN ${START} + n END, CASE WHEN n % 999 = 0 THEN 'one' END,
    CASE WHEN n % 999 = 0 THEN ${START} + 30000 ELSE 0 END, ${START} + n, CASE WHEN n % 3 = 0 THEN NULL ELSE ${START} + n END
  FROM numbers WHERE n > ${rows / 100};
  INSERT INTO webhook_attempts (delivery_id, number, started_at, signed_at, status, whole_ms, sample_bytes, truncated)
  SELECT 'wd_' || n, 1, ${START} + n, ${START / 1_000}, 204, 7, 0, 0 FROM numbers WHERE n > ${rows / 100} AND n % 3 > 0;
  INSERT INTO webhook_targets (target, merchant_id, environment, origin, next_due_at, last_leased_at)
  SELECT DISTINCT 'target ' || (n % ${TARGETS}), 'shop', 'test', '${URL}', ${START}, n % ${TARGETS}
  FROM numbers WHERE n < ${TARGETS};
  ${engine === 'postgres' ? 'ANALYZE;' : ''}`

/** Lists every statement that the engine runs between an event and its purge, with the values of one run. */
export async function deliveryStatements(rows: number): Promise<Map<string, readonly SqlValue[]>> {
  const seen = new Map<string, readonly SqlValue[]>()
  const tx = createTx(recorder(seen, rows), noChanges())
  const middle = START + rows / 2
  const standing = { now: START, until: START + 60_000 }
  await store(tx, rows)
  await tx.webhookTargets.lowerDueTimesOfLapsed(standing)
  await tx.webhookTargets.oldestTransactionMs()
  await tx.webhookTargets.listAfter('', 100)
  await tx.webhookTargets.bringForward(['target 1'], Array(6).fill(START), 500)
  await tx.webhookTargets.limitStamps(START)
  await tx.webhookTargets.revalidateDueTimes({ ...standing, dueAt: START, unsureBefore: START, limit: 100 })
  const query = { dueAt: middle, after: undefined, exceptMerchants: ['a', 'b', 'c', 'd'], limit: 64 }
  await tx.webhookTargets.listDue(query)
  await tx.webhookTargets.lease('target 1', START)
  await tx.webhookDeliveries.countLeases('target 1', standing)
  await tx.webhookDeliveries.countWaiting('target 1', 3)
  await tx.webhookDeliveries.findDue({ target: 'target 1', dueAt: middle, standing, limit: 4 })
  await tx.webhookDeliveries.claim([deliveryOf(rows).id], { owner: 'one', until: START + 30_000, standing })
  await tx.webhookTargets.setDueTime('target 1', standing)
  await tx.webhookDeliveries.record([{ ...deliveryOf(rows), attempts: 1, endedAt: START }], 'one')
  await tx.webhookDeliveries.release('one')
  await tx.webhookDeliveries.release()
  await tx.webhookDeliveries.failPending('target 1', 'webhook_deleted', START)
  await tx.webhookEndpoints.listDeletedWithPending(START)
  await tx.webhookSecrets.listScopesWithPending(START)
  await tx.webhookDeliveries.failHeld({ until: middle, at: START, realAt: START, limit: 500 })
  await tx.webhookDeliveries.purge(middle, 500)
  await tx.webhookDeliveries.purgeEvents(middle, 500)
  await tx.webhookTargets.purge(START, 500)
  await read(tx, rows)
  return seen
}

type Tx = ReturnType<typeof createTx>

/** Runs the statements that store an event and an attempt. */
async function store(tx: Tx, rows: number): Promise<void> {
  await tx.webhookDeliveries.insertEvent({ ...eventOf(rows), id: 'another event' })
  await tx.webhookDeliveries.releaseHeld(SCOPE)
  await tx.webhookDeliveries.insert({ ...deliveryOf(rows), id: 'wd_another' }, SCOPE)
  await tx.webhookAttempts.insert([
    {
      deliveryId: deliveryOf(rows).id,
      number: 2,
      startedAt: START,
      endedAt: START,
      signedAt: START,
      outcome: 'timeout',
      outcomeDetail: null,
      isErrorHidden: false,
      status: null,
      timings: { dns: 1, connect: 1, tls: 1, firstByte: null, whole: 10_000 },
      sample: null,
      retryAfter: null,
      sampleBytes: 0,
      isTruncated: false,
    },
  ])
}

/** Runs the statements that read deliveries, also in order of time. */
async function read(tx: Tx, rows: number): Promise<void> {
  const middle = START + rows / 2
  const place = { at: middle, id: 'event' }
  await tx.webhookAttempts.list(deliveryOf(rows).id)
  await tx.webhookAttempts.listResults(['target 1', 'target 2'], { since: middle, most: 200 })
  await tx.webhookDeliveries.find('target 2', 'wd_2')
  const after = { createdAt: middle, id: 'wd_2' }
  for (const page of [
    { limit: 20, offset: 0 },
    { limit: 20, offset: 0, after },
  ]) {
    await tx.webhookDeliveries.list('target 2', {}, page)
    await tx.webhookDeliveries.listBySubject(eventOf(rows).subject, page)
  }
  await tx.webhookDeliveries.count('target 2', {})
  await tx.webhookDeliveries.countBySubject(eventOf(rows).subject)
  await tx.webhookTargets.listLongestDue({ dueAt: START, after: undefined, limit: 64 })
  await tx.webhookTargets.findFirstDue('target 1', { now: START, until: START + 60_000 })
  const range = { ...SCOPE, webhookId: 'target 2', after: place, until: START + rows, limit: 500 }
  await tx.webhookRecoveries.listEvents(range)
  await tx.webhookFeed.listAfter(SCOPE, place, 100)
  await tx.webhookFeed.listPlaces(SCOPE, { after: middle - 10_000, upTo: place })
  await tx.webhookFeed.listByIds(SCOPE, ['event 1', 'event 2', 'wd_100'])
  await tx.webhookFeed.findLast(SCOPE, place)
  await tx.eventList.hasUnnumbered()
  await tx.eventList.list(SCOPE, { after: 0, upTo: 9, types: ['payment.expired'], limit: 100 })
}

/** Records statements. Every query returns one row with the columns that the next statements need. */
function recorder(seen: Map<string, readonly SqlValue[]>, rows: number): Sql {
  const { id } = deliveryOf(rows)
  const row = { target: 'target 1', id, at: BigInt(START), unsure_since: 1n, last_leased_at: 1n, total: 1n }
  return {
    async get<Row>(text: string, ...values: SqlValue[]) {
      seen.set(text, values)
      return undefined as Row | undefined
    },
    async all<Row>(text: string, ...values: SqlValue[]) {
      seen.set(text, values)
      return [row] as Row[] // has the columns that are read
    },
    async run(text, ...values) {
      seen.set(text, values)
      // No due time was lowered yet, so that update changes no row. Other statements run only after one that changed a row.
      return text.startsWith('UPDATE webhook_targets SET next_due_at = ? WHERE') ? 0 : 1
    },
    async insertAll(statements) {
      for (const [text, ...values] of statements) seen.set(text, values)
    },
  }
}

const eventOf = (rows: number): WebhookEvent => ({
  ...SCOPE,
  id: `event ${waiting(rows)}`,
  event: 'payment.confirmed' satisfies EventType,
  subject: `order ${waiting(rows)}`,
  body: '{}',
  createdAt: START,
})

const deliveryOf = (rows: number): Delivery => ({
  id: `wd_${waiting(rows)}`,
  eventId: `event ${waiting(rows)}`,
  webhookId: null,
  url: URL,
  redeliveryOf: null,
  target: 'target 1',
  isHeld: false,
  status: 'PENDING',
  attempts: 0,
  nextAttemptAt: START,
  lastError: null,
  lastErrorDetail: null,
  isErrorHidden: false,
  deliveredAt: null,
  createdAt: START,
})

/** Number of a waiting delivery in the middle of the table, to an order's own URL. */
const waiting = (rows: number): number => 6 * Math.floor(rows / 12) + 3
