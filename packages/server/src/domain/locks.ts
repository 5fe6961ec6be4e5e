import type { Order } from './orders.js'
import { type ChainId, type Context, type Instant, LostRace } from './ports.js'
import type { Tx } from './tables.js'

/**
 * Keeps a network from moving on until the unit of work ends: what the watcher has read but not yet booked is stale then.
 *
 * @returns chain time; that of the clock where the network was never watched
 */
export async function holdNetwork(tx: Tx, context: Context, id: ChainId): Promise<Instant> {
  const cursor = await tx.cursors.find(id)
  if (!cursor) return context.clock.now()
  if (!(await tx.cursors.touch(cursor))) throw new LostRace('cursor moved meanwhile')
  return cursor.block.timeAt
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
