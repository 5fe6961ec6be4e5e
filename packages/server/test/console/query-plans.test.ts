import { expect, it, onTestFinished } from 'vitest'
import { noChanges } from '../../src/storage/changes.js'
import type { Sql, SqlValue } from '../../src/storage/sql.js'
import { createTx } from '../../src/storage/unit-of-work.js'
import { openDatabase } from '../support/storage/engines.js'
import { openPlanner } from '../support/storage/query-plans.js'

const GROWING =
  /(?:SCAN|SEARCH) (orders|ledger_transactions|ledger_postings|withdrawals|audit_entries|webhook_deliveries|webhook_events|list_counts)\b(.*)/
/** A range of an index, or the rows of a table by its key, newest first. */
const BOUNDED = /USING (?:COVERING )?INDEX (?:orders_|ledger_|webhook_|withdrawals_|audit_|sqlite_autoindex)/

it('the numbers of the console read ranges of indexes', async () => {
  const asked = new Map<string, readonly SqlValue[]>()
  const note = (text: string, values: readonly SqlValue[]) => void asked.set(text, values)
  const sql: Sql = {
    get: async (text, ...values) => void note(text, values),
    async all(text, ...values) {
      note(text, values)
      return []
    },
    async run() {
      throw new Error('a number changes nothing')
    },
  }
  const { overview, webhookHistory } = createTx(sql, noChanges())
  await overview.sumPaid('live', 1)
  await overview.countRecent('live')
  await overview.countOrders('live')
  await overview.countRare('live')
  await overview.countWithdrawals('live')
  await overview.countDeliveries('live')
  await overview.countAudit(undefined)
  await overview.countTries('live', 1)
  await overview.listPostings('live', 50)
  await overview.listPostings('live', 50, { createdAt: 1, id: 'x' })
  await overview.listAdjustments('live', 50)
  await webhookHistory.listFailed({ environment: 'live', target: undefined, limit: 50 })
  await webhookHistory.listFailed({ environment: 'live', target: undefined, before: 'wd_1', limit: 50 })
  const { location } = await openDatabase('sqlite')
  const planner = await openPlanner(location)
  onTestFinished(() => planner.close())
  let steps = 0
  for (const [text, values] of asked) {
    const { plan } = await planner.measure(text, values)
    for (const step of plan) {
      if (!GROWING.test(step)) continue
      steps += 1
      expect([text, step]).toEqual([text, expect.stringMatching(BOUNDED)])
    }
  }
  expect(steps).toBeGreaterThan(9)
})
