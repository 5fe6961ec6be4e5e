import type { Order } from '../orders/order.js'
import { suspenseDeposit, suspenseReversals } from '../orders/order-postings.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { FinalityResults, PlacedTransfer } from './finality-queue.js'
import type { StepUnitOfWork } from './payment-unit.js'
import type { RecordedTransfer } from './transfer.js'

type Recorded = readonly RecordedTransfer[]

/** What a step confirms or denies of what is booked before it. */
export async function listDecided(
  tx: Tx,
  id: ChainId,
  upTo: number,
  verdicts: FinalityResults,
): Promise<{ due: Recorded; denied: Recorded }> {
  const find = async (named: readonly PlacedTransfer[]) => {
    const found: RecordedTransfer[] = []
    for (const { txHash, logIndex, block } of named) {
      const transfer = await tx.transfers.find({ ...id, txHash, logIndex })
      if (transfer && isOpen(transfer) && transfer.block.hash === block.hash) found.push(transfer)
    }
    return found.sort(inChainOrder)
  }
  const isDue = ({ dueBlock, screenedAt }: RecordedTransfer) => dueBlock <= upTo && screenedAt !== null
  return {
    due: (await find(verdicts.list('final'))).filter(isDue),
    denied: await find(verdicts.list('absent')),
  }
}

/** Books what has its depth, and drops what never was there. @returns how much */
export async function applyFinality(unit: StepUnitOfWork, verdicts: FinalityResults): Promise<number> {
  const { tx, id, to, orders } = unit
  const { due, denied } = await listDecided(tx, id, to.number, verdicts)
  // The order of one that came into the batch only now is not locked: its turn is next.
  const isLocked = ({ orderId }: RecordedTransfer) => orderId === null || orders.has(orderId)
  const dropped = denied.filter(isLocked)
  for (const transfer of dropped) await deny(unit, transfer)
  let handled = dropped.length
  for (const transfer of due.filter(isLocked)) {
    const order = transfer.orderId === null ? undefined : orders.get(transfer.orderId)
    // What came too late waits until the window has ended: somebody may still have paid in time.
    if (transfer.isLate && (order?.status === 'OPEN' || order?.status === 'CONFIRMING')) continue
    const room = unit.custodyCap.take(transfer.value)
    if (room === 'later') continue
    await (room === 'taken' ? confirm(unit, transfer, order) : ignore(unit, transfer, order))
    handled += 1
  }
  return handled
}

async function confirm(
  unit: StepUnitOfWork,
  transfer: RecordedTransfer,
  order: Order | undefined,
): Promise<void> {
  const { tx, context, orderUnit, orders } = unit
  const confirmed = { ...transfer, confirmedAt: context.clock.now() }
  await tx.transfers.update(confirmed)
  const credited =
    order &&
    (await orderUnit.tryApply(order, {
      kind: 'transfer_confirmed',
      transfer,
      isAttributed: false,
      inFlight: await tx.transfers.isInFlight(order.id),
    }))
  if (credited) {
    orders.set(credited.id, credited)
    return
  }
  // Its order takes nothing any more: it is for the operator to say whose money this is.
  if (order) orders.set(order.id, await orderUnit.apply(order, { kind: 'transfer_declined', transfer }))
  await tx.transfers.update({ ...confirmed, orderId: null })
  orderUnit.add(suspenseDeposit(transfer))
}

/** Together with what is booked by now it is more money than there can be. */
async function ignore(
  unit: StepUnitOfWork,
  transfer: RecordedTransfer,
  order: Order | undefined,
): Promise<void> {
  await unit.tx.transfers.update({ ...transfer, orderId: null, ignoredReason: 'over_cap' })
  if (order) await drop(unit, order, transfer)
}

/** It left the chain. */
export async function orphan(
  { tx, context, orderUnit, orders }: Pick<StepUnitOfWork, 'tx' | 'context' | 'orderUnit' | 'orders'>,
  transfer: RecordedTransfer,
): Promise<void> {
  await tx.transfers.update({ ...transfer, orphanedAt: context.clock.now() })
  if (transfer.ignoredReason !== null) return
  const order = transfer.orderId === null ? undefined : orders.get(transfer.orderId)
  const wasConfirmed = transfer.confirmedAt !== null
  const isAttributed = transfer.attributedTo !== null
  if (order) {
    const inFlight = await tx.transfers.isInFlight(order.id)
    const fact = { kind: 'transfer_orphaned', transfer, wasConfirmed, isAttributed, inFlight } as const
    orders.set(order.id, await orderUnit.apply(order, fact))
  }
  if (wasConfirmed) orderUnit.add(...suspenseReversals(transfer, order !== undefined))
}

/** It never was in the block that the books have it in. */
async function deny(unit: StepUnitOfWork, transfer: RecordedTransfer): Promise<void> {
  await unit.tx.transfers.update({ ...transfer, orphanedAt: unit.context.clock.now() })
  const order = transfer.orderId === null ? undefined : unit.orders.get(transfer.orderId)
  if (order) await drop(unit, order, transfer)
}

/** An order loses a transfer without another branch. */
async function drop(
  { tx, orderUnit, orders }: StepUnitOfWork,
  order: Order,
  transfer: RecordedTransfer,
): Promise<void> {
  const inFlight = await tx.transfers.isInFlight(order.id)
  const gone = { wasConfirmed: false, isAttributed: false, inFlight }
  orders.set(order.id, await orderUnit.apply(order, { kind: 'transfer_orphaned', transfer, ...gone }))
}

/** It is in the chain as far as the books know, and nothing was decided about it. */
const isOpen = ({ confirmedAt, orphanedAt, ignoredReason }: RecordedTransfer): boolean =>
  confirmedAt === null && orphanedAt === null && ignoredReason === null

function inChainOrder(one: RecordedTransfer, other: RecordedTransfer): number {
  const isSameBlock = one.block.number === other.block.number
  if (isSameBlock && one.logIndex === other.logIndex) return one.txHash < other.txHash ? -1 : 1
  return isSameBlock ? one.logIndex - other.logIndex : one.block.number - other.block.number
}
