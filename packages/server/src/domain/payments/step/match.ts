import { transferName } from '../../chain/transfer.js'
import type { Order } from '../../orders/order.js'
import { lockOrders } from '../../orders/order-locks.js'
import type { Tx } from '../../store/unit-of-work.js'
import { type Findings, listDecided } from './collect.js'

/** The orders that a step may change, locked. */
export interface Matched {
  readonly orders: ReadonlyMap<string, Order>
  /**
   * Number of unconfirmed transfers in the window of each order. It is counted only as far as the step can reduce it, so
   * that an order with many transfers costs no more.
   */
  readonly inFlight: ReadonlyMap<string, number>
}

/** Locks the orders of all transfers that a step may change. */
export async function match(tx: Tx, findings: Findings): Promise<Matched> {
  const { arrivals, gone, known } = findings.payments
  const { due, absent } = listDecided(known, findings)
  const touched = [
    ...arrivals.flatMap(({ holderId, transfer }) => [holderId, known.get(transferName(transfer))?.orderId]),
    ...[...gone, ...due, ...absent].map(({ orderId }) => orderId),
  ]
  const orders = await lockOrders(tx, touched)
  const changes = new Map<string | null | undefined, number>()
  for (const id of touched) changes.set(id, (changes.get(id) ?? 0) + 1)
  const inFlight = new Map<string, number>()
  for (const id of orders.keys())
    inFlight.set(id, await tx.transfers.countInFlight(id, (changes.get(id) ?? 0) + 1))
  return { orders, inFlight }
}
