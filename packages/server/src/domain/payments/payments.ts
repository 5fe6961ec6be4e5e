import type { RecordableStep, RecordedStep } from '../chain/scan-step.js'
import { applyTokenAdminEvents } from '../chain/token-admin-events.js'
import type { Context } from '../context.js'
import { CustodyCap } from '../ledger/custody-cap.js'
import type { Order } from '../orders/order.js'
import { lockOrders } from '../orders/order-locks.js'
import { OrderUnitOfWork } from '../orders/order-unit-of-work.js'
import type { ChainId, Cursor } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { listArrivals, recordArrivals } from './arrivals.js'
import { applyFinality, listDecided, orphan } from './confirmations.js'
import type { FinalityResults } from './finality-queue.js'
import { paymentsOf } from './hot-wallets.js'
import { recordIgnored } from './ignored-transfers.js'
import type { StepUnitOfWork } from './step-unit-of-work.js'
import { type RecordedTransfer, transferName } from './transfer.js'
import {
  blocksRead,
  confirmTreasuryTransfers,
  recordTreasuryTransfers,
  revertTreasuryTransfers,
} from './treasury-transfers.js'

/**
 * Records a step of a network in one transaction: cursor, blocks, transfers, orders, ledger and events.
 *
 * @param finality results for transfers that have the required depth; no transfer is credited without one
 * @returns undefined if the step is stale because the cursor or the chain moved; then nothing is written
 */
export async function recordStep(
  tx: Tx,
  context: Context,
  cursor: Cursor,
  step: RecordableStep,
  finality: FinalityResults,
): Promise<RecordedStep | undefined> {
  const { environment, network } = cursor
  const id = { environment, network }
  const chain = context.chain(id)
  if (chain?.isStepCurrent) {
    await tx.cursors.lock(id)
    if (!(await chain.isStepCurrent(tx, cursor.block, step))) return undefined
  }
  if (!(await tx.cursors.advance(cursor, step.to))) return undefined
  if (step.kind === 'rewind') await tx.chainBlocks.deleteAfter(id, step.after.number)
  await tx.chainBlocks.append(id, step.blocks)
  const payments = await paymentsOf(tx, context, id, step.transfers)
  const arrivals = await listArrivals(tx, id, payments)
  const gone = await listGone(tx, id, cursor, { ...step, transfers: payments })
  const { due, absent } = await listDecided(tx, id, step.to.number, finality)
  const touched = [
    ...arrivals.flatMap(({ holderId, known }) => [holderId, known?.orderId]),
    ...[...gone, ...due, ...absent].map(({ orderId }) => orderId),
  ]
  const orders = await lockOrders(tx, touched)
  const orderUnit = new OrderUnitOfWork(tx, context)
  const recordedTo = step.kind === 'rewind' ? step.after.number : cursor.block.number
  const custodyCap = await CustodyCap.of(tx, id)
  const unit: StepUnitOfWork = {
    tx,
    context,
    id,
    depth: chain?.depth ?? 1,
    recordedTo,
    to: step.to,
    orderUnit,
    orders,
    custodyCap,
  }
  // New transfers come before orphaned ones, so that an order whose payment is replaced stays CONFIRMING.
  const { recorded, missed } = await recordArrivals(unit, arrivals)
  for (const transfer of gone) await orphan(unit, transfer)
  const decided = await applyFinality(unit, finality)
  const moved = await recordTreasury(unit, cursor, step, finality)
  await recordIgnored(tx, id, step, recordedTo)
  await applyTokenAdminEvents(tx, context, id, step.adminEvents, step.to.number)
  await orderUnit.post()
  return { handled: recorded + gone.length + decided + moved, missed }
}

/** @returns the number of treasury transfers that were recorded, reverted or confirmed */
async function recordTreasury(
  unit: StepUnitOfWork,
  cursor: Cursor,
  step: RecordableStep,
  finality: FinalityResults,
): Promise<number> {
  const recorded = await recordTreasuryTransfers(unit, step)
  const gone = await revertTreasuryTransfers(unit, cursor, step)
  return recorded + gone + (await confirmTreasuryTransfers(unit, step.to.number, finality))
}

/** Ends the windows of unpaid and underpaid orders. */
export async function endWindows(tx: Tx, context: Context, orders: readonly Order[]): Promise<void> {
  const orderUnit = new OrderUnitOfWork(tx, context)
  for (const order of orders) await orderUnit.apply(order, { kind: 'window_over' })
  await orderUnit.post()
}

/**
 * Lists recorded transfers in the blocks of a step that the step does not contain: they were in a replaced branch, or in
 * blocks that could still be replaced.
 */
async function listGone(
  tx: Tx,
  id: ChainId,
  cursor: Cursor,
  step: RecordableStep,
): Promise<RecordedTransfer[]> {
  const kept = new Set(step.transfers.map(transferName))
  const recorded = await tx.transfers.listIn(id, blocksRead(cursor, step))
  return recorded.filter((transfer) => !kept.has(transferName(transfer)))
}
