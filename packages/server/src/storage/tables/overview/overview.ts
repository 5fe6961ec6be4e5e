import type { OrderStatus } from '../../../domain/orders/order.js'
import type { OverviewTable } from '../../../domain/store/overview-tables.js'
import type { DeliveryStatus } from '../../../domain/webhooks/webhook.js'
import type { WithdrawalStatus } from '../../../domain/withdrawals/withdrawal.js'
import { type Sql, whereEqual } from '../../sql.js'
import { type PostingRow, toPosting } from '../ledger/ledger.js'
import { IS_RARE } from '../orders/order-search.js'
import { type Parts, readSum, sumParts } from '../shared/sums.js'

/** Rows that one number reads. */
const MOST = 10_000
/** Deliveries that one number reads, each with its event. */
const MOST_DELIVERIES = 1_000

/** Deliveries that wait for their attempt, and for a secret. The orders make an engine read the partial index of each. */
const WAITING = ["status = 'PENDING' AND held = 0 ORDER BY target", 'held = 1 ORDER BY waits_for'] as const

/** The posting that holds the whole payment: a deposit enters custody, an app payment leaves its hold. */
const IS_PAYMENT = `((recent.kind = 'deposit' AND debit_account LIKE '%/platform/custody:%')
  OR (recent.kind = 'app_settle' AND sequence = 1))`

interface CountRow<Status> {
  status: Status
  total: bigint
}

/** The index of rare kinds; an engine uses it only for statements that repeat its condition. */
const IS_ADJUSTMENT = `kind = 'adjust' AND kind IN ('attribute', 'reverse', 'withdrawal_difference', 'sweep', 'topup',
  'outgoing', 'destroyed', 'explain', 'adjust')`

/** Selects the postings of the newest ledger transactions that match. */
const postingsOf = (where: string): string =>
  `SELECT ledger_postings.*, recent.kind, recent.idempotency_key, recent.created_at
   FROM (SELECT id, kind, idempotency_key, created_at FROM ledger_transactions WHERE environment = ? ${where}
     ORDER BY created_at DESC, id DESC LIMIT ?) AS recent
   JOIN ledger_postings ON ledger_postings.transaction_id = recent.id
   ORDER BY recent.created_at DESC, recent.id DESC, sequence`

