import type { Chain } from '../../domain/chain/chain.js'
import type { CursorReset } from '../../domain/chain/cursor-reset.js'
import {
  batchOf,
  beginBatches,
  endBatches,
  findRecorded,
  type RecordedBlocks,
  recordBatch,
} from '../../domain/chain/cursor-reset-batches.js'
import type { RecordedStep, Sightings } from '../../domain/chain/scan-step.js'
import type { Context } from '../../domain/context.js'
import type { Mandate } from '../../domain/shared/audit-entry.js'
import { TooMuchReplaced } from '../../domain/shared/operator-error.js'
import type { BlockRef, ChainId, Cursor } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'

/** Looked up in the books at once. */
const LOOKED_UP = 500

export interface BatchesOptions {
  readonly store: Store
  readonly context: Context
  readonly chain: ChainId & Required<Pick<Chain, 'blockAt'>>
  readonly cursor: Cursor
  readonly anchor: CursorReset
  readonly mandate: Mandate
}

/**
 * Has a network go on from an anchor with more above it than one unit of work can take back. Each part is right by itself:
 * where it is interrupted the network stands still between two blocks, and the same command goes on.
 *
 * @throws TooMuchReplaced where one block alone has too much; Error where the chain changed meanwhile
 */
export async function resetInBatches(
  { store, context, chain, cursor, anchor, mandate }: BatchesOptions,
  signal: AbortSignal,
): Promise<RecordedStep> {
  const { environment, network } = cursor
  const id = { environment, network }
  const { after, to, sightings } = anchor
  let at = await store.write((tx) => beginBatches(tx, context, cursor, after, mandate))
  const booked = await lookUp(store, id, sightings)
  let span = to.number - after.number
  let handled = 0
  let missed = 0
  while (at.block.number < to.number) {
    signal.throwIfAborted()
    const upTo = Math.min(at.block.number + span, to.number)
    const part = {
      to: upTo === to.number ? to : await chain.blockAt(upTo, signal),
      sightings: batchOf(sightings, booked, at.block.number, upTo),
    }
    const from = at
    const recorded = await store
      .write((tx) => recordBatch(tx, context, from, part))
      .catch((error: unknown) => {
        if (error instanceof TooMuchReplaced && span > 1) return undefined
        throw error
      })
    if (recorded === undefined) {
      span = Math.ceil(span / 2)
      continue
    }
    at = { ...at, block: part.to, revision: at.revision + 1 }
    handled += recorded.handled
    missed += recorded.missed
  }
  await requireSame(chain, to, signal)
  await store.write((tx) => endBatches(tx, context, id, after, mandate, handled))
  return { handled, missed }
}

/** @throws Error where another block is there now */
export async function requireSame(
  { blockAt }: Required<Pick<Chain, 'blockAt'>>,
  { number, hash }: BlockRef,
  signal: AbortSignal,
): Promise<void> {
  if ((await blockAt(number, signal)).hash !== hash) throw new Error('the chain changed meanwhile')
}

async function lookUp(
  store: Store,
  id: ChainId,
  { transfers, outgoing, ignored, adminEvents }: Sightings,
): Promise<RecordedBlocks> {
  const seen = [...transfers, ...outgoing, ...ignored, ...adminEvents]
  const booked = new Map<string, number>()
  for (let at = 0; at < seen.length; at += LOOKED_UP) {
    const some = seen.slice(at, at + LOOKED_UP)
    for (const [name, number] of await store.read((tx) => findRecorded(tx, id, some)))
      booked.set(name, number)
  }
  return booked
}
