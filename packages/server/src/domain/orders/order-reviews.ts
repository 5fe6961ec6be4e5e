import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt } from '../shared/money.js'
import { OperatorError } from '../shared/operator-error.js'
import { requireSeen } from '../shared/seen-version.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { OnChainOrder } from './order.js'
import { OrderUnitOfWork } from './order-unit-of-work.js'

/**
 * Ends a review for the merchant: the order gets the status that its amounts imply, and the merchant gets the money.
 *
 * @param seen the version that the operator has seen, if it must be the present one
 * @throws OperatorError if there is no such on-chain order, it is not under review, or it has another version
 */
export async function clearOrder(
  tx: Tx,
  context: Context,
  id: string,
  mandate: Mandate,
  seen?: number,
): Promise<OnChainOrder> {
  await tx.cursors.touch(await networkOf(tx, id))
  const order = await lockReviewed(tx, id, seen)
  const orderUnit = new OrderUnitOfWork(tx, context)
  const inFlight = (await tx.transfers.countInFlight(id, 1)) > 0
  const isLate = await isPaidLate(tx, order)
  const cleared = await orderUnit.apply(order, { kind: 'cleared', isLate, inFlight })
  await orderUnit.post()
  await auditReview(tx, context, 'orders clear', order, cleared, mandate)
  return cleared
}

/**
 * Ends a review against the merchant: the operator keeps the money, and the order stays FROZEN.
 *
 * @param seen the version that the operator has seen, if it must be the present one
 * @throws OperatorError if there is no such on-chain order, it is not under review, or it has another version
 */
export async function rejectOrder(
  tx: Tx,
  context: Context,
  id: string,
  mandate: Mandate,
  seen?: number,
): Promise<OnChainOrder> {
  await tx.cursors.touch(await networkOf(tx, id))
  const order = await lockReviewed(tx, id, seen)
  const orderUnit = new OrderUnitOfWork(tx, context)
  const rejected = await orderUnit.apply(order, { kind: 'rejected' })
  await orderUnit.post()
  await auditReview(tx, context, 'orders reject', order, rejected, mandate)
  return rejected
}

/** Whether the order has its money only with transfers that came after its window. */
async function isPaidLate(tx: Tx, { id, confirmed, minDue }: OnChainOrder): Promise<boolean> {
  const transfers = await tx.transfers.listByOrder(id)
  const late = transfers.filter(
    (each) => each.isLate && each.confirmedAt !== null && each.orphanedAt === null,
  )
  return confirmed >= minDue && late.reduce((rest, { value }) => rest - value, 0n + confirmed) < minDue
}

/** The network is locked before the order, as in the watcher. */
async function networkOf(tx: Tx, id: string): Promise<ChainId> {
  const order = await tx.orders.find(id)
  if (!order) throw new OperatorError(`there is no order ${id}`)
  if (order.kind === 'app') throw new OperatorError(`order ${id} is an app-only order and is never reviewed`)
  return order
}

async function lockReviewed(tx: Tx, id: string, seen: number | undefined): Promise<OnChainOrder> {
  const order = await tx.orders.lock(id)
  if (order?.kind !== 'on-chain') throw new OperatorError(`there is no on-chain order ${id}`)
  requireSeen('order', order, seen)
  if (order.status !== 'FROZEN') throw new OperatorError(`order ${id} is ${order.status}, not FROZEN`)
  if (order.rejectedAt !== null) throw new OperatorError(`order ${id} is already rejected, which is final`)
  return order
}

function auditReview(
  tx: Tx,
  context: Context,
  action: string,
  before: OnChainOrder,
  after: OnChainOrder,
  { actor, reason }: Mandate,
): Promise<void> {
  const details = {
    reason,
    credited: formatUsdt(before.credited),
    version: before.version,
    status: after.status,
  }
  return audit(tx, context, { actor, action, subject: before.id, details })
}
