import type { RecordedStep, Sightings } from '../chain/scan-step.js'
import { pauseSigner } from '../chain/signer.js'
import { type SeenTransfer, transferName } from '../chain/transfer.js'
import type { Context } from '../context.js'
import type { Mandate } from '../shared/audit-entry.js'
import type { BlockRef, ChainId, Cursor } from '../shared/types.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import { requireResetBlock } from './cursor-reset.js'
import { auditCursorReset, haltReason, moveCursor, pauseReason } from './cursor-reset-audit.js'
import { FinalityResults } from './finality-queue.js'
import { recordStep } from './step/record-step.js'

/** Recorded block numbers of transfers by name. */
export type RecordedBlocks = ReadonlyMap<string, number>

/** Blocks after the cursor that one transaction records. */
export interface ResetBatch {
  readonly to: BlockRef
  readonly sightings: Sightings
}

/**
 * Starts a cursor reset in batches, for more than one transaction can revert. The cursor moves to the reset block first, so
 * that everything above it counts as unread. The network is halted until the last batch is recorded.
 *
 * @throws OperatorError if unread blocks would be skipped; SerializationConflict if the cursor moved
 */
export async function beginBatches(
  tx: Tx,
  context: Context,
  cursor: Cursor,
  after: BlockRef,
  mandate: Mandate,
): Promise<Cursor> {
  requireResetBlock(cursor, after)
  const { environment, network } = cursor
  const id = { environment, network }
  await tx.cursors.lock(id)
  const details = { ended: await haltReason(tx, id), from: cursor.block.number, recorded: null }
  const reason = `the blocks after ${after.number} are being recorded again: if that was interrupted, chains reset-cursor --block ${after.number} continues`
  await tx.chainConditions.set(id, { kind: 'halted', reason, sinceAt: context.clock.now() })
  await pauseSigner(tx, context, id, pauseReason(after, mandate))
  await moveCursor(tx, cursor, after)
  await tx.ignoredTransfers.deleteAfter(id, after.number)
  await auditCursorReset(tx, context, id, after, mandate, details)
  return { ...cursor, block: after, revision: cursor.revision + 1 }
}

/**
 * Records the next blocks of the branch, and reverts recorded transfers in them that the branch does not have.
 *
 * @throws TooMuchReplaced if the batch must have fewer blocks; SerializationConflict if the cursor moved
 */
export async function recordBatch(
  tx: Tx,
  context: Context,
  cursor: Cursor,
  { to, sightings }: ResetBatch,
): Promise<RecordedStep> {
  const step = { kind: 'forward', to, blocks: [], ...sightings } as const
  const recorded = await recordStep(tx, context, cursor, step, new FinalityResults())
  if (recorded === undefined) throw new SerializationConflict('the cursor was moved by another transaction')
  return recorded
}

/** Ends the halt after the last batch. @param recorded total number of changes in all batches */
export async function endBatches(
  tx: Tx,
  context: Context,
  id: ChainId,
  after: BlockRef,
  mandate: Mandate,
  recorded: number,
): Promise<void> {
  await tx.chainConditions.clear(id, 'halted')
  await auditCursorReset(tx, context, id, after, mandate, { recorded })
}

/** Finds the recorded block numbers of transfers that are not orphaned. @returns pairs of name and block number */
export async function findRecorded(
  tx: Tx,
  id: ChainId,
  seen: readonly Pick<SeenTransfer, 'txHash' | 'logIndex'>[],
): Promise<[string, number][]> {
  const found: [string, number][] = []
  for (const { txHash, logIndex } of seen) {
    const name = { ...id, txHash, logIndex }
    const stored = (await tx.transfers.find(name)) ?? (await tx.treasuryTransfers.find(name))
    if (stored?.orphanedAt === null) found.push([transferName(name), stored.block.number])
  }
  return found
}

/**
 * Returns the sightings that concern a range of blocks: those in the range, and those that are recorded in the range but
 * are in another block of the branch.
 */
export function batchOf(all: Sightings, recorded: RecordedBlocks, after: number, upTo: number): Sightings {
  const isIn = (number: number | undefined) => number !== undefined && number > after && number <= upTo
  const concerns = (seen: Pick<SeenTransfer, 'txHash' | 'logIndex' | 'block'>) =>
    isIn(seen.block.number) || isIn(recorded.get(transferName(seen)))
  return {
    transfers: all.transfers.filter(concerns),
    outgoing: all.outgoing.filter(concerns),
    ignored: all.ignored.filter(concerns),
    adminEvents: all.adminEvents.filter(concerns),
  }
}
