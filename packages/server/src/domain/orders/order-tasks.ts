import type { Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { OnChainOrder } from './order.js'
import { refundable } from './refunds.js'

/** Orders that are compared, the newest: a page must not read years of refunds. */
const COMPARED = 500

/** The orders that wait for a decision of the merchant. */
export interface OrderTasks {
  /** Newest first. */
  readonly orders: readonly OnChainOrder[]
  /** Whether older orders were not compared. */
  readonly isCut: boolean
}

/** Reads the orders that received too little or too much, of which a part may go back and which are not accepted. */
export async function readOrderTasks(tx: Tx, scope: Scope): Promise<OrderTasks> {
  const compared = await tx.orders.listToDo(scope, COMPARED)
  return {
    orders: compared.filter(({ order, refunded }) => isToDo(order, refunded)).map(({ order }) => order),
    isCut: compared.length === COMPARED,
  }
}

/** A payment that arrives after a refund makes the order a task again. */
function isToDo(order: OnChainOrder, refunded: bigint): boolean {
  const { status, received, amount } = order
  const part = status === 'UNDERPAID' ? received : received - amount
  return refunded === 0n || (refunded < part && refundable(order, refunded) > 0n)
}
