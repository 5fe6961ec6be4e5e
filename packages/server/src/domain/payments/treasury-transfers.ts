import type { RecordableStep, Sightings, TokenAdminEvent } from '../chain/scan-step.js'
import { holdPossibleDuplicates } from '../recovery/possible-duplicates.js'
import { isFromBeforeStart, reportUnknownTransfer } from '../recovery/unknown-transfers.js'
import type { BlockRef, Cursor } from '../shared/types.js'
import type { BlockRange } from '../store/payment-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import { CONFIRM_BATCH, type FinalityResults } from './finality-queue.js'
import { isHotWallet, paymentsOf } from './hot-wallets.js'
import type { TransferUnitOfWork } from './step-unit-of-work.js'
import { type SeenTransfer, transferName } from './transfer.js'
import { treasuryPosting, treasuryReversal } from './treasury-postings.js'
import type { TreasuryTransfer } from './treasury-transfer.js'

/** A treasury transfer as reported by a step. */
type SeenTreasuryTransfer = Pick<
  TreasuryTransfer,
  'kind' | 'txHash' | 'logIndex' | 'from' | 'to' | 'value' | 'block'
>

/**
 * Records the treasury transfers of a step. A transfer out of the hot wallet that was not signed here pauses the signer,
 * because the key may have leaked; or begins a recovery, because the ledger may be older than the network.
 *
 * @returns how many are new or in another block than before
 */
export async function recordTreasuryTransfers(
  unit: TransferUnitOfWork,
  sightings: Sightings,
): Promise<number> {
  const seen = await listSeen(unit, sightings)
  if (seen.length === 0) return 0
  const { tx, id } = unit
  let recorded = 0
  for (const transfer of seen) {
    const known = await tx.treasuryTransfers.find({ ...id, ...transfer })
    if (known && known.orphanedAt === null) {
      if (transfer.block.number <= unit.recordedTo) continue
      if (isSame(known, transfer)) {
        recorded += (await moveTo(tx, known, transfer.block)) ? 1 : 0
        continue
      }
      // In another branch this log index may hold another transfer, which replaces the recorded one.
      await revertTreasuryTransfer(unit, known)
    }
    await record(unit, transfer, known, unit.custodyCap.allows(transfer.value))
    recorded += 1
  }
  return recorded
}

/** Returns the blocks that a step covers completely: those of a replacing branch, or those above the cursor. */
export const blocksRead = ({ block }: Cursor, step: RecordableStep): BlockRange =>
  step.kind === 'rewind'
    ? { after: step.after.number, upTo: step.upTo }
    : { after: block.number, upTo: step.to.number }

/** Reverts recorded treasury transfers that are in none of the blocks of a step any more. @returns their number */
export async function revertTreasuryTransfers(
  unit: TransferUnitOfWork,
  cursor: Cursor,
  step: RecordableStep,
): Promise<number> {
  const recorded = await unit.tx.treasuryTransfers.listIn(unit.id, blocksRead(cursor, step))
  const kept = new Set((await listSeen(unit, step)).map(transferName))
  const gone = recorded.filter((transfer) => !kept.has(transferName(transfer)))
  for (const transfer of gone) await revertTreasuryTransfer(unit, transfer)
  return gone.length
}

/** Marks a treasury transfer as orphaned and reverses its posting. */
export async function revertTreasuryTransfer(
  { tx, context, orderUnit }: Pick<TransferUnitOfWork, 'tx' | 'context' | 'orderUnit'>,
  transfer: TreasuryTransfer,
): Promise<void> {
  await tx.treasuryTransfers.update({ ...transfer, orphanedAt: context.clock.now() })
  const posting = transfer.confirmedAt === null ? undefined : treasuryPosting(transfer)
  if (posting) orderUnit.add(treasuryReversal(posting))
}

/** Confirms and posts final treasury transfers, and reverts those that are absent. @returns the number of both */
export async function confirmTreasuryTransfers(
  unit: TransferUnitOfWork,
  upTo: number,
  finality: FinalityResults,
): Promise<number> {
  const { tx, id } = unit
  const found = await findDecided(unit, finality)
  const absent = found.filter((transfer) => finality.isAbsent(transfer))
  for (const transfer of absent) await revertTreasuryTransfer(unit, transfer)
  // Finality checks cover transfers only. Destroyed funds are confirmed by depth alone.
  const due = [
    ...found.filter((transfer) => !absent.includes(transfer) && transfer.dueBlock <= upTo),
    ...(await tx.treasuryTransfers.listDestroyed(id, upTo, CONFIRM_BATCH)),
  ]
  let confirmed = 0
  for (const transfer of due) confirmed += (await confirm(unit, transfer)) ? 1 : 0
  return absent.length + confirmed
}

