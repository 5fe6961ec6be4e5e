import type { LinkedBlock } from '../../domain/chain/scan-step.js'
import type { Cursor } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'

/** The newest blocks of one network as they were read last: whoever changes them changes the cursor's revision too. */
export class BlockRingCache {
  private known: { readonly revision: number; readonly ring: readonly LinkedBlock[] } | undefined

  /** The blocks below a cursor that the same transaction has read. */
  async read(tx: Tx, cursor: Cursor): Promise<readonly LinkedBlock[]> {
    if (this.known?.revision !== cursor.revision)
      this.known = { revision: cursor.revision, ring: await tx.chainBlocks.list(cursor) }
    return this.known.ring
  }
}
