import type { Tx } from '../store/unit-of-work.js'
import type { Order } from './order.js'

/** Locks orders in ascending order of their ids, which prevents deadlocks between transactions. */
export async function lockOrders(
  tx: Tx,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, Order>> {
  const present = ids.filter((id) => id !== null && id !== undefined)
  const orders = new Map<string, Order>()
  for (const id of [...new Set(present)].sort()) {
    const order = await tx.orders.lock(id)
    if (order) orders.set(id, order)
  }
  return orders
}
