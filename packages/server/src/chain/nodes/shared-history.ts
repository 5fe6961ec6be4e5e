import type { BlockRef } from '../../domain/shared/types.js'
import { DEEP_BLOCKS } from '../token/missing-transfer-check.js'
import type { ChainNode } from './chain-node.js'
import { ForeignHistory, RpcError } from './rpc-error.js'

interface Comparison<Node extends ChainNode> {
  /** The node whose answer is checked. */
  readonly first: Node
  /** The node that does not confirm it. */
  readonly other: Node
  readonly blocks: readonly Pick<BlockRef, 'number' | 'hash'>[]
  /** Reads the hash of a block; undefined where the node has none of that number. */
  readonly hashAt: (node: Node, number: number) => Promise<string | undefined>
}

/**
 * Compares recorded blocks with those of a second node that does not confirm what is in them. A node without such a block,
 * or on another history of the same chain id, cannot contradict anything: its answer does not count.
 *
 * @returns the hashes of the blocks on which the nodes disagree although they share the history
 * @throws RpcError `broken` where a block is not reached yet or not kept; ForeignHistory where older blocks differ, too
 */
export async function findOtherBlocks<Node extends ChainNode>({
  first,
  other,
  blocks,
  hashAt,
}: Comparison<Node>): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const { number, hash } of new Map(blocks.map((block) => [block.hash, block])).values()) {
    const theirs = await hashAt(other, number)
    if (theirs === undefined) throw new RpcError('broken', `block ${number}: not reached yet`)
    if (theirs === hash) continue
    const deep = Math.max(0, number - DEEP_BLOCKS)
    const [ours, others] = [await hashAt(first, deep), await hashAt(other, deep)]
    if (ours === undefined || others === undefined) throw new RpcError('broken', `block ${deep}: not kept`)
    if (ours !== others)
      throw new ForeignHistory(
        `blocks ${deep} and ${number} differ from those of ${first.name}: another history`,
      )
    found.add(hash)
  }
  return found
}
