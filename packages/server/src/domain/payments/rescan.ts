import type { RecordedStep, Sightings, TokenAdminEvent } from '../chain/scan-step.js'
import type { Context } from '../context.js'
import { CustodyCap } from '../ledger/custody-cap.js'
import { ZERO } from '../shared/money.js'
import type { ChainId } from '../shared/types.js'
import { SerializationConflict } from '../store/store.js'
import type { Tx } from '../store/unit-of-work.js'
import { FinalityResults } from './finality-queue.js'
import { isAnyUnnoted } from './ignored-transfers.js'
import { recordStep } from './payments.js'
import type { RecordedTransfer, SeenTransfer } from './transfer.js'

/** What was done to the token itself may have been undone since; what was done to an address stays done. */
const LASTING: ReadonlySet<TokenAdminEvent['kind']> = new Set(['blacklisted', 'funds_destroyed'])

const NOTHING: RecordedStep = { handled: 0, missed: 0 }

/**
 * Books what blocks show that were booked before: what the books have changes nothing, what they lack enters by the same
 * door as any other. Nothing is taken back, since an answer that lacks something proves nothing, and nothing is confirmed:
 * the watcher asks the network about it first.
 *
 * @returns what was new of them
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
  // A branch may have replaced what was read meanwhile.
  const isBooked = ({ block }: { block: { number: number; hash: string } }) =>
    block.number <= number && (hashes.get(block.number) ?? block.hash) === block.hash
  const step = {
    kind: 'forward',
    to: cursor.block,
    blocks: [],
    transfers: sightings.transfers.filter(isBooked),
    outgoing: sightings.outgoing.filter(isBooked),
    ignored: sightings.ignored.filter(isBooked),
    adminEvents: sightings.adminEvents.filter((notice) => LASTING.has(notice.kind) && isBooked(notice)),
  } as const
  // What the watcher is about to book stays good.
  if (!(await isAnythingMissing(tx, id, step))) return NOTHING
  const recorded = await recordStep(tx, context, cursor, step, new FinalityResults())
  if (recorded === undefined) throw new SerializationConflict('cursor moved meanwhile')
  return recorded
}

/** Whether the books lack something of it. */
async function isAnythingMissing(tx: Tx, id: ChainId, seen: Sightings): Promise<boolean> {
  const { transfers, outgoing, ignored, adminEvents } = seen
  if (adminEvents.length > 0) return true
  for (const transfer of [...transfers, ...outgoing]) if (!(await isKnown(tx, id, transfer))) return true
  return isAnyUnnoted(tx, id, ignored)
}

async function isKnown(tx: Tx, id: ChainId, { txHash, logIndex }: SeenTransfer): Promise<boolean> {
  const name = { ...id, txHash, logIndex }
  const known = await tx.transfers.find(name)
  if (known?.ignoredReason && (await isRoomFor(tx, id, known))) return false
  const found = known ?? (await tx.treasuryTransfers.find(name))
  return found ? found.orphanedAt === null : tx.signedTransactions.isKnown(name)
}

/** Whether what was more than there can be is not any more. */
async function isRoomFor(tx: Tx, id: ChainId, { to, block, value }: RecordedTransfer): Promise<boolean> {
  const holder = await tx.addresses.findHolder(id, to, block.timeAt)
  const order = holder?.orderId === undefined ? undefined : await tx.orders.find(holder.orderId)
  return (await CustodyCap.of(tx, id)).allows(value, order ? order.received - order.confirmed : ZERO)
}
