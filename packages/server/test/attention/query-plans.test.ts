import { expect, it, onTestFinished } from 'vitest'
import { listAttention } from '../../src/domain/attention/attention.js'
import { noChanges } from '../../src/storage/changes.js'
import type { Sql, SqlValue } from '../../src/storage/sql.js'
import { createTx } from '../../src/storage/unit-of-work.js'
import { contextAt } from '../support/domain/context.js'
import { TestClock } from '../support/server/clock.js'
import { openDatabase } from '../support/storage/engines.js'
import { openPlanner } from '../support/storage/query-plans.js'

const NAMED = { name: 'auto_limit', id: 'a', total: 1n, at: 1n, since_at: 1n, created_at: 1n, event_at: 1n }
const GROWING =
  /(?:SCAN|SEARCH) (orders|withdrawals|withdrawal_destinations|transfers|webhook_deliveries|webhook_targets|merchants)\b(.*)/
const OWN_INDEX =
  /INDEX (orders_frozen|withdrawal_destinations_new|withdrawals_in_review|withdrawals_open|transfers_in_suspense|webhook_deliveries_(failed|held|by_target)|webhook_targets_failing|merchants_activated)\b/

it('the list of what waits for a person reads only what waits', async () => {
  const asked = new Map<string, readonly SqlValue[]>()
  const sql: Sql = {
    async get<Row>(text: string, ...values: SqlValue[]) {
      asked.set(text, values)
      return (text.includes('webhook_deliveries') || text.includes('withdrawals') ? NAMED : undefined) as Row // has the columns that are read
    },
    async all(text, ...values) {
      asked.set(text, values)
      return []
    },
    async run() {
      throw new Error('the list changes nothing')
    },
    async insertAll() {
      throw new Error('the list changes nothing')
    },
  }
  const context = contextAt(new TestClock())
  const alone = { policy: { ...context.policy, hasSingleOperator: true } }
  await listAttention(createTx(sql, noChanges()), { ...context, ...alone })
  const { location } = await openDatabase('sqlite')
  const planner = await openPlanner(location)
  onTestFinished(() => planner.close())
  const used = new Set<string>()
  for (const [text, values] of asked) {
    const { plan } = await planner.measure(text, values)
    for (const step of plan) {
      const [, , how = ''] = GROWING.exec(step) ?? []
      if (!GROWING.test(step)) continue
      expect([text, how]).toEqual([text, expect.stringMatching(OWN_INDEX)])
      used.add(OWN_INDEX.exec(how)?.[1] ?? '')
    }
  }
  expect(used.size).toBe(10)
})
