import type { Context } from '../context.js'
import { closeTask } from '../people/closed-tasks.js'
import { DomainError } from '../shared/errors.js'
import type { Scope } from '../shared/types.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import { type OnChainOrder, type Order, paysLink } from './order.js'
import { notPossible } from './order-window.js'
import { lockOrder } from './orders.js'

/** Whether the merchant of an order can accept what it has received. */
export const isAcceptable = (order: Order): order is OnChainOrder =>
  order.kind === 'on-chain' &&
  order.acceptance?.amount !== order.received &&
  (order.status === 'UNDERPAID' || isOverpaid(order))

const isOverpaid = ({ status, received, amount }: OnChainOrder): boolean =>
  (status === 'PAID' || status === 'EXPIRED_PAID') && received > amount

/**
 * Accepts what an order has received, too little or too much. Its status stays, so the transition table has no row for it.
 * An order that is accepted already is returned unchanged.
 *
 * @param by the key or the dashboard session
 * @throws order_not_found; action_not_possible unless it is UNDERPAID or paid too much, and while a payment is being confirmed
 */
export async function acceptOrder(
  tx: Tx,
  context: Context,
  scope: Scope,
  id: string,
  by: string,
): Promise<OnChainOrder> {
  const order = await lockOrder(tx, scope, id)
  if (order.kind === 'on-chain' && order.acceptance?.amount === order.received) return order
  if (!isAcceptable(order)) throw notPossible(order)
  if (order.received !== order.confirmed)
    throw new DomainError('action_not_possible', { detail: 'a payment is being confirmed' })
  const at = context.clock.now()
  const acceptance = { amount: order.received, at, by }
  const accepted = { ...order, acceptance, updatedAt: at, version: order.version + 1 }
  if (!(await tx.orders.update(accepted, order.status)))
    throw new SerializationConflict(`order ${order.id} was changed by another transaction`)
  if (order.paymentLinkId !== null && !paysLink(order))
    await tx.paymentLinks.addTotals(order.paymentLinkId, { paidOrders: 1, paid: 0n, credited: 0n })
  await closeTask(tx, context, scope, { subject: order.id, fact: order.received }, by)
  return accepted
}
