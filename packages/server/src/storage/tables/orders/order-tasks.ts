import type { Scope } from '../../../domain/shared/types.js'
import type { RefundedOrder } from '../../../domain/store/order-tables.js'
import type { Sql } from '../../sql.js'
import { STANDING } from '../withdrawals/withdrawals.js'
import { type OrderRow, toOrder } from './order-rows.js'

/** The condition of the index `orders_to_do`, word for word, so that both engines use it. */
const TO_DO = `orders.network IS NOT NULL AND (accepted_amount IS NULL OR accepted_amount <> received)
  AND (orders.status = 'UNDERPAID' OR (orders.status IN ('PAID', 'EXPIRED_PAID') AND received > amount))`

/** Lists the newest orders that received too little or too much and are not accepted. */
export async function listToDo(
  sql: Sql,
  { merchantId, environment }: Scope,
  limit: number,
): Promise<RefundedOrder[]> {
  const rows = await sql.all<OrderRow & { refunded: bigint }>(
    `SELECT orders.*, addresses.address,
       (SELECT CAST(COALESCE(SUM(withdrawals.amount), 0) AS BIGINT) FROM withdrawals
        WHERE withdrawals.order_id = orders.id AND ${STANDING}) AS refunded
     FROM orders LEFT JOIN addresses ON addresses.id = orders.address_id
     WHERE orders.merchant_id = ? AND orders.environment = ? AND ${TO_DO}
     ORDER BY orders.created_at DESC, orders.id DESC LIMIT ?`,
    ...[merchantId, environment, limit],
  )
  return rows.flatMap(({ refunded, ...row }) => {
    const order = toOrder(row as OrderRow)
    return order.kind === 'on-chain' ? [{ order, refunded }] : []
  })
}
