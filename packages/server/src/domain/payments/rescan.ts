import type { RecordedStep, Sightings, TokenAdminEvent } from '../chain/scan-step.js'
import type { RecordedTransfer, SeenTransfer } from '../chain/transfer.js'
import type { Context } from '../context.js'
import { CustodyCap, custodyOf } from '../ledger/custody-cap.js'
import { ZERO } from '../shared/money.js'
import type { ChainId } from '../shared/types.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import { FinalityResults } from './finality-queue.js'
import { isAnyUnrecorded } from './ignored-transfers.js'
import { recordStep } from './step/record-step.js'

/** Events that a rescan applies. Later events may have undone those that concern the whole token. */
const LASTING: ReadonlySet<TokenAdminEvent['kind']> = new Set(['blacklisted', 'funds_destroyed'])

const NOTHING: RecordedStep = { handled: 0, missed: 0 }

/**
 * Records transfers and events that a rescan found and that were missed when the blocks were first recorded. Nothing is
 * reverted, since an incomplete answer proves nothing, and nothing is confirmed, since the watcher checks finality first.
 *
 * @returns the number of missed records
 * @throws SerializationConflict if the cursor moved
 */
export async function recordRescan(
  tx: Tx,
  context: Context,
  id: ChainId,
  sightings: Sightings,
): Promise<RecordedStep> {
  const cursor = await tx.cursors.find(id)
  if (!cursor) return NOTHING
  const { number } = cursor.block
  const ring = await tx.chainBlocks.list(id)
  const hashes = new Map(ring.map((block) => [block.number, block.hash]))
  // A reorganisation may have replaced the blocks since they were read.
  const isRecordedBlock = ({ block }: { block: { number: number; hash: string } }) =>
    block.number <= number && (hashes.get(block.number) ?? block.hash) === block.hash
  const step = {
    kind: 'forward',
    to: cursor.block,
    blocks: [],
    transfers: sightings.transfers.filter(isRecordedBlock),
    outgoing: sightings.outgoing.filter(isRecordedBlock),
    ignored: sightings.ignored.filter(isRecordedBlock),
    adminEvents: sightings.adminEvents.filter((event) => LASTING.has(event.kind) && isRecordedBlock(event)),
  } as const
  // Nothing is written if nothing is missing, so that the watcher's current step stays valid.
  if (!(await isAnythingMissing(tx, id, step))) return NOTHING
  const recorded = await recordStep(tx, context, cursor, step, new FinalityResults())
  if (recorded === undefined) throw new SerializationConflict('the cursor was moved by another transaction')
  return recorded
}

async function isAnythingMissing(tx: Tx, id: ChainId, seen: Sightings): Promise<boolean> {
  const { transfers, outgoing, ignored, adminEvents } = seen
  if (adminEvents.length > 0) return true
  for (const transfer of [...transfers, ...outgoing]) if (!(await isKnown(tx, id, transfer))) return true
  return isAnyUnrecorded(tx, id, ignored)
}

async function isKnown(tx: Tx, id: ChainId, { txHash, logIndex }: SeenTransfer): Promise<boolean> {
  const name = { ...id, txHash, logIndex }
  const known = await tx.transfers.find(name)
  if (known?.ignoredReason === 'over_cap' && (await fitsCap(tx, id, known))) return false
  const found = known ?? (await tx.treasuryTransfers.find(name))
  return found ? found.orphanedAt === null : tx.signedTransactions.isKnown(name)
}

/** Whether a transfer that exceeded the custody cap fits now. */
async function fitsCap(tx: Tx, id: ChainId, { to, block, value }: RecordedTransfer): Promise<boolean> {
  const holder = await tx.addresses.findHolder(id, to, block.timeAt)
  const order = holder?.orderId === undefined ? undefined : await tx.orders.find(holder.orderId)
  return new CustodyCap(await custodyOf(tx, id)).allows(
    value,
    order ? order.received - order.confirmed : ZERO,
  )
}
