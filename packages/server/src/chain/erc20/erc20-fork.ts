import type { LinkedBlock, ScanState } from '../../domain/chain/scan-step.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { Connection } from '../nodes/connection.js'
import { RpcError } from '../nodes/rpc-error.js'
import { checkLinks, fetchHeaders, type Header } from './erc20-block.js'

/** Where the chain of a node left ours. */
export type Fork =
  /** Both have `after`; the blocks behind it are the node's, up to the height of our cursor. */
  | { readonly kind: 'fork'; readonly after: BlockRef; readonly branch: readonly Header[] }
  /** None of our blocks is in the node's chain. */
  | { readonly kind: 'unknown'; readonly oldest: BlockRef; readonly theirs: Header }

/** Most forks are a block or two deep. */
const FIRST_LOOK = 8
const LOOK = 50

/**
 * Finds the newest block that a node shares with us, from our newest one down.
 *
 * @param now epoch ms
 * @throws NodeFault; `broken` also where the node's chain changed meanwhile, or holds our cursor after all
 */
export async function findFork(connection: Connection, state: ScanState, now: number): Promise<Fork> {
  const known = knownBlocks(state)
  let theirs: Header[] = []
  for (let from = 0, count = FIRST_LOOK; from < known.length; from += count, count = LOOK) {
    const looked = known.slice(from, from + count)
    const headers = await fetchHeaders(connection, looked.map(({ number }) => number).reverse(), now)
    theirs = [...headers, ...theirs]
    checkLinks(theirs)
    const shared = looked.find(({ number, hash }) => headers.some((each) => isSame(each, { number, hash })))
    if (!shared) continue
    const after = theirs.find(({ number }) => number === shared.number)
    const branch = theirs.filter(({ number }) => number > shared.number)
    if (!after || branch.length === 0) throw new RpcError('broken', 'the node changed its chain meanwhile')
    return { kind: 'fork', after: refOf(after), branch }
  }
  const [oldest, first] = [known.at(-1), theirs[0]]
  if (!oldest || !first) throw new RpcError('broken', 'no block to compare')
  return { kind: 'unknown', oldest, theirs: first }
}

export const refOf = ({ number, hash, timeAt }: BlockRef): BlockRef => ({ number, hash, timeAt })

/** As it goes into the ring. */
export const linkOf = (block: LinkedBlock): LinkedBlock => ({ ...refOf(block), parentHash: block.parentHash })

const isSame = (a: { number: number; hash: string }, b: { number: number; hash: string }): boolean =>
  a.number === b.number && a.hash === b.hash

/** Newest first; the parent of the oldest block is known by its hash as well. */
function knownBlocks({ cursor, ring }: ScanState): BlockRef[] {
  const oldest = ring.at(-1)
  if (!oldest) return [cursor]
  if (oldest.number === 0) return [...ring]
  return [...ring, { number: oldest.number - 1, hash: oldest.parentHash, timeAt: oldest.timeAt }]
}
