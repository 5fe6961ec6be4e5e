import type { Chain } from '../../domain/chain/chain.js'
import type { RecordedStep, Sightings } from '../../domain/chain/scan-step.js'
import type { Context } from '../../domain/context.js'
import type { CursorReset } from '../../domain/payments/cursor-reset.js'
import {
  batchOf,
  beginBatches,
  endBatches,
  findRecorded,
  type RecordedBlocks,
  recordBatch,
} from '../../domain/payments/cursor-reset-batches.js'
import type { Mandate } from '../../domain/shared/audit-entry.js'
import { TooMuchReplaced } from '../../domain/shared/operator-error.js'
import type { BlockRef, ChainId, Cursor } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'

/** Sightings looked up in the ledger per query. */
const LOOKUP_BATCH = 500

export interface BatchesOptions {
  readonly store: Store
  readonly context: Context
  readonly chain: ChainId & Required<Pick<Chain, 'blockAt'>>
  readonly cursor: Cursor
  readonly reset: CursorReset
  readonly mandate: Mandate
}

/**
 * Resets a cursor when the reset replaces more rows above it than one transaction can handle. Each batch leaves a
 * consistent state: after an interruption the network stays between two blocks, and the same command continues.
 *
 * @throws TooMuchReplaced where a single block exceeds the limit; Error where the chain changed in the meantime
 */
export async function resetInBatches(
  { store, context, chain, cursor, reset, mandate }: BatchesOptions,
  signal: AbortSignal,
): Promise<RecordedStep> {
  const { environment, network } = cursor
  const id = { environment, network }
  const { after, to, sightings } = reset
  let at = await store.write((tx) => beginBatches(tx, context, cursor, after, mandate))
  const recordedAt = await findAllRecorded(store, id, sightings)
  let span = to.number - after.number
  let handled = 0
  let missed = 0
  while (at.block.number < to.number) {
    signal.throwIfAborted()
    const upTo = Math.min(at.block.number + span, to.number)
    const batch = {
      to: upTo === to.number ? to : await chain.blockAt(upTo, signal),
      sightings: batchOf(sightings, recordedAt, at.block.number, upTo),
    }
    const from = at
    const recorded = await store
      .write((tx) => recordBatch(tx, context, from, batch))
      .catch((error: unknown) => {
        if (error instanceof TooMuchReplaced && span > 1) return undefined
        throw error
      })
    if (recorded === undefined) {
      span = Math.ceil(span / 2)
      continue
    }
    at = { ...at, block: batch.to, revision: at.revision + 1 }
    handled += recorded.handled
    missed += recorded.missed
  }
  await requireSameBlock(chain, to, signal)
  await store.write((tx) => endBatches(tx, context, id, after, mandate, handled))
  return { handled, missed }
}

/** @throws Error where the chain has another block of that number by now */
export async function requireSameBlock(
  { blockAt }: Required<Pick<Chain, 'blockAt'>>,
  { number, hash }: BlockRef,
  signal: AbortSignal,
): Promise<void> {
  if ((await blockAt(number, signal)).hash !== hash)
    throw new Error('the chain changed during the reset; run the command again')
}

async function findAllRecorded(
  store: Store,
  id: ChainId,
  { transfers, outgoing, ignored, adminEvents }: Sightings,
): Promise<RecordedBlocks> {
  const seen = [...transfers, ...outgoing, ...ignored, ...adminEvents]
  const recordedAt = new Map<string, number>()
  for (let at = 0; at < seen.length; at += LOOKUP_BATCH) {
    const page = seen.slice(at, at + LOOKUP_BATCH)
    for (const [name, number] of await store.read((tx) => findRecorded(tx, id, page)))
      recordedAt.set(name, number)
  }
  return recordedAt
}
