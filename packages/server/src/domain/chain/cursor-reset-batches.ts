import type { Context } from '../context.js'
import { FinalityResults } from '../payments/finality-queue.js'
import { recordStep } from '../payments/payments.js'
import { type SeenTransfer, transferName } from '../payments/transfer.js'
import type { Mandate } from '../shared/audit-entry.js'
import type { BlockRef, ChainId, Cursor } from '../shared/types.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import { pauseSigner } from '../withdrawals/signer.js'
import { requireResetBlock } from './cursor-reset.js'
import { auditCursorReset, haltReason, moveCursor, pauseReason } from './cursor-reset-audit.js'
import type { RecordedStep, Sightings } from './scan-step.js'

/** In which blocks the books have what a branch shows, by its name. */
export type RecordedBlocks = ReadonlyMap<string, number>

/** Blocks of a branch that one unit of work books, after the cursor. */
export interface ResetBatch {
  readonly to: BlockRef
  readonly sightings: Sightings
}

/**
 * Begins to take back, in parts, more than one unit of work can: the cursor goes to the anchor first, so that whatever is
 * above it is believed as little as what is still to be read. The network stands still until the last part is booked.
 *
 * @throws Refusal where blocks would be left out that nobody has read; LostRace where the network went on meanwhile
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
  const reason = `the blocks after ${after.number} are being booked anew: if that was interrupted, chains reset-cursor --block ${after.number} continues`
  await tx.chainConditions.set(id, { kind: 'halted', reason, sinceAt: context.clock.now() })
  await pauseSigner(tx, context, id, pauseReason(after, mandate))
  await moveCursor(tx, cursor, after)
  await tx.ignoredTransfers.deleteAfter(id, after.number)
  await auditCursorReset(tx, context, id, after, mandate, details)
  return { ...cursor, block: after, revision: cursor.revision + 1 }
}

/**
 * Books the next blocks of the branch, and takes back what the books have in them and the branch has not.
 *
 * @throws TooMuchReplaced where fewer blocks are to be taken; LostRace where the network went on meanwhile
 */
export async function recordBatch(
  tx: Tx,
  context: Context,
  cursor: Cursor,
  { to, sightings }: ResetBatch,
): Promise<RecordedStep> {
  const step = { kind: 'forward', to, blocks: [], ...sightings } as const
  const recorded = await recordStep(tx, context, cursor, step, new FinalityResults())
  if (recorded === undefined) throw new SerializationConflict('cursor moved meanwhile')
  return recorded
}

/** Ends the halt: all parts are booked. @param recorded what was handled in them */
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

/** Where the books have those of them that they take for being on the chain. */
export async function findRecorded(
  tx: Tx,
  id: ChainId,
  seen: readonly Pick<SeenTransfer, 'txHash' | 'logIndex'>[],
): Promise<[string, number][]> {
  const found: [string, number][] = []
  for (const { txHash, logIndex } of seen) {
    const name = { ...id, txHash, logIndex }
    const booked = (await tx.transfers.find(name)) ?? (await tx.treasuryTransfers.find(name))
    if (booked?.orphanedAt === null) found.push([transferName(name), booked.block.number])
  }
  return found
}

/**
 * What concerns blocks of a branch: what is in them, and what the books have in them that stands elsewhere in the branch,
 * since it was never gone.
 */
export function batchOf(all: Sightings, booked: RecordedBlocks, after: number, upTo: number): Sightings {
  const isIn = (number: number | undefined) => number !== undefined && number > after && number <= upTo
  const concerns = (seen: Pick<SeenTransfer, 'txHash' | 'logIndex' | 'block'>) =>
    isIn(seen.block.number) || isIn(booked.get(transferName(seen)))
  return {
    transfers: all.transfers.filter(concerns),
    outgoing: all.outgoing.filter(concerns),
    ignored: all.ignored.filter(concerns),
    adminEvents: all.adminEvents.filter(concerns),
  }
}
