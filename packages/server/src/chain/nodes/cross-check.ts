import type { TokenAdminEvent } from '../../domain/chain/scan-step.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { ChainNode, Nodes } from './nodes.js'
import { RpcError } from './rpc-error.js'

/** What another node tells of a block: undefined where it has not got so far. */
export type BlockAdminEvents =
  | { readonly hash: string; readonly adminEvents: readonly TokenAdminEvent[] }
  | undefined

export interface AdminEventCheck<Node extends ChainNode> {
  readonly nodes: Nodes<Node>
  /** Who told them. */
  readonly node: Node
  readonly adminEvents: readonly TokenAdminEvent[]
  readonly read: (other: Node, block: BlockRef) => Promise<BlockAdminEvents>
}

/**
 * What the token's owner did closes a network and moves custody, so a second node must tell it of the same block. Who tells
 * it alone is left for the other one, which reads the block anew.
 *
 * @returns why it is not believed yet; undefined where it is
 * @throws NodeFault `broken` where the second node's block is without it
 */
export async function crossCheckAdminEvents<Node extends ChainNode>(
  { nodes, node, adminEvents, read }: AdminEventCheck<Node>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (adminEvents.length === 0) return undefined
  const blocks = new Map(adminEvents.map(({ block }) => [block.number, block]))
  const ask = async (other: Node) => {
    const told = new Map<number, BlockAdminEvents>()
    for (const block of blocks.values()) told.set(block.number, await read(other, block))
    return told
  }
  const word = await nodes.crossCheck(node, ask, signal)
  if (word.kind === 'waived') return undefined
  for (const notice of adminEvents) {
    const { number, hash } = notice.block
    const theirs = word.kind === 'told' ? word.answer.get(number) : undefined
    if (theirs?.hash !== hash) return `no second node tells yet what the token's owner did in block ${number}`
    if (!theirs.adminEvents.some((each) => isSame(each, notice)))
      throw new RpcError('broken', `block ${number}: a second node does not have ${notice.kind} in it`)
  }
  return undefined
}

const isSame = (one: TokenAdminEvent, other: TokenAdminEvent): boolean =>
  one.kind === other.kind &&
  one.txHash === other.txHash &&
  one.logIndex === other.logIndex &&
  one.address === other.address &&
  one.value === other.value
