import type { Chain } from '../../domain/chain/chain.js'
import {
  type CursorReset,
  cursorOwner,
  requireNodesCaughtUp,
  requireResetBlock,
  resetCursor,
  startOver,
} from '../../domain/chain/cursor-reset.js'
import type { RecordedStep, Sightings } from '../../domain/chain/scan-step.js'
import type { Context } from '../../domain/context.js'
import type { Mandate } from '../../domain/shared/audit-entry.js'
import { OperatorError, TooMuchReplaced } from '../../domain/shared/operator-error.js'
import type { BlockRef, Cursor } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import { requireSame, resetInBatches } from './cursor-reset-batches.js'
import { watchedAddresses } from './watched-addresses.js'

/** As many as a network reads again at once. */
const REREAD_BLOCKS = 50

/** Where a network is told to go on. */
export interface CursorResetOptions {
  readonly store: Store
  readonly context: Context
  readonly chain: Chain
  /** The newest block that the books share with the chain, or one below it. */
  readonly number: number
  readonly mandate: Mandate
}

/**
 * Has a network go on from a block although the chain has other blocks after it than the books, however many: these are
 * read anew up to where the books were, so that what stands in both stays what it is.
 *
 * @throws Refusal; any other error where its nodes cannot tell
 */
export async function resetCursorAt(
  { store, context, chain, number, mandate }: CursorResetOptions,
  signal: AbortSignal,
): Promise<RecordedStep> {
  const { environment, network, blockAt } = chain
  const cursor = await store.read((tx) => tx.cursors.find({ environment, network }))
  if (!cursor || !blockAt) throw new OperatorError(`${environment}/${network} is not followed`)
  requireResetBlock(cursor, { number })
  const after = await blockAt(number, signal)
  const head = await chain.head(signal)
  const { seen, confirmed } = await reachOf(store, cursor)
  requireNodesCaughtUp(cursor, head, confirmed)
  const upTo = Math.min(seen, head.number)
  const to = upTo > number ? await blockAt(upTo, signal) : after
  const sightings = await readBranch({ store, context, chain }, after, to, signal)
  await requireSame({ blockAt }, to, signal)
  const anchor: CursorReset = { after, to, sightings }
  return store
    .write((tx) => resetCursor(tx, context, cursor, anchor, mandate))
    .catch((error: unknown) => {
      if (!(error instanceof TooMuchReplaced)) throw error
      const served = { environment, network, blockAt }
      return resetInBatches({ store, context, chain: served, cursor, anchor, mandate }, signal)
    })
}

/** Numbers of the newest blocks of which the books have anything; of the cursor's they do. */
export interface Reach {
  readonly seen: number
  /** For good. */
  readonly confirmed: number
}

/** Above the cursor stands what was not yet final, and what was left to be taken back in parts. */
export const reachOf = (store: Store, { environment, network, block }: Cursor): Promise<Reach> =>
  store.read(async (tx) => {
    const newest = async (isConfirmed: boolean) => {
      const id = { environment, network }
      const transfer = await tx.transfers.newestBlock(id, isConfirmed)
      const movement = await tx.treasuryTransfers.newestBlock(id, isConfirmed)
      return Math.max(block.number, transfer ?? 0, movement ?? 0)
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
  for (let from = after.number + 1; from <= to.number; from += REREAD_BLOCKS) {
    const range = { from, to: Math.min(from + REREAD_BLOCKS - 1, to.number) }
    read.push(await chain.rescan(range, watched, signal))
  }
  return {
    transfers: read.flatMap(({ transfers }) => transfers),
    outgoing: read.flatMap(({ outgoing }) => outgoing),
    ignored: read.flatMap(({ ignored }) => ignored),
    adminEvents: read.flatMap(({ adminEvents }) => adminEvents),
  }
}

/** Has a network begin anew that the books know as another: as a sandbox while nodes serve it now, or the other way. */
export async function followAnother(
  store: Store,
  context: Context,
  chain: Chain,
  cursor: Cursor,
  signal: AbortSignal,
): Promise<void> {
  const keeper = cursorOwner(chain.network, cursor.block)
  const isAnother = keeper === (chain.blockAt ? 'sandbox' : 'nodes')
  if (!isAnother || chain.environment !== 'test') return
  const head = await chain.head(signal)
  const goOn = async (): Promise<boolean> => {
    const at = await store.read((tx) => tx.cursors.find(cursor))
    // Another server may have been faster.
    const isLeft = at && cursorOwner(chain.network, at.block) === keeper
    return !isLeft || store.write((tx) => startOver(tx, context, chain, at, head))
  }
  while (!(await goOn())) signal.throwIfAborted()
}
