import type { Chain } from '../../domain/chain/chain.js'
import type { RecordedStep, Sightings } from '../../domain/chain/scan-step.js'
import type { Context } from '../../domain/context.js'
import {
  type CursorReset,
  cursorOwner,
  requireNodesCaughtUp,
  requireResetBlock,
  resetCursor,
  startOver,
} from '../../domain/payments/cursor-reset.js'
import type { Mandate } from '../../domain/shared/audit-entry.js'
import { OperatorError, TooMuchReplaced } from '../../domain/shared/operator-error.js'
import type { BlockRef, Cursor } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import { requireSameBlock, resetInBatches } from './cursor-reset-batches.js'
import { watchedAddresses } from './watched-addresses.js'

/** Blocks that a network rescans in one call. */
const RESCAN_BLOCKS = 50

/** The block that a network's cursor is reset to. */
export interface CursorResetOptions {
  readonly store: Store
  readonly context: Context
  readonly chain: Chain
  /** Number of the newest block that the ledger shares with the chain, or of one below it. */
  readonly number: number
  readonly mandate: Mandate
}

/**
 * Resets the cursor of a network to a block after which the chain has other blocks than the ledger. The blocks of the
 * chain are rescanned up to the height of the ledger, so that transfers on both branches keep their state.
 *
 * @throws OperatorError; any other error where the nodes cannot answer
 */
export async function resetCursorAt(
  { store, context, chain, number, mandate }: CursorResetOptions,
  signal: AbortSignal,
): Promise<RecordedStep> {
  const { environment, network, blockAt } = chain
  const cursor = await store.read((tx) => tx.cursors.find({ environment, network }))
  if (!cursor || !blockAt) throw new OperatorError(`${environment}/${network} is not followed by this server`)
  requireResetBlock(cursor, { number })
  const after = await blockAt(number, signal)
  const head = await chain.head(signal)
  const { seen, confirmed } = await reachOf(store, cursor)
  requireNodesCaughtUp(cursor, head, confirmed)
  const upTo = Math.min(seen, head.number)
  const to = upTo > number ? await blockAt(upTo, signal) : after
  const sightings = await readBranch({ store, context, chain }, after, to, signal)
  await requireSameBlock({ blockAt }, to, signal)
  const reset: CursorReset = { after, to, sightings }
  return store
    .write((tx) => resetCursor(tx, context, cursor, reset, mandate))
    .catch((error: unknown) => {
      if (!(error instanceof TooMuchReplaced)) throw error
      const served = { environment, network, blockAt }
      return resetInBatches({ store, context, chain: served, cursor, reset, mandate }, signal)
    })
}

/** Numbers of the newest blocks with rows in the ledger, the cursor's own block included. */
export interface Reach {
  readonly seen: number
  /** The newest block of a confirmed row. */
  readonly confirmed: number
}

/** Rows above the cursor are unconfirmed, or were left by an interrupted reset. */
export const reachOf = (store: Store, { environment, network, block }: Cursor): Promise<Reach> =>
  store.read(async (tx) => {
    const newest = async (isConfirmed: boolean) => {
      const id = { environment, network }
      const transfer = await tx.transfers.newestBlock(id, isConfirmed)
      const treasuryTransfer = await tx.treasuryTransfers.newestBlock(id, isConfirmed)
      return Math.max(block.number, transfer ?? 0, treasuryTransfer ?? 0)
    }
    return { seen: await newest(false), confirmed: await newest(true) }
  })

async function readBranch(
  { store, context, chain }: Pick<CursorResetOptions, 'store' | 'context' | 'chain'>,
  after: BlockRef,
  to: BlockRef,
  signal: AbortSignal,
): Promise<Sightings> {
  const watched = watchedAddresses(store, context, chain)
  const read: Sightings[] = []
  for (let from = after.number + 1; from <= to.number; from += RESCAN_BLOCKS) {
    const range = { from, to: Math.min(from + RESCAN_BLOCKS - 1, to.number) }
    read.push(await chain.rescan(range, watched, signal))
  }
  return {
    transfers: read.flatMap(({ transfers }) => transfers),
    outgoing: read.flatMap(({ outgoing }) => outgoing),
    ignored: read.flatMap(({ ignored }) => ignored),
    adminEvents: read.flatMap(({ adminEvents }) => adminEvents),
  }
}

/**
 * Starts a network over whose cursor belongs to another source: to a sandbox while nodes serve the network now, or the
 * other way round.
 */
export async function restartOnSourceChange(
  store: Store,
  context: Context,
  chain: Chain,
  cursor: Cursor,
  signal: AbortSignal,
): Promise<void> {
  const owner = cursorOwner(chain.network, cursor.block)
  const isForeign = owner === (chain.blockAt ? 'sandbox' : 'nodes')
  if (!isForeign || chain.environment !== 'test') return
  const head = await chain.head(signal)
  const restart = async (): Promise<boolean> => {
    const at = await store.read((tx) => tx.cursors.find(cursor))
    // Another server may have started it over already.
    const isLeft = at && cursorOwner(chain.network, at.block) === owner
    return !isLeft || store.write((tx) => startOver(tx, context, chain, at, head))
  }
  while (!(await restart())) signal.throwIfAborted()
}
