import type { RecordableStep, RecordedStep } from '../chain/scan-step.js'
import { applyTokenAdminEvents } from '../chain/token-admin-events.js'
import type { Context } from '../context.js'
import { CustodyCap } from '../ledger/custody-cap.js'
import type { Order } from '../orders/order.js'
import { lockOrders } from '../orders/order-locks.js'
import { OrderUnitOfWork } from '../orders/order-unit-of-work.js'
import { ZERO } from '../shared/money.js'
import type { ChainId, Cursor } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { applyFinality, listDecided, orphan } from './confirmations.js'
import type { FinalityResults } from './finality-queue.js'
import { noteIgnored } from './ignored-transfers.js'
import type { StepUnitOfWork } from './payment-unit.js'
import { type RecordedTransfer, type SeenTransfer, transferName } from './transfer.js'
import {
  blocksRead,
  confirmTreasuryTransfers,
  paymentsOf,
  recordTreasuryTransfers,
  revertTreasuryTransfers,
} from './treasury-transfers.js'

/**
 * Books one look at a network in one transaction: cursor, blocks, transfers, orders, ledger, events.
 *
 * @param verdicts for everything that has its depth: nothing is credited without one
 * @returns undefined when the cursor or the chain moved meanwhile: the step is stale then, and nothing was kept of it
 */
export async function recordStep(
  tx: Tx,
  context: Context,
  cursor: Cursor,
  step: RecordableStep,
  verdicts: FinalityResults,
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
  const { due, denied } = await listDecided(tx, id, step.to.number, verdicts)
  const touched = [
    ...arrivals.flatMap(({ holderId, known }) => [holderId, known?.orderId]),
    ...[...gone, ...due, ...denied].map(({ orderId }) => orderId),
  ]
  const orders = await lockOrders(tx, touched)
  const orderUnit = new OrderUnitOfWork(tx, context)
  const bookedTo = step.kind === 'rewind' ? step.after.number : cursor.block.number
  const room = await CustodyCap.of(tx, id)
  const unit: StepUnitOfWork = {
    tx,
    context,
    id,
    depth: chain?.depth ?? 1,
    recordedTo: bookedTo,
    to: step.to,
    orderUnit,
    orders,
    custodyCap: room,
  }
  // What a branch brings comes first: a payment in place of another keeps its order in flight.
  const { recorded, missed } = await recordArrivals(unit, arrivals)
  for (const transfer of gone) await orphan(unit, transfer)
  const decided = await applyFinality(unit, verdicts)
  const moved = await recordTreasury(unit, cursor, step, verdicts)
  await noteIgnored(tx, id, step, bookedTo)
  await applyTokenAdminEvents(tx, context, id, step.adminEvents, step.to.number)
  await orderUnit.post()
  return { handled: recorded + gone.length + decided + moved, missed }
}

/** @returns how many movements without a merchant were handled */
async function recordTreasury(
  unit: StepUnitOfWork,
  cursor: Cursor,
  step: RecordableStep,
  verdicts: FinalityResults,
): Promise<number> {
  const recorded = await recordTreasuryTransfers(unit, step)
  const gone = await revertTreasuryTransfers(unit, cursor, step)
  return recorded + gone + (await confirmTreasuryTransfers(unit, step.to.number, verdicts))
}

/** Ends the windows of orders that nobody paid, or not enough. */
export async function endWindows(tx: Tx, context: Context, orders: readonly Order[]): Promise<void> {
  const orderUnit = new OrderUnitOfWork(tx, context)
  for (const order of orders) await orderUnit.apply(order, { kind: 'window_over' })
  await orderUnit.post()
}

/** A transfer to one of our addresses, with the order whose lease holds it and what is known of it. */
interface Arrival {
  readonly transfer: SeenTransfer
  readonly holderId: string | undefined
  readonly known: RecordedTransfer | undefined
}

async function listArrivals(tx: Tx, id: ChainId, transfers: readonly SeenTransfer[]): Promise<Arrival[]> {
  const arrivals: Arrival[] = []
  for (const transfer of transfers) {
    const holder = await tx.addresses.findHolder(id, transfer.to, transfer.block.timeAt)
    const known = await tx.transfers.find({ ...id, ...transfer })
    arrivals.push({ transfer, holderId: holder?.orderId, known })
  }
  return arrivals
}

