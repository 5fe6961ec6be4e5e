import type { Instant, Scope } from '../../../domain/shared/types.js'
import type { PaidSpan } from '../../../domain/store/order-tables.js'
import type { Sql } from '../../sql.js'
import { type Parts, readSum, sumParts } from '../shared/sums.js'

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

export async function addPaid(
  sql: Sql,
  { merchantId, environment }: Scope,
  { from, orders, paid }: PaidSpan,
): Promise<void> {
  await sql.run(
    `INSERT INTO paid_sums (merchant_id, environment, from_at, orders, paid) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (merchant_id, environment, from_at)
     DO UPDATE SET orders = paid_sums.orders + excluded.orders, paid = paid_sums.paid + excluded.paid`,
    ...[merchantId, environment, from, orders, paid],
  )
}

/** Sums the rows of each span: a range of the primary key. */
export async function sumPaid(
  sql: Sql,
  { merchantId, environment }: Scope,
  begins: readonly Instant[],
  to: Instant = Number.MAX_SAFE_INTEGER,
): Promise<PaidSpan[]> {
  const span = `SELECT CAST(COALESCE(SUM(orders), 0) AS BIGINT) AS orders, ${sumParts('paid', 'paid > 0', 'paid')}
    FROM paid_sums WHERE merchant_id = ? AND environment = ? AND from_at >= ? AND from_at < ?`
  const text = begins.map((_, at) => span.replace('SELECT', `SELECT ${at} AS span,`)).join(' UNION ALL ')
  const values = begins.flatMap((from, at) => [merchantId, environment, from, begins[at + 1] ?? to])
  const rows = await sql.all<Parts<'paid'> & { span: bigint; orders: bigint }>(text, ...values)
  const sums = new Map(rows.map((row) => [Number(row.span), row]))
  return begins.map((from, at) => {
    const row = sums.get(at)
    return { from, orders: Number(row?.orders ?? 0), paid: readSum(row, 'paid') }
  })
}
