import type { Order } from '../../domain/orders/order.js'
import { REFUNDABLE } from '../../domain/withdrawals/refunds.js'

/** Whether the status of an order lets its money go back. */
export const isRefundable = (order: Order): boolean =>
  order.kind === 'on-chain' && REFUNDABLE.has(order.status)

/** How much of an order can still go back, 1e-8 USDT. @param refunded what went back or is about to */
export function refundable({ credited }: Order, refunded: bigint): bigint {
  const left = credited - refunded
  return left > 0n ? left : 0n
}
