import type { LinkedBlock } from '../../domain/chain/scan-step.js'
import type { Cursor } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'

/**
 * Caches the newest blocks of one network. Every change of the ring also changes the revision of the cursor. A database that
 * was set back reaches a revision again, on another block.
 */
export class BlockRingCache {
  private known: { readonly cursor: Cursor; readonly ring: readonly LinkedBlock[] } | undefined

  /** Returns the blocks below a cursor that was read in the same transaction. */
  async read(tx: Tx, cursor: Cursor): Promise<readonly LinkedBlock[]> {
    if (!this.known || !isSame(this.known.cursor, cursor))
      this.known = { cursor, ring: await tx.chainBlocks.list(cursor) }
    return this.known.ring
  }
}

const isSame = (one: Cursor, other: Cursor): boolean =>
  one.revision === other.revision && one.block.hash === other.block.hash
