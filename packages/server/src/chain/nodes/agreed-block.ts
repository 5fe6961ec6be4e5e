import type { BlockRef } from '../../domain/shared/types.js'
import type { ChainNode, Nodes } from './nodes.js'

/** A block as all nodes tell it that can be asked. @throws Error where none has it, or they tell different ones */
export async function agreedBlock<Node extends ChainNode>(
  nodes: Nodes<Node>,
  number: number,
  read: (node: Node) => Promise<BlockRef>,
  signal: AbortSignal,
): Promise<BlockRef> {
  const [first, ...others] = await nodes.askAll(read, signal)
  if (!first) throw new Error(`no node tells block ${number}`)
  const another = others.find(({ answer }) => answer.hash !== first.answer.hash)
  if (another) throw new Error(`${first.node} and ${another.node} tell different blocks ${number}`)
  return first.answer
}
