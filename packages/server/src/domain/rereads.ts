import type { Sightings, TokenNotice } from './chains.js'
import { Verdicts } from './due-transfers.js'
import { type RecordedStep, recordStep } from './payments.js'
import { type ChainId, type Context, LostRace } from './ports.js'
import type { Tx } from './tables.js'

/** What was done to the token itself may have been undone since; what was done to an address stays done. */
const LASTING: ReadonlySet<TokenNotice['kind']> = new Set(['blacklisted', 'funds_destroyed'])

/**
 * Books what blocks show that were booked before: what the books have changes nothing, what they lack enters by the same
 * door as any other. Nothing is taken back, since an answer that lacks something proves nothing, and nothing is confirmed:
 * the watcher asks the network about it first.
 *
 * @returns what was new of them
 */
export async function recordReread(
  tx: Tx,
  context: Context,
  id: ChainId,
  sightings: Sightings,
): Promise<RecordedStep> {
  const cursor = await tx.cursors.find(id)
  if (!cursor) return { handled: 0, missed: 0 }
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
    notices: sightings.notices.filter((notice) => LASTING.has(notice.kind) && isBooked(notice)),
  } as const
  const recorded = await recordStep(tx, context, cursor, step, new Verdicts())
  if (recorded === undefined) throw new LostRace('cursor moved meanwhile')
  return recorded
}
