import { newestFirst } from '../../../domain/orders/order-tasks.js'
import type { Scope } from '../../../domain/shared/types.js'
import type { OrderToDo } from '../../../domain/store/order-tables.js'
import { NETWORKS } from '../../../networks/networks.js'
import type { Sql, SqlValue } from '../../sql.js'
import { STANDING } from '../withdrawals/withdrawals.js'
import { type OrderRow, toOrder } from './order-rows.js'

/** The condition of the index `orders_to_do`, word for word, so that both engines use it. */
const TO_DO = `orders.network IS NOT NULL AND (accepted_amount IS NULL OR accepted_amount <> received)
  AND (orders.status = 'UNDERPAID' OR (orders.status IN ('PAID', 'EXPIRED_PAID') AND received > amount))`

/** Lists the newest orders that received too little or too much and are not accepted. */
export const listToDo = (sql: Sql, scope: Scope, limit: number): Promise<OrderToDo[]> =>
  listOrders(sql, scope, [TO_DO], limit)

/** Lists the newest orders that were paid after they had expired. */
export async function listPaidLate(sql: Sql, scope: Scope, limit: number): Promise<OrderToDo[]> {
  const lists: OrderToDo[][] = []
  // The index of statuses has the network before the time.
  for (const network of NETWORKS)
    lists.push(
      await listOrders(sql, scope, ["orders.status = 'EXPIRED_PAID' AND orders.network = ?", network], limit),
    )
  return lists.flat().sort(newestFirst).slice(0, limit)
}

async function listOrders(
  sql: Sql,
  { merchantId, environment }: Scope,
  [condition, ...values]: readonly [string, ...SqlValue[]],
  limit: number,
): Promise<OrderToDo[]> {
  const rows = await sql.all<OrderRow & { refunded: bigint; closed_fact: bigint | null }>(
    `SELECT orders.*, addresses.address, closed_tasks.fact AS closed_fact,
       (SELECT CAST(COALESCE(SUM(withdrawals.amount), 0) AS BIGINT) FROM withdrawals
        WHERE withdrawals.order_id = orders.id AND ${STANDING}) AS refunded
     FROM orders LEFT JOIN addresses ON addresses.id = orders.address_id
       LEFT JOIN closed_tasks ON closed_tasks.merchant_id = orders.merchant_id
         AND closed_tasks.environment = orders.environment AND closed_tasks.subject = orders.id
         AND closed_tasks.fact = orders.received
     WHERE orders.merchant_id = ? AND orders.environment = ? AND ${condition}
     ORDER BY orders.created_at DESC, orders.id DESC LIMIT ?`,
    ...[merchantId, environment, ...values, limit],
  )
  return rows.flatMap(({ refunded, closed_fact, ...row }) => {
    const order = toOrder(row as OrderRow)
    return order.kind === 'on-chain' ? [{ order, refunded, isClosed: closed_fact !== null }] : []
  })
}
