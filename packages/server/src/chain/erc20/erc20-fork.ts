import type { LinkedBlock, ScanState } from '../../domain/chain/scan-step.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { Connection } from '../nodes/connection.js'
import { RpcError } from '../nodes/rpc-error.js'
import { checkLinks, fetchHeaders, type Header } from './erc20-block.js'

/** The point where the chain of a node leaves ours. */
export type Fork =
  /** The node and the cursor share `after`; the branch holds the node's blocks up to the height of our cursor. */
  | { readonly kind: 'fork'; readonly after: BlockRef; readonly branch: readonly Header[] }
  /** None of our stored blocks is in the node's chain. */
  | { readonly kind: 'unknown'; readonly oldest: BlockRef; readonly theirs: Header }

/** Most forks are a block or two deep. */
const FIRST_BATCH = 8
const BATCH = 50

/**
 * Finds the newest block that a node shares with us, from our newest one down.
 *
 * @param now epoch ms
 * @throws RpcError; `broken` also where the node's chain changed in the meantime, or contains our cursor after all
 */
export async function findFork(connection: Connection, state: ScanState, now: number): Promise<Fork> {
  const known = knownBlocks(state)
  let theirs: Header[] = []
  for (let from = 0, count = FIRST_BATCH; from < known.length; from += count, count = BATCH) {
    const compared = known.slice(from, from + count)
    const headers = await fetchHeaders(connection, compared.map(({ number }) => number).reverse(), now)
    theirs = [...headers, ...theirs]
    checkLinks(theirs)
    const shared = compared.find(({ number, hash }) => headers.some((each) => isSame(each, { number, hash })))
    if (!shared) continue
    const after = theirs.find(({ number }) => number === shared.number)
    const branch = theirs.filter(({ number }) => number > shared.number)
    if (!after || branch.length === 0)
      throw new RpcError('broken', 'the chain of the node changed in the meantime')
    return { kind: 'fork', after: refOf(after), branch }
  }
  const [oldest, first] = [known.at(-1), theirs[0]]
  if (!oldest || !first) throw new RpcError('broken', 'no block to compare')
  return { kind: 'unknown', oldest, theirs: first }
}

export const refOf = ({ number, hash, timeAt }: BlockRef): BlockRef => ({ number, hash, timeAt })

/** The block as the ring stores it. */
export const linkOf = (block: LinkedBlock): LinkedBlock => ({ ...refOf(block), parentHash: block.parentHash })

const isSame = (a: { number: number; hash: string }, b: { number: number; hash: string }): boolean =>
  a.number === b.number && a.hash === b.hash

/** Newest first; the parent of the oldest block is known by hash as well. */
function knownBlocks({ cursor, ring }: ScanState): BlockRef[] {
  const oldest = ring.at(-1)
  if (!oldest) return [cursor]
  if (oldest.number === 0) return [...ring]
  return [...ring, { number: oldest.number - 1, hash: oldest.parentHash, timeAt: oldest.timeAt }]
}