async function findDecided(
  { tx, id }: TransferUnitOfWork,
  finality: FinalityResults,
): Promise<TreasuryTransfer[]> {
  const found: TreasuryTransfer[] = []
  for (const { txHash, logIndex, block } of [...finality.list('final'), ...finality.list('absent')]) {
    const transfer = await tx.treasuryTransfers.find({ ...id, txHash, logIndex })
    const isOpen = transfer?.confirmedAt === null && transfer.orphanedAt === null
    if (isOpen && transfer.block.hash === block.hash) found.push(transfer)
  }
  return found
}

/** @returns false if it must wait for the next transaction because of the custody cap */
async function confirm(
  { tx, context, orderUnit, custodyCap }: TransferUnitOfWork,
  transfer: TreasuryTransfer,
): Promise<boolean> {
  const posting = treasuryPosting(transfer)
  const capacity = posting === undefined ? 'taken' : custodyCap.take(transfer.value)
  if (capacity === 'later') return false
  const ignoredReason = capacity === 'never' ? ('over_cap' as const) : transfer.ignoredReason
  await tx.treasuryTransfers.update({ ...transfer, ignoredReason, confirmedAt: context.clock.now() })
  if (posting && capacity === 'taken') orderUnit.add(posting)
  return true
}

async function listSeen(unit: TransferUnitOfWork, sightings: Sightings): Promise<SeenTreasuryTransfer[]> {
  const { tx, context, id } = unit
  const wallet = context.chain(id)?.sender?.wallet
  const internal = new Set(sightings.ignored.filter(({ reason }) => reason === 'internal').map(transferName))
  const payments = new Set(await paymentsOf(tx, context, id, sightings.transfers))
  const topups = sightings.transfers.filter((transfer) => !payments.has(transfer))
  const seen: SeenTreasuryTransfer[] = topups.map((transfer) => ({ ...transfer, kind: 'topup' }))
  for (const transfer of sightings.outgoing) {
    if (await tx.signedTransactions.isKnown({ ...id, ...transfer })) continue
    const isToUs = internal.has(transferName(transfer)) || (await isOurs(unit, transfer.to))
    const isOutgoing = transfer.from === wallet || (await isOutgoingOfFormer(unit, transfer))
    seen.push({ ...transfer, kind: isToUs ? 'move' : isOutgoing ? 'outgoing' : 'sweep' })
  }
  return [...seen, ...sightings.adminEvents.flatMap(destruction)]
}

/**
 * A transfer out of a former hot wallet is a sweep and does not concern the current one. But while the database is
 * recovering, or in a block from before this process began, it may be a payment that the database has lost.
 */
const isOutgoingOfFormer = async (
  { tx, context, id }: TransferUnitOfWork,
  { from, block }: SeenTransfer,
): Promise<boolean> =>
  (await isHotWallet(tx, context, id, from)) &&
  (isFromBeforeStart(context, id, block) || (await tx.recoveries.findOpen()) !== undefined)

const isOurs = async ({ tx, context, id }: TransferUnitOfWork, address: string): Promise<boolean> =>
  (await isHotWallet(tx, context, id, address)) || (await tx.addresses.listKnown(id, [address])).length > 0

function destruction(event: TokenAdminEvent): SeenTreasuryTransfer[] {
  const { kind, address, value } = event
  if (kind !== 'funds_destroyed' || address === null || value === 0n) return []
  return [{ ...event, kind: 'destroyed', from: address, to: null }]
}

const isSame = (one: SeenTreasuryTransfer, other: SeenTreasuryTransfer): boolean =>
  one.kind === other.kind && one.from === other.from && one.to === other.to && one.value === other.value

/** Moves a recorded transfer to another block after a reorganisation. */
async function moveTo(tx: Tx, known: TreasuryTransfer, block: BlockRef): Promise<boolean> {
  if (known.block.hash === block.hash) return false
  const dueBlock = known.dueBlock - known.block.number + block.number
  await tx.treasuryTransfers.update({ ...known, block, dueBlock })
  return true
}

async function record(
  { tx, context, id, depth }: TransferUnitOfWork,
  seen: SeenTreasuryTransfer,
  known: TreasuryTransfer | undefined,
  fitsCap: boolean,
): Promise<void> {
  const { kind, txHash, logIndex, from, to, value, block } = seen
  const transfer: TreasuryTransfer = {
    ...id,
    txHash,
    logIndex,
    incarnation: (known?.incarnation ?? 0) + 1,
    kind,
    from,
    to,
    value,
    block,
    dueBlock: block.number + depth - 1,
    ignoredReason: fitsCap ? null : 'over_cap',
    confirmedAt: null,
    orphanedAt: null,
  }
  await (known ? tx.treasuryTransfers.update(transfer) : tx.treasuryTransfers.insert(transfer))
  if (kind !== 'outgoing') return
  await holdPossibleDuplicates(tx, context, transfer)
  await reportUnknownTransfer(tx, context, transfer)
}
