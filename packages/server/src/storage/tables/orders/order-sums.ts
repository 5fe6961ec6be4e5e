import type { Scope } from '../../../domain/shared/types.js'
import type { PaidDay } from '../../../domain/store/order-tables.js'
import type { Sql } from '../../sql.js'
import { type Parts, readSum, sumParts } from '../shared/sums.js'

const DAY_MS = 86_400_000n

/** Sums the payments of CONFIRMING orders that are not confirmed, over an index. */
export async function sumUnconfirmed(sql: Sql, { merchantId, environment }: Scope): Promise<bigint> {
  const text = `SELECT ${sumParts('(received - confirmed)', `status = 'CONFIRMING'`, 'open')} FROM orders
    WHERE merchant_id = ? AND environment = ? AND status = 'CONFIRMING'`
  return readSum(await sql.get<Parts<'open'>>(text, merchantId, environment), 'open')
}

/** Sums the paid orders of each day, the newest ones, over an index that has the amounts. */
export async function listPaidDays(
  sql: Sql,
  { merchantId, environment }: Scope,
  since: number,
  most: number,
): Promise<PaidDay[]> {
  const rows = await sql.all<Parts<'paid'> & { day: bigint; orders: bigint }>(
    `SELECT paid_at / ${DAY_MS} AS day, COUNT(*) AS orders, ${sumParts('confirmed', 'confirmed > 0', 'paid')}
     FROM (SELECT paid_at, confirmed FROM orders
       WHERE merchant_id = ? AND environment = ? AND paid_at IS NOT NULL AND paid_at >= ?
       ORDER BY paid_at DESC LIMIT ?) AS newest
     GROUP BY paid_at / ${DAY_MS} ORDER BY day`,
    merchantId,
    environment,
    since,
    most,
  )
  return rows.map((row) => ({ day: Number(row.day), orders: Number(row.orders), paid: readSum(row, 'paid') }))
}
