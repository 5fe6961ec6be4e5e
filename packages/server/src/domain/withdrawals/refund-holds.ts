import type { Context } from '../context.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from './withdrawal.js'
import { tryApply } from './withdrawals.js'

/** Holds every unsigned refund of an order that became FROZEN. Only a person decides about it then. */
export async function holdRefunds(tx: Tx, context: Context, orderId: string): Promise<void> {
  for (const { id } of await tx.withdrawals.listUnsignedRefunds(orderId)) {
    const refund = await tx.withdrawals.lock(id)
    if (refund) await tryApply(tx, context, refund, { kind: 'needs_decision', reason: 'order_frozen' })
  }
}

/** Whether a withdrawal refunds an order that is FROZEN. */
export async function isOrderFrozen(tx: Tx, { orderId }: Pick<Withdrawal, 'orderId'>): Promise<boolean> {
  return orderId !== null && (await tx.orders.find(orderId))?.status === 'FROZEN'
}
