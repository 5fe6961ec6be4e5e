import type { BlockRef } from '../../domain/shared/types.js'
import type { ChainNode } from './chain-node.js'
import type { Nodes } from './nodes.js'

/**
 * Reads a block from every available node.
 *
 * @throws Error where no node has it, or two nodes disagree
 */
export async function agreedBlock<Node extends ChainNode>(
  nodes: Nodes<Node>,
  number: number,
  read: (node: Node) => Promise<BlockRef>,
  signal: AbortSignal,
): Promise<BlockRef> {
  const [first, ...others] = await nodes.askAll(read, signal)
  if (!first) throw new Error(`no node has block ${number}`)
  const another = others.find(({ answer }) => answer.hash !== first.answer.hash)
  if (another) throw new Error(`${first.node} and ${another.node} disagree on block ${number}`)
  return first.answer
}
