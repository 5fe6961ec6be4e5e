import { expect, it, onTestFinished } from 'vitest'
import { noChanges } from '../../src/storage/changes.js'
import type { Sql, SqlValue } from '../../src/storage/sql.js'
import { createTx } from '../../src/storage/unit-of-work.js'
import { openDatabase } from '../support/storage/engines.js'
import { openPlanner } from '../support/storage/query-plans.js'

const GROWING =
  /(?:SCAN|SEARCH) (orders|ledger_transactions|ledger_postings|withdrawals|audit_entries|proof_findings|webhook_deliveries|webhook_events|list_counts|merchants|transfers)\b(.*)/
/** A range of an index, or the rows of a table by its key, newest first. */
const BOUNDED =
  /USING (?:COVERING )?INDEX (?:orders_|ledger_|webhook_|withdrawals_|audit_|merchants_by_time|transfers_in_suspense|sqlite_autoindex)/
/** A delivery by its id. */
const LOOKED_UP = expect.stringMatching(
  /^SEARCH webhook_deliveries USING INDEX sqlite_autoindex_\w+ \(id=\?\)$/,
)

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
    async insertAll() {
      throw new Error('a number changes nothing')
    },
  }
  const { overview, webhookHistory, merchants, transfers, chainProofs, proofFindings } = createTx(
    sql,
    noChanges(),
  )
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
  await chainProofs.list('live')
  await proofFindings.list('live/TRC20')
  await merchants.list({ limit: 51, offset: 0, after: { createdAt: 1, id: 'x' } })
  const before = { confirmedAt: 1, txHash: 'x', logIndex: 0 }
  await transfers.listLatestInSuspense('live', { before, limit: 51 })
  await webhookHistory.listFailed({ environment: 'live', target: undefined, limit: 50 })
  await webhookHistory.listFailed({ environment: 'live', target: undefined, before: 'wd_1', limit: 50 })
  const every = { environment: undefined, merchantId: undefined, webhookId: undefined, status: undefined }
  const page = { ...every, limit: 50, compared: 1_000 }
  for (const before of [undefined, 'wd_1']) {
    for (const status of [undefined, 'PENDING', 'FAILED', 'DELIVERED'] as const) {
      await webhookHistory.search({ ...page, environment: 'live', status, before })
      await webhookHistory.search({ ...page, environment: 'live', target: 'wh_1', status, before })
      await webhookHistory.search({ ...page, environment: 'live', merchantId: 'shop', status, before })
      await webhookHistory.search({ ...page, merchantId: 'shop', webhookId: 'wh_1', status, before })
    }
  }
  const { location } = await openDatabase('sqlite')
  const planner = await openPlanner(location)
  onTestFinished(() => planner.close())
  let steps = 0
  const searches = [...asked.keys()].filter((text) => text.includes('AS compared'))
  expect(searches.length).toBeGreaterThan(9)
  for (const [text, values] of asked) {
    const { plan } = await planner.measure(text, values)
    // The ids that are compared drive a search, which looks each of them up.
    if (searches.includes(text)) expect([text, plan]).toEqual([text, expect.arrayContaining([LOOKED_UP])])
    for (const step of plan) {
      if (!GROWING.test(step)) continue
      steps += 1
      expect([text, step]).toEqual([text, expect.stringMatching(BOUNDED)])
    }
  }
  expect(steps).toBeGreaterThan(9)
})
