import type { Order } from '../orders/order.js'
import { suspenseDeposit, suspenseReversals } from '../orders/order-postings.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { FinalityResults, TransferInBlock } from './finality-queue.js'
import type { StepUnitOfWork } from './step-unit-of-work.js'
import type { RecordedTransfer } from './transfer.js'

type Recorded = readonly RecordedTransfer[]

/** Lists the recorded transfers that a step confirms (`due`) or drops (`absent`). */
export async function listDecided(
  tx: Tx,
  id: ChainId,
  upTo: number,
  finality: FinalityResults,
): Promise<{ due: Recorded; absent: Recorded }> {
  const findOpen = async (named: readonly TransferInBlock[]) => {
    const found: RecordedTransfer[] = []
    for (const { txHash, logIndex, block } of named) {
      const transfer = await tx.transfers.find({ ...id, txHash, logIndex })
      if (transfer && isOpen(transfer) && transfer.block.hash === block.hash) found.push(transfer)
    }
    return found.sort(inChainOrder)
  }
  const isDue = ({ dueBlock, screenedAt }: RecordedTransfer) => dueBlock <= upTo && screenedAt !== null
  return {
    due: (await findOpen(finality.list('final'))).filter(isDue),
    absent: await findOpen(finality.list('absent')),
  }
}

/** Confirms final transfers, and drops those that are absent from their blocks. @returns the number of both */
export async function applyFinality(unit: StepUnitOfWork, finality: FinalityResults): Promise<number> {
  const { tx, id, to, orders } = unit
  const { due, absent } = await listDecided(tx, id, to.number, finality)
  // A transfer that entered the batch after the orders were locked follows with the next step.
  const isLocked = ({ orderId }: RecordedTransfer) => orderId === null || orders.has(orderId)
  const dropped = absent.filter(isLocked)
  for (const transfer of dropped) await discard(unit, transfer)
  let handled = dropped.length
  for (const transfer of due.filter(isLocked)) {
    const order = transfer.orderId === null ? undefined : orders.get(transfer.orderId)
    // A late transfer waits until the window has ended, because a payment in time may still come.
    if (transfer.isLate && (order?.status === 'OPEN' || order?.status === 'CONFIRMING')) continue
    const capacity = unit.custodyCap.take(transfer.value)
    if (capacity === 'later') continue
    await (capacity === 'taken' ? confirm(unit, transfer, order) : ignore(unit, transfer, order))
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
  // The order cannot take it, so it goes to suspense and the operator attributes it.
  if (order) orders.set(order.id, await orderUnit.apply(order, { kind: 'transfer_declined', transfer }))
  await tx.transfers.update({ ...confirmed, orderId: null })
  orderUnit.add(suspenseDeposit(transfer))
}

/** Crediting the transfer would exceed the custody cap. */
async function ignore(
  unit: StepUnitOfWork,
  transfer: RecordedTransfer,
  order: Order | undefined,
): Promise<void> {
  await unit.tx.transfers.update({ ...transfer, orderId: null, ignoredReason: 'over_cap' })
  if (order) await drop(unit, order, transfer)
}

/** Records that a transfer left the chain, and reverses its postings if it was confirmed. */
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

/** The transfer was never in its recorded block. */
async function discard(unit: StepUnitOfWork, transfer: RecordedTransfer): Promise<void> {
  await unit.tx.transfers.update({ ...transfer, orphanedAt: unit.context.clock.now() })
  const order = transfer.orderId === null ? undefined : unit.orders.get(transfer.orderId)
  if (order) await drop(unit, order, transfer)
}

/** Removes an unconfirmed transfer from its order. */
async function drop(
  { tx, orderUnit, orders }: StepUnitOfWork,
  order: Order,
  transfer: RecordedTransfer,
): Promise<void> {
  const inFlight = await tx.transfers.isInFlight(order.id)
  const gone = { wasConfirmed: false, isAttributed: false, inFlight }
  orders.set(order.id, await orderUnit.apply(order, { kind: 'transfer_orphaned', transfer, ...gone }))
}

/** The transfer is recorded as canonical, unconfirmed and not ignored. */
const isOpen = ({ confirmedAt, orphanedAt, ignoredReason }: RecordedTransfer): boolean =>
  confirmedAt === null && orphanedAt === null && ignoredReason === null

function inChainOrder(one: RecordedTransfer, other: RecordedTransfer): number {
  const isSameBlock = one.block.number === other.block.number
  if (isSameBlock && one.logIndex === other.logIndex) return one.txHash < other.txHash ? -1 : 1
  return isSameBlock ? one.logIndex - other.logIndex : one.block.number - other.block.number
}
