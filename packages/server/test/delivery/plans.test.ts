import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { Sql, SqlValue } from '../../src/storage/sql.js'
import { createTx, noChanges } from '../../src/storage/store.js'
import { type Books, ENGINES, openBooks, type Side } from '../support/books.js'
import { START } from '../support/unit-context.js'
import { merchant } from '../support/unit-store-rows.js'

/** Fewer than a busy server has: a planner that knows of 20,000 rows decides as it does for a million. */
const ROWS = 20_000
const TARGETS = 200

const FILL = `
  INSERT INTO webhook_events (id, merchant_id, environment, event, subject, body, created_at)
  SELECT 'event ' || n, 'shop', 'test', 'payment.confirmed', 'order ' || n, '{}', ${START} + n FROM numbers;
  INSERT INTO webhook_deliveries (id, event_id, url, target, held, status, attempts, next_attempt_at, claimed_until,
    created_at, ended_at)
  SELECT 'wd_' || n, 'event ' || n, 'https://shop.example/', 'target ' || (n % ${TARGETS}), 0,
    CASE WHEN n % 3 = 0 THEN 'PENDING' ELSE 'DELIVERED' END, 0, CASE WHEN n % 3 = 0 THEN ${START} + n END, 0, ${START},
    CASE WHEN n % 3 = 0 THEN NULL ELSE ${START} + n END FROM numbers;
  INSERT INTO webhook_targets (target, merchant_id, environment, origin, next_due_at, last_leased_at)
  SELECT DISTINCT 'target ' || (n % ${TARGETS}), 'shop', 'test', 'https://shop.example', ${START}, n % ${TARGETS}
  FROM numbers WHERE n < ${TARGETS};`
const NUMBERS = {
  sqlite: `CREATE TEMP TABLE numbers AS WITH RECURSIVE counted (n) AS
    (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ${ROWS}) SELECT n FROM counted;`,
  postgres: `CREATE TEMP TABLE numbers AS SELECT n FROM generate_series(1, ${ROWS}) AS n;`,
}

/** Every statement that the engine runs in a claim, a record and a purge, with the values of one run. */
async function statements(): Promise<Map<string, readonly SqlValue[]>> {
  const seen = new Map<string, readonly SqlValue[]>()
  const note = (text: string, values: readonly SqlValue[]) => {
    seen.set(text, values)
  }
  const row = { target: 'target 1', id: 'wd_1', at: BigInt(START), unsure_since: 1n, last_leased_at: 1n }
  const recorder: Sql = {
    get: async <Row>(text: string, ...values: SqlValue[]) => void note(text, values) as Row | undefined,
    all: async <Row>(text: string, ...values: SqlValue[]) => {
      note(text, values)
      return [row] as Row[] // enough of a row for the statements that follow from it
    },
    run: async (text, ...values) => {
      note(text, values)
      return 1
    },
  }
  const tx = createTx(recorder, noChanges())
  const standing = { now: START, until: START + 60_000 }
  await tx.webhookTargets.markLapsed(standing)
  await tx.webhookTargets.lookAgain({ ...standing, unsureBefore: START, limit: 100 })
  const query = { dueAt: START, after: undefined, exceptMerchants: ['a', 'b', 'c', 'd'], limit: 64 }
  await tx.webhookTargets.listDue(query)
  await tx.webhookTargets.listLongestDue({ dueAt: START, after: undefined, limit: 64 })
  await tx.webhookTargets.findFirstDue('target 1', standing)
  await tx.webhookTargets.lease('target 1', START)
  await tx.webhookDeliveries.countLeases('target 1', standing)
  const lease = { owner: 'one', target: 'target 1', dueAt: START, now: START, until: START + 30_000 }
  await tx.webhookDeliveries.claim({ ...lease, lapsedAfter: standing.until, limit: 4 })
  await tx.webhookTargets.markAfterLook('target 1', standing)
  const delivery = {
    id: 'wd_1',
    eventId: 'event 1',
    webhookId: null,
    url: 'https://shop.example/',
    redeliveryOf: null,
    target: 'target 1',
    isHeld: false,
    status: 'PENDING',
    attempts: 1,
    nextAttemptAt: START,
    lastError: 'timeout',
    deliveredAt: null,
    createdAt: START,
  } as const
  await tx.webhookDeliveries.record(delivery, { endedAt: START }, 'one')
  await tx.webhookDeliveries.release('one')
  await tx.webhookDeliveries.releaseHeld({ merchantId: 'shop', environment: 'test' })
  await tx.webhookDeliveries.failPending('target 1', 'webhook_deleted', START)
  await tx.webhookTargets.listDeleted(START)
  await tx.webhookDeliveries.purge(START, 500)
  await tx.webhookDeliveries.purgeEvents(START, 500)
  await tx.webhookTargets.purge(START, 500)
  return seen
}

/** The plan of a statement, a line for each step. */
async function planOf({ location }: Books, side: Side, text: string, values: readonly SqlValue[]) {
  if (location.engine === 'sqlite') {
    const db = new Database(location.file)
    try {
      const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values) as { detail: string }[] // its one column of text
      return steps.map(({ detail }) => detail)
    } finally {
      db.close()
    }
  }
  const literals = values.map((value) => (typeof value === 'string' ? `'${value}'` : `${value}`))
  const bound = text.replaceAll('?', () => literals.shift() ?? 'NULL')
  const rows = await side.rows<{ 'QUERY PLAN': string }>(`EXPLAIN ${bound}`)
  return rows.map((row) => row['QUERY PLAN'])
}

/**
 * Reading all of a table or an index that grows with what waits. What is leased is no more than the slots, and there are
 * as many targets as there are.
 */
const READS_ALL =
  /(SCAN|Seq Scan on) webhook_(deliveries|events|attempts)\b(?! USING INDEX webhook_deliveries_claimed)/

describe.each(ENGINES)('the statements of the delivery engine on %s', (engine) => {
  it(`42 use an index, each of them, with ${ROWS.toLocaleString('en')} deliveries`, async () => {
    const books = await openBooks(engine)
    await books.store.write((tx) => tx.merchants.insert(merchant('shop')))
    const side = await books.side()
    await side.script(`${NUMBERS[engine]}${FILL}${engine === 'postgres' ? 'ANALYZE;' : ''}`)
    const all = await statements()
    const plans = new Map<string, string[]>()
    for (const [text, values] of all) plans.set(text, await planOf(books, side, text, values))
    const readAll = [...plans].filter(([, steps]) => steps.some((step) => READS_ALL.test(step)))
    expect(readAll).toEqual([])
    expect(all.size).toBeGreaterThanOrEqual(18)
  })
})