/**
 * What stood in the blocks of this step and is not in what was read of them now: in a branch that was replaced, or in
 * blocks that could still go.
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

/** @returns how many of them are new, or stand elsewhere than before; and how many should have been there already */
async function recordArrivals(
  unit: StepUnitOfWork,
  arrivals: readonly Arrival[],
): Promise<{ recorded: number; missed: number }> {
  if (arrivals.length === 0) return { recorded: 0, missed: 0 }
  const { tx, id, recordedTo: bookedTo } = unit
  let recorded = 0
  let missed = 0
  for (const arrival of arrivals) {
    const { transfer, known } = arrival
    const isReadAgain = transfer.block.number <= bookedTo
    const isPlausible = isWithinCap(unit, arrival)
    // What was too much may not be any more.
    const isRevived = known?.ignoredReason === 'over_cap' && isPlausible && isSameMovement(known, transfer)
    if (known && known.orphanedAt === null && !isRevived) {
      // One node's other story of a block that did not change takes nothing back.
      if (isReadAgain) continue
      if (isSameMovement(known, transfer)) {
        recorded += (await moveTo(unit, known, transfer)) ? 1 : 0
        continue
      }
      // In another branch the log in that place may be another one: what stood there is gone, and this is new.
      await orphan(unit, known)
    }
    await record(unit, arrival, isPlausible)
    recorded += 1
    if (!isReadAgain) continue
    missed += 1
    // What was taken for money of another time is found now.
    await tx.addressExcesses.lowerAccepted(id, transfer.to, transfer.value)
  }
  return { recorded, missed }
}

const isSameMovement = (one: SeenTransfer, other: SeenTransfer): boolean =>
  one.from === other.from && one.to === other.to && one.value === other.value

/** Beside what is booked, only what is on its way to the same order counts. */
function isWithinCap({ orders, custodyCap: room }: StepUnitOfWork, { transfer, holderId }: Arrival): boolean {
  const order = holderId === undefined ? undefined : orders.get(holderId)
  return room.allows(transfer.value, order ? order.received - order.confirmed : ZERO)
}

/**
 * A transfer that is known may stand in another block after a reorganisation: it was never gone. In an earlier block it
 * may be in time; what was in time once is not late for having been moved.
 */
async function moveTo(
  unit: StepUnitOfWork,
  known: RecordedTransfer,
  { block }: SeenTransfer,
): Promise<boolean> {
  if (known.block.hash === block.hash) return false
  const { tx, orderUnit, orders } = unit
  const order = known.orderId === null ? undefined : orders.get(known.orderId)
  const isLate = known.isLate && (order === undefined || block.timeAt >= order.expireAt)
  const dueBlock = known.dueBlock - known.block.number + block.number
  await tx.transfers.update({ ...known, block, isLate, dueBlock })
  if (order?.status !== 'OPEN' || known.isLate === isLate) return true
  // In time after all: it is what a transfer that comes now would be.
  const gone = { wasConfirmed: false, isAttributed: false, inFlight: false }
  const without = await orderUnit.apply(order, { kind: 'transfer_orphaned', transfer: known, ...gone })
  const fact = { kind: 'transfer_seen', transfer: known, isLate, isFlagged: false } as const
  orders.set(order.id, await orderUnit.apply(without, fact))
  return true
}

async function record(
  unit: StepUnitOfWork,
  { transfer, holderId, known }: Arrival,
  isPlausible: boolean,
): Promise<void> {
  const { tx, context, id, orders, orderUnit } = unit
  const order = holderId === undefined || !isPlausible ? undefined : orders.get(holderId)
  const isLate = order !== undefined && transfer.block.timeAt >= order.expireAt
  const identity = { ...id, ...transfer, incarnation: (known?.incarnation ?? 0) + 1 }
  const depth = order?.kind === 'on-chain' ? order.depth : unit.depth
  const recorded: RecordedTransfer = {
    ...identity,
    orderId: order?.id ?? null,
    isLate,
    dueBlock: transfer.block.number + depth - 1,
    ignoredReason: isPlausible ? null : 'over_cap',
    isFlagged: false,
    screenedAt: context.screening.isAsked(id) ? null : context.clock.now(),
    confirmedAt: null,
    orphanedAt: null,
    attributedTo: null,
  }
  // Written before its order changes: the event of that change names it.
  await (known ? tx.transfers.update(recorded) : tx.transfers.insert(recorded))
  if (!order) return
  const fact = { kind: 'transfer_seen', transfer: identity, isLate, isFlagged: false } as const
  const seen = await orderUnit.tryApply(order, fact)
  orders.set(order.id, seen ?? order)
  // What the order cannot take is kept for the operator: one odd transfer must not stop its network.
  if (!seen) await tx.transfers.update({ ...recorded, orderId: null })
}
