import type { TokenNotice } from '../../domain/chain/scan-step.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { ChainNode, Nodes } from './nodes.js'
import { NodeFault } from './rpc-error.js'

/** What another node tells of a block: undefined where it has not got so far. */
export type BlockNotices = { readonly hash: string; readonly notices: readonly TokenNotice[] } | undefined

export interface NoticeQuestion<Node extends ChainNode> {
  readonly nodes: Nodes<Node>
  /** Who told them. */
  readonly node: Node
  readonly notices: readonly TokenNotice[]
  readonly read: (other: Node, block: BlockRef) => Promise<BlockNotices>
}

/**
 * What the token's owner did closes a network and moves custody, so a second node must tell it of the same block. Who tells
 * it alone is left for the other one, which reads the block anew.
 *
 * @returns why it is not believed yet; undefined where it is
 * @throws NodeFault `broken` where the second node's block is without it
 */
export async function doubtNotices<Node extends ChainNode>(
  { nodes, node, notices, read }: NoticeQuestion<Node>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (notices.length === 0) return undefined
  const blocks = new Map(notices.map(({ block }) => [block.number, block]))
  const ask = async (other: Node) => {
    const told = new Map<number, BlockNotices>()
    for (const block of blocks.values()) told.set(block.number, await read(other, block))
    return told
  }
  const word = await nodes.witness(node, ask, signal)
  if (word.kind === 'waived') return undefined
  for (const notice of notices) {
    const { number, hash } = notice.block
    const theirs = word.kind === 'told' ? word.answer.get(number) : undefined
    if (theirs?.hash !== hash) return `no second node tells yet what the token's owner did in block ${number}`
    if (!theirs.notices.some((each) => isSame(each, notice)))
      throw new NodeFault('broken', `block ${number}: a second node does not have ${notice.kind} in it`)
  }
  return undefined
}

const isSame = (one: TokenNotice, other: TokenNotice): boolean =>
  one.kind === other.kind &&
  one.txHash === other.txHash &&
  one.logIndex === other.logIndex &&
  one.address === other.address &&
  one.value === other.value
