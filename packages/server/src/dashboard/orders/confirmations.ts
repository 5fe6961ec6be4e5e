import type { Order } from '../../domain/orders/order.js'
import { type ConfirmationCount, confirmationCount } from '../../domain/payments/confirmation-count.js'
import type { Tx } from '../../domain/store/unit-of-work.js'

/** Reads how many confirmations the orders have that are CONFIRMING, by their ids. */
export async function readConfirmations(
  tx: Tx,
  orders: readonly Order[],
): Promise<ReadonlyMap<string, ConfirmationCount>> {
  const counts = new Map<string, ConfirmationCount>()
  for (const order of orders) {
    if (order.kind !== 'on-chain' || order.status !== 'CONFIRMING') continue
    const awaited = await tx.transfers.listAwaited(order.id, 1)
    const cursor = await tx.cursors.find(order)
    counts.set(order.id, confirmationCount(order, awaited, cursor?.block))
  }
  return counts
}
