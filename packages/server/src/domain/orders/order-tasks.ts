import type { Context } from '../context.js'
import { closeTask } from '../people/closed-tasks.js'
import type { Scope } from '../shared/types.js'
import type { OrderToDo } from '../store/order-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import type { OnChainOrder } from './order.js'
import { notPossible } from './order-window.js'
import { lockOrder } from './orders.js'
import { refundable } from './refunds.js'

/** Orders of a kind that are compared, the newest: a page must not read years of refunds. */
const COMPARED = 500

/** An order that waits for a decision of the merchant. */
export interface OrderTask {
  readonly order: OnChainOrder
  /** The merchant delivers or refunds a late one. The others received another amount than the one asked for. */
  readonly kind: 'underpaid' | 'overpaid' | 'late'
}

/** The orders that wait for a decision of the merchant. */
export interface OrderTasks {
  /** Newest first. */
  readonly orders: readonly OrderTask[]
  /** Whether older orders were not compared. */
  readonly isCut: boolean
}

/** Reads the orders that received too little, too much or too late, of which a part may go back and which are not closed. */
export async function readOrderTasks(tx: Tx, scope: Scope): Promise<OrderTasks> {
  const unequal = await tx.orders.listToDo(scope, COMPARED)
  const late = await tx.orders.listPaidLate(scope, COMPARED)
  // An order of both lists is one task.
  const compared = new Map([...unequal, ...late].map((each) => [each.order.id, each]))
  return {
    orders: [...compared.values()].flatMap(taskOf).sort(newestFirst),
    isCut: unequal.length === COMPARED || late.length === COMPARED,
  }
}

interface Ordered {
  readonly order: OnChainOrder
}

export const newestFirst = ({ order: one }: Ordered, { order: other }: Ordered): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1)

/** A payment that arrives after a refund makes the order a task again. */
function taskOf({ order, refunded, isClosed }: OrderToDo): OrderTask[] {
  const { status, received, amount } = order
  if (isClosed) return []
  const isOpen = (part: bigint) => refunded === 0n || (refunded < part && refundable(order, refunded) > 0n)
  if (status === 'UNDERPAID') return isOpen(received) ? [{ order, kind: 'underpaid' }] : []
  if (received > amount && isOpen(received - amount)) return [{ order, kind: 'overpaid' }]
  return status === 'EXPIRED_PAID' && isOpen(received) ? [{ order, kind: 'late' }] : []
}

/**
 * Closes the task of an order that was paid late, until it receives more.
 *
 * @param received what the order had where the person saw it: more money is a new fact, and stays a task
 * @param by the person, the key or the session
 * @throws order_not_found; action_not_possible unless the order is EXPIRED_PAID
 */
export async function closeLateOrder(
  tx: Tx,
  context: Context,
  scope: Scope,
  { id, received, by }: { readonly id: string; readonly received: string; readonly by: string },
): Promise<void> {
  const order = await lockOrder(tx, scope, id)
  if (order.kind !== 'on-chain' || order.status !== 'EXPIRED_PAID') throw notPossible(order)
  if (`${order.received}` !== received) return
  await closeTask(tx, context, scope, { subject: order.id, fact: order.received }, by)
}
