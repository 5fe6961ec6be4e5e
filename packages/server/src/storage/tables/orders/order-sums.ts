import { QUARTER_MS } from '../../../domain/shared/time-zone.js'
import type { Scope, TimeRange } from '../../../domain/shared/types.js'
import type { PaidSpan } from '../../../domain/store/order-tables.js'
import { within } from '../../list-ranges.js'
import type { Sql } from '../../sql.js'
import { type Parts, readSum, sumParts } from '../shared/sums.js'

const QUARTER = BigInt(QUARTER_MS)

/** Sums the payments of CONFIRMING orders that are not confirmed, over an index. */
export async function sumUnconfirmed(sql: Sql, { merchantId, environment }: Scope): Promise<bigint> {
  const text = `SELECT ${sumParts('(received - confirmed)', `status = 'CONFIRMING'`, 'open')} FROM orders
    WHERE merchant_id = ? AND environment = ? AND status = 'CONFIRMING'`
  return readSum(await sql.get<Parts<'open'>>(text, merchantId, environment), 'open')
}

/** Counts and sums the UNDERPAID orders that were created since then. */
export async function sumUnderpaid(
  sql: Sql,
  { merchantId, environment }: Scope,
  since: number,
): Promise<{ orders: number; amount: bigint }> {
  const row = await sql.get<Parts<'paid'> & { orders: bigint }>(
    `SELECT COUNT(*) AS orders, ${sumParts('confirmed', 'confirmed > 0', 'paid')} FROM orders
     WHERE merchant_id = ? AND environment = ? AND status = 'UNDERPAID' AND created_at >= ?`,
    merchantId,
    environment,
    since,
  )
  return { orders: Number(row?.orders ?? 0), amount: readSum(row, 'paid') }
}

/** Sums the paid orders of each quarter of an hour, the newest ones, over an index that has the amounts. */
export async function listPaid(
  sql: Sql,
  { merchantId, environment }: Scope,
  time: TimeRange,
  most: number,
): Promise<PaidSpan[]> {
  const conditions = within('paid_at', time)
  const rows = await sql.all<Parts<'paid'> & { quarter: bigint; orders: bigint }>(
    `SELECT paid_at / ${QUARTER} AS quarter, COUNT(*) AS orders, ${sumParts('confirmed', 'confirmed > 0', 'paid')}
     FROM (SELECT paid_at, confirmed FROM orders
       WHERE merchant_id = ? AND environment = ? AND paid_at IS NOT NULL AND ${conditions.map(([text]) => text).join(' AND ')}
       ORDER BY paid_at DESC LIMIT ?) AS newest
     GROUP BY paid_at / ${QUARTER} ORDER BY quarter`,
    merchantId,
    environment,
    ...conditions.flatMap(([, ...values]) => values),
    most,
  )
  return rows.map((row) => ({
    from: Number(row.quarter) * QUARTER_MS,
    orders: Number(row.orders),
    paid: readSum(row, 'paid'),
  }))
}
