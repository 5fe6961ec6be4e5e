import { MERCHANT_CODES, merchantAccount } from '../../../domain/ledger/account.js'
import type { TransactionKind } from '../../../domain/ledger/ledger-entry.js'
import type { Batch, Period, Place } from '../../../domain/shared/period.js'
import type { Scope } from '../../../domain/shared/types.js'
import type { ExportTable } from '../../../domain/store/export-tables.js'
import { placeholders, type Sql, type SqlValue } from '../../sql.js'
import { type PostingRow, toPosting } from '../ledger/ledger.js'
import { type OrderRow, toOrder } from '../orders/order-rows.js'
import { type Parts, readSum, sumParts } from '../shared/sums.js'
import { DELIVERY_COLUMNS, type DeliveryRow, toDeliveryWithEvent } from '../webhooks/delivery-rows.js'

/** Rows of a batch: enough for few round trips, and little memory. */
const BATCH = 1_000

type Positioned = { readonly at: bigint; readonly position: string }
type SubjectRow = {
  reference: string
  refund_of: string | null
  order_number: string | null
  withdrawal_number: string | null
}
type MoveRow = Parts<'moved'> & {
  kind: TransactionKind
  debit_account: string
  credit_account: string
  is_within: bigint
  is_refund: bigint
}

export function exportTable(sql: Sql): ExportTable {
  return {
    async listOrders(period, after) {
      const page = pageOf('orders', period, after, true)
      const rows = await sql.all<OrderRow & Positioned>(
        `SELECT orders.*, addresses.address, page.at, page.position FROM (${page.text}) AS page
         JOIN orders ON orders.id = page.position LEFT JOIN addresses ON addresses.id = orders.address_id
         ORDER BY page.at, page.position`,
        ...page.values,
      )
      return batchOf(rows, (row) => [toOrder(row)])
    },
    async listDeliveries(period, after) {
      const page = pageOf('webhook_events', period, after, true)
      const rows = await sql.all<DeliveryRow & Positioned>(
        `SELECT ${DELIVERY_COLUMNS}, page.at, page.position FROM (${page.text}) AS page
         JOIN webhook_events ON webhook_events.id = page.position
         LEFT JOIN webhook_deliveries ON webhook_deliveries.event_id = page.position
         ORDER BY page.at, page.position, webhook_deliveries.id`,
        ...page.values,
      )
      return batchOf(rows, (row) => (row.id === null ? [] : [toDeliveryWithEvent(row)]))
    },
    async listPostings(period, after) {
      const page = pageOf('ledger_transactions', period, after, false)
      const { merchantId, environment } = period
      const own = merchantId === undefined ? [] : accountIds({ merchantId, environment })
      const isOwn = own.length === 0 ? '' : `AND ${touches(own)}`
      const rows = await sql.all<PostingRow & Positioned & SubjectRow>(
        `SELECT ledger_postings.*, page.at, page.position, ledger_transactions.kind, ledger_transactions.reference,
           ledger_transactions.idempotency_key, ledger_transactions.created_at,
           withdrawals.order_id AS refund_of, withdrawals.withdrawal_number, orders.order_number
         FROM (${page.text}) AS page
         JOIN ledger_transactions ON ledger_transactions.id = page.position
         LEFT JOIN ledger_postings ON ledger_postings.transaction_id = page.position ${isOwn}
         LEFT JOIN withdrawals ON withdrawals.id = ledger_transactions.reference
         LEFT JOIN app_payments ON app_payments.id = ledger_transactions.reference
         LEFT JOIN orders
           ON orders.id = COALESCE(withdrawals.order_id, app_payments.order_id, ledger_transactions.reference)
         ORDER BY page.at, page.position, ledger_postings.sequence`,
        ...page.values,
        ...own,
        ...own,
      )
      return batchOf(rows, (row) =>
        row.transaction_id === null
          ? []
          : [
              {
                ...toPosting(row),
                reference: row.reference,
                refundOf: row.refund_of,
                orderNumber: row.order_number,
                withdrawalNumber: row.withdrawal_number,
              },
            ],
      )
    },
    async hasMore(environment, from, count) {
      const row = await sql.get(
        `SELECT id FROM ledger_transactions WHERE environment = ? AND created_at >= ?
         ORDER BY created_at, id LIMIT 1 OFFSET ?`,
        environment,
        from,
        count,
      )
      return row !== undefined
    },
    async sumMoves(scope, { from, to }) {
      const own = accountIds(scope)
      const rows = await sql.all<MoveRow>(
        `SELECT kind, debit_account, credit_account, CASE WHEN created_at < ? THEN 1 ELSE 0 END AS is_within,
           CASE WHEN kind = 'withdrawal_settle' AND EXISTS (SELECT 1 FROM withdrawals
             WHERE withdrawals.id = reference AND order_id IS NOT NULL) THEN 1 ELSE 0 END AS is_refund,
           ${sumParts('amount', '1 = 1', 'moved')}
         FROM ledger_transactions JOIN ledger_postings ON ledger_postings.transaction_id = ledger_transactions.id
         WHERE ledger_transactions.environment = ? AND created_at >= ? AND ${touches(own)}
         GROUP BY kind, debit_account, credit_account, is_within, is_refund`,
        to,
        scope.environment,
        from,
        ...own,
        ...own,
      )
      return rows.map((row) => ({
        kind: row.kind,
        debit: row.debit_account,
        credit: row.credit_account,
        amount: readSum(row, 'moved'),
        isRefund: row.is_refund === 1n,
        isWithin: row.is_within === 1n,
      }))
    },
  }
}

const accountIds = (scope: Scope): string[] => MERCHANT_CODES.map((code) => merchantAccount(scope, code).id)

const touches = ({ length }: readonly string[]): string =>
  `(debit_account IN (${placeholders(length)}) OR credit_account IN (${placeholders(length)}))`

/** Selects the places of one batch. An index covers it, so that a batch costs the same at any depth. */
function pageOf(
  table: 'orders' | 'webhook_events' | 'ledger_transactions',
  { environment, merchantId, from, to }: Period,
  after: Place,
  hasMerchant: boolean,
): { text: string; values: SqlValue[] } {
  const ofMerchant = hasMerchant && merchantId !== undefined
  return {
    text: `SELECT created_at AS at, id AS position FROM ${table}
      WHERE environment = ? ${ofMerchant ? 'AND merchant_id = ?' : ''}
        AND created_at >= ? AND created_at < ? AND (created_at, id) > (?, ?)
      ORDER BY created_at, id LIMIT ${BATCH}`,
    values: [environment, ...(ofMerchant ? [merchantId] : []), from, to, after.at, after.id],
  }
}

/** A place has several rows, or one that reads as none. */
function batchOf<Row extends Positioned, Listed>(
  rows: readonly Row[],
  read: (row: Row) => Listed[],
): Batch<Listed> {
  const found = new Set(rows.map(({ position }) => position)).size
  const last = rows.at(-1)
  return {
    rows: rows.flatMap(read),
    next: last && found === BATCH ? { at: Number(last.at), id: last.position } : undefined,
  }
}
