import type { Context } from '../context.js'
import { DomainError } from '../shared/errors.js'
import type { Instant, Scope } from '../shared/types.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Order, OrderStatus } from './order.js'
import { OrderUnitOfWork } from './order-unit-of-work.js'
import { lockOrder } from './orders.js'

/** Statuses of an order whose window ended without a full payment. */
const ENDED: ReadonlySet<OrderStatus> = new Set(['EXPIRED', 'UNDERPAID'])

/**
 * Ends the window of an OPEN order now, at the wish of its merchant. A worker ends the order then, as it ends every window. An
 * order whose window is over is returned unchanged.
 *
 * @throws order_not_found; action_not_possible if a payment is in flight, or the order is paid or frozen
 */
export async function expireOrder(tx: Tx, context: Context, scope: Scope, id: string): Promise<Order> {
  const order = await lockOrder(tx, scope, id)
  if (ENDED.has(order.status)) return order
  // The status comes first: on a frozen or paid order the end of a confirmation changes nothing.
  if (order.status !== 'OPEN' && order.status !== 'CONFIRMING') throw notPossible(order)
  if (order.status === 'CONFIRMING' || order.received !== order.confirmed)
    throw new DomainError('action_not_possible', { detail: 'a payment is being confirmed' })
  const now = context.clock.now()
  return order.expireAt <= now ? order : endWindowAt(tx, context, order, now)
}

/** Ends the windows of unpaid and underpaid orders. */
export async function endWindows(tx: Tx, context: Context, orders: readonly Order[]): Promise<void> {
  const orderUnit = new OrderUnitOfWork(tx, context)
  for (const order of orders) await orderUnit.apply(order, { kind: 'window_over' })
  await orderUnit.post()
}

/** The refusal of an action that the status of an order does not allow. */
export const notPossible = ({ status }: Pick<Order, 'status'>, hint = ''): DomainError =>
  new DomainError('action_not_possible', { detail: `the order is ${status}${hint}` })

/** The refusal of an action that comes after the window of an order. */
export const windowIsOver = (hint = ''): DomainError =>
  new DomainError('action_not_possible', { detail: `the window of the order is over${hint}` })

/**
 * Moves the end of an order's window to an earlier time. Only the date changes, so the transition table has no row for it.
 */
export async function endWindowAt<Kind extends Order>(
  tx: Tx,
  context: Context,
  order: Kind,
  at: Instant,
): Promise<Kind> {
  const changed = {
    ...order,
    expireAt: order.expireAt < at ? order.expireAt : at,
    updatedAt: context.clock.now(),
    version: order.version + 1,
  }
  if (!(await tx.orders.update(changed, order.status)))
    throw new SerializationConflict(`order ${order.id} was changed by another transaction`)
  return changed
}
