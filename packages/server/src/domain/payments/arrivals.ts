import { reportUnleased } from '../recovery/unknown-transfers.js'
import { ZERO } from '../shared/money.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { orphan } from './confirmations.js'
import type { StepUnitOfWork } from './step-unit-of-work.js'
import type { RecordedTransfer, SeenTransfer } from './transfer.js'

/** A transfer to one of our addresses, with the order that leases the address and the recorded transfer. */
export interface Arrival {
  readonly transfer: SeenTransfer
  readonly holderId: string | undefined
  /** Whether no order ever had the address, as far as the database knows. */
  readonly isUnleased: boolean
  readonly known: RecordedTransfer | undefined
}

/** Looks up the orders and the recorded rows of transfers to our addresses. */
export async function listArrivals(
  tx: Tx,
  id: ChainId,
  transfers: readonly SeenTransfer[],
): Promise<Arrival[]> {
  const arrivals: Arrival[] = []
  for (const transfer of transfers) {
    const holder = await tx.addresses.findHolder(id, transfer.to, transfer.block.timeAt)
    const known = await tx.transfers.find({ ...id, ...transfer })
    arrivals.push({ transfer, holderId: holder?.orderId, isUnleased: holder === undefined, known })
  }
  return arrivals
}

/**
 * Records the transfers of a step.
 *
 * @returns `recorded`: how many are new or in another block than before; `missed`: how many of them are in blocks that had
 * been recorded without them
 */
export async function recordArrivals(
  unit: StepUnitOfWork,
  arrivals: readonly Arrival[],
): Promise<{ recorded: number; missed: number }> {
  if (arrivals.length === 0) return { recorded: 0, missed: 0 }
  const { tx, id, recordedTo } = unit
  let recorded = 0
  let missed = 0
  for (const arrival of arrivals) {
    const { transfer, known } = arrival
    const isRescanned = transfer.block.number <= recordedTo
    const fitsCap = isWithinCap(unit, arrival)
    // A transfer above the custody cap may fit later.
    const isRevived = known?.ignoredReason === 'over_cap' && fitsCap && isSameTransfer(known, transfer)
    if (known && known.orphanedAt === null && !isRevived) {
      // A different answer about an unchanged block reverts nothing: one node may be wrong.
      if (isRescanned) continue
      if (isSameTransfer(known, transfer)) {
        recorded += (await moveTo(unit, known, transfer)) ? 1 : 0
        continue
      }
      // In another branch this log index may hold another transfer, which replaces the recorded one.
      await orphan(unit, known)
    }
    await record(unit, arrival, fitsCap)
    recorded += 1
    if (!isRescanned) continue
    missed += 1
    // The accepted excess of the address may have been this transfer.
    await tx.addressExcesses.lowerAccepted(id, transfer.to, transfer.value)
  }
  return { recorded, missed }
}

const isSameTransfer = (one: SeenTransfer, other: SeenTransfer): boolean =>
  one.from === other.from && one.to === other.to && one.value === other.value

/** Besides the recorded custody, only unconfirmed transfers to the same order count. */
function isWithinCap({ orders, custodyCap }: StepUnitOfWork, { transfer, holderId }: Arrival): boolean {
  const order = holderId === undefined ? undefined : orders.get(holderId)
  return custodyCap.allows(transfer.value, order ? order.received - order.confirmed : ZERO)
}

/**
 * Moves a recorded transfer to another block after a reorganisation. In an earlier block a late transfer may be in time; a
 * transfer that was in time stays in time.
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
  // In time now: the order handles it like a new transfer.
  const gone = { wasConfirmed: false, isAttributed: false, inFlight: false }
  const without = await orderUnit.apply(order, { kind: 'transfer_orphaned', transfer: known, ...gone })
  const fact = { kind: 'transfer_seen', transfer: known, isLate, isFlagged: false } as const
  orders.set(order.id, await orderUnit.apply(without, fact))
  return true
}

async function record(
  unit: StepUnitOfWork,
  { transfer, holderId, isUnleased, known }: Arrival,
  fitsCap: boolean,
): Promise<void> {
  const { tx, context, id, orders, orderUnit } = unit
  const order = holderId === undefined || !fitsCap ? undefined : orders.get(holderId)
  const isLate = order !== undefined && transfer.block.timeAt >= order.expireAt
  const identity = { ...id, ...transfer, incarnation: (known?.incarnation ?? 0) + 1 }
  const depth = order?.kind === 'on-chain' ? order.depth : unit.depth
  const recorded: RecordedTransfer = {
    ...identity,
    orderId: order?.id ?? null,
    isLate,
    dueBlock: transfer.block.number + depth - 1,
    ignoredReason: fitsCap ? null : 'over_cap',
    isFlagged: false,
    screenedAt: context.screening.isEnabled(id) ? null : context.clock.now(),
    confirmedAt: null,
    orphanedAt: null,
    attributedTo: null,
  }
  // Written before the order changes, because the event of that change names the transfer.
  await (known ? tx.transfers.update(recorded) : tx.transfers.insert(recorded))
  if (!order) {
    if (isUnleased) await reportUnleased(tx, context, recorded)
    return
  }
  const fact = { kind: 'transfer_seen', transfer: identity, isLate, isFlagged: false } as const
  const seen = await orderUnit.tryApply(order, fact)
  orders.set(order.id, seen ?? order)
  // A transfer that the order cannot take is kept for the operator, so that it does not stop the network.
  if (!seen) await tx.transfers.update({ ...recorded, orderId: null })
}
