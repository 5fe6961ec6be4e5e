import type { Order } from './orders.js'
import { type ChainId, LostRace } from './ports.js'
import type { Tx } from './tables.js'

/** Keeps a network from moving on until the unit of work ends: what the watcher has read but not yet booked is stale then. */
export async function holdNetwork(tx: Tx, id: ChainId): Promise<void> {
  const cursor = await tx.cursors.find(id)
  if (cursor && !(await tx.cursors.touch(cursor))) throw new LostRace('cursor moved meanwhile')
}

/** Locks rows in one order, so that two units that meet at several orders never wait for each other. */
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
