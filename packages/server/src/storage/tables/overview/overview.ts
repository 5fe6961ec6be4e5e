import type { OrderStatus } from '../../../domain/orders/order.js'
import type { Environment } from '../../../domain/shared/types.js'
import type { OverviewTable } from '../../../domain/store/overview-tables.js'
import type { DeliveryStatus } from '../../../domain/webhooks/webhook.js'
import type { WithdrawalStatus } from '../../../domain/withdrawals/withdrawal.js'
import { type Sql, whereEqual } from '../../sql.js'
import { type PostingRow, toPosting } from '../ledger/ledger.js'
import { IS_RARE } from '../orders/order-search.js'
import { type Parts, readSum, sumParts } from '../shared/sums.js'
import { IS_DUE, IS_FAILED, IS_HELD } from '../webhooks/delivery-search.js'

/** Rows that one number reads. */
const MOST = 10_000
/** Deliveries that one number reads, each with its event. */
const MOST_DELIVERIES = 1_000

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
    const rows = await sql.all<CountRow<DeliveryStatus> & { environment: Environment }>(
      `SELECT status, environment, COUNT(*) AS total FROM (SELECT event_id, status FROM webhook_deliveries
         ORDER BY id DESC LIMIT ?) AS recent JOIN webhook_events ON webhook_events.id = event_id
       GROUP BY status, environment`,
      MOST_DELIVERIES,
    )
    const failed = await countAmong(sql, environment, IS_FAILED)
    return {
      recent: countsOf(rows.filter((row) => row.environment === environment)),
      isRecentCut: rows.reduce((sum, { total }) => sum + Number(total), 0) === MOST_DELIVERIES,
      failed: failed.count,
      isFailedCut: failed.isCut,
    }
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
    const row = await sql.get<{ tried: bigint; first: bigint; seen: bigint }>(
      `SELECT COUNT(CASE WHEN environment = ? AND attempts > 0 THEN 1 END) AS tried,
         COUNT(CASE WHEN environment = ? AND attempts = 1 AND status = 'DELIVERED' THEN 1 END) AS first,
         COUNT(*) AS seen
       FROM (SELECT event_id, attempts, status, created_at FROM webhook_deliveries ORDER BY id DESC LIMIT ?) AS recent
       JOIN webhook_events ON webhook_events.id = event_id
       WHERE recent.created_at >= ?`,
      environment,
      environment,
      MOST_DELIVERIES,
      since,
    )
    const due = await countAmong(sql, environment, IS_DUE)
    const held = await countAmong(sql, environment, IS_HELD)
    return {
      tried: Number(row?.tried ?? 0),
      first: Number(row?.first ?? 0),
      isTriedCut: Number(row?.seen ?? 0) === MOST_DELIVERIES,
      waiting: due.count + held.count,
      isWaitingCut: due.isCut || held.isCut,
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

/** Counts the deliveries of an environment among the first of both environments; cut where there may be more. */
async function countAmong(
  sql: Sql,
  environment: Environment,
  matches: string,
): Promise<{ count: number; isCut: boolean }> {
  const row = await sql.get<{ total: bigint; seen: bigint }>(
    `SELECT COUNT(CASE WHEN environment = ? THEN 1 END) AS total, COUNT(*) AS seen
     FROM (SELECT event_id FROM webhook_deliveries WHERE ${matches} LIMIT ?) AS matching
     JOIN webhook_events ON webhook_events.id = event_id`,
    environment,
    MOST_DELIVERIES,
  )
  return { count: Number(row?.total ?? 0), isCut: Number(row?.seen ?? 0) === MOST_DELIVERIES }
}

const countsOf = <Status>(rows: readonly CountRow<Status>[]): ReadonlyMap<Status, number> =>
  new Map(rows.map(({ status, total }) => [status, Number(total)]))