export const overviewTable = (sql: Sql): OverviewTable => ({
  async sumPaid(environment, since) {
    const row = await sql.get<Parts<'amount'> & { total: bigint; since_at: bigint | null; seen: bigint }>(
      `SELECT ${sumParts('amount', IS_PAYMENT, 'amount')}, COUNT(CASE WHEN ${IS_PAYMENT} THEN 1 END) AS total,
         MIN(recent.created_at) AS since_at, COUNT(DISTINCT recent.id) AS seen
       FROM (SELECT id, kind, created_at FROM ledger_transactions WHERE environment = ? AND created_at >= ?
         ORDER BY created_at DESC, id DESC LIMIT ?) AS recent
       JOIN ledger_postings ON ledger_postings.transaction_id = recent.id`,
      environment,
      since,
      MOST,
    )
    return {
      amount: readSum(row, 'amount'),
      count: Number(row?.total ?? 0),
      since: Number(row?.since_at ?? since),
      isCut: Number(row?.seen ?? 0) === MOST,
    }
  },
  async countRecent(environment, limit = MOST) {
    const rows = await sql.all<CountRow<OrderStatus>>(
      `SELECT status, COUNT(*) AS total FROM (SELECT status FROM orders WHERE environment = ?
         ORDER BY created_at DESC, id DESC LIMIT ?) AS recent GROUP BY status`,
      environment,
      limit,
    )
    return countsOf(rows)
  },
  async countOrders(environment) {
    const row = await sql.get<{ total: bigint | null }>(
      `SELECT CAST(SUM(total) AS BIGINT) AS total FROM list_counts
       WHERE list >= 'orders/' AND list < 'orders0' AND list LIKE ?`,
      `%/${environment}`,
    )
    return Number(row?.total ?? 0)
  },
  async countRare(environment) {
    const rows = await sql.all<CountRow<OrderStatus>>(
      `SELECT status, COUNT(*) AS total FROM (SELECT status FROM orders WHERE environment = ? AND ${IS_RARE} LIMIT ?)
       AS rare GROUP BY status`,
      environment,
      MOST,
    )
    return countsOf(rows)
  },
  async countWithdrawals(environment) {
    const rows = await sql.all<CountRow<WithdrawalStatus>>(
      `SELECT status, COUNT(*) AS total FROM (SELECT status FROM withdrawals WHERE environment = ?
         ORDER BY id DESC LIMIT ?) AS recent GROUP BY status`,
      environment,
      MOST,
    )
    return countsOf(rows)
  },
  async countDeliveries(environment) {
    const rows = await sql.all<CountRow<DeliveryStatus>>(
      `SELECT status, COUNT(*) AS total FROM (SELECT status FROM webhook_deliveries
         JOIN webhook_events ON webhook_events.id = event_id WHERE environment = ?
         ORDER BY webhook_deliveries.id DESC LIMIT ?) AS recent GROUP BY status`,
      environment,
      MOST_DELIVERIES,
    )
    // The condition of a partial index.
    const row = await sql.get<{ total: bigint }>(
      `SELECT COUNT(*) AS total FROM (SELECT event_id FROM webhook_deliveries WHERE status = 'FAILED' AND handled = 0
         ORDER BY target LIMIT ?) AS failed JOIN webhook_events ON webhook_events.id = event_id WHERE environment = ?`,
      MOST_DELIVERIES,
      environment,
    )
    return { recent: countsOf(rows), failed: Number(row?.total ?? 0) }
  },
  async countAudit(subject) {
    const where = whereEqual({ subject })
    const row = await sql.get<{ total: bigint }>(
      `SELECT COUNT(*) AS total FROM (SELECT id FROM audit_entries ${where.text} LIMIT ?) AS found`,
      ...where.values,
      MOST,
    )
    return Number(row?.total ?? 0)
  },
  async countTries(environment, since) {
    const row = await sql.get<{ tried: bigint; first: bigint }>(
      `SELECT COUNT(CASE WHEN attempts > 0 THEN 1 END) AS tried,
         COUNT(CASE WHEN attempts = 1 AND status = 'DELIVERED' THEN 1 END) AS first
       FROM (SELECT event_id, attempts, status, created_at FROM webhook_deliveries ORDER BY id DESC LIMIT ?) AS recent
       JOIN webhook_events ON webhook_events.id = event_id
       WHERE recent.created_at >= ? AND environment = ?`,
      MOST_DELIVERIES,
      since,
      environment,
    )
    let waiting = 0
    for (const isWaiting of WAITING) {
      const found = await sql.get<{ total: bigint }>(
        `SELECT COUNT(*) AS total FROM (SELECT event_id FROM webhook_deliveries WHERE ${isWaiting} LIMIT ?) AS waiting
         JOIN webhook_events ON webhook_events.id = event_id WHERE environment = ?`,
        MOST_DELIVERIES,
        environment,
      )
      waiting += Number(found?.total ?? 0)
    }
    return {
      tried: Number(row?.tried ?? 0),
      first: Number(row?.first ?? 0),
      waiting,
    }
  },
  async listPostings(environment, transactions, before) {
    const rows = before
      ? await sql.all<PostingRow>(
          postingsOf('AND (created_at, id) < (?, ?)'),
          environment,
          before.createdAt,
          before.id,
          transactions,
        )
      : await sql.all<PostingRow>(postingsOf(''), environment, transactions)
    return rows.map(toPosting)
  },
  async listAdjustments(environment, transactions) {
    return (await sql.all<PostingRow>(postingsOf(`AND ${IS_ADJUSTMENT}`), environment, transactions)).map(
      toPosting,
    )
  },
})

const countsOf = <Status>(rows: readonly CountRow<Status>[]): ReadonlyMap<Status, number> =>
  new Map(rows.map(({ status, total }) => [status, Number(total)]))
