import type { TokenAdminEvent } from '../../domain/chain/scan-step.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { ChainNode } from './chain-node.js'
import type { Nodes } from './nodes.js'
import { RpcError } from './rpc-error.js'

/** The admin events of a block at another node; undefined where the node has not reached the block. */
export type BlockAdminEvents =
  | { readonly hash: string; readonly adminEvents: readonly TokenAdminEvent[] }
  | undefined

export interface AdminEventCheck<Node extends ChainNode> {
  readonly nodes: Nodes<Node>
  /** The node that reported the events. */
  readonly node: Node
  readonly adminEvents: readonly TokenAdminEvent[]
  readonly read: (other: Node, block: BlockRef) => Promise<BlockAdminEvents>
}

/**
 * Confirms token admin events at a second node, since they close a network and move custody. A node that reports an
 * event alone is left for the other one, which reads the block again.
 *
 * @returns why the events are not confirmed yet; undefined where they are
 * @throws RpcError `broken` where the second node's block does not contain them
 */
export async function crossCheckAdminEvents<Node extends ChainNode>(
  { nodes, node, adminEvents, read }: AdminEventCheck<Node>,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (adminEvents.length === 0) return undefined
  const blocks = new Map(adminEvents.map(({ block }) => [block.number, block]))
  const ask = async (other: Node) => {
    const events = new Map<number, BlockAdminEvents>()
    for (const block of blocks.values()) events.set(block.number, await read(other, block))
    return events
  }
  const result = await nodes.crossCheck(node, ask, signal)
  if (result.kind === 'waived') return undefined
  for (const event of adminEvents) {
    const { number, hash } = event.block
    const theirs = result.kind === 'answered' ? result.answer.get(number) : undefined
    if (theirs?.hash !== hash) return `no second node confirms the admin events of block ${number} yet`
    if (!theirs.adminEvents.some((each) => isSame(each, event)))
      throw new RpcError('broken', `block ${number}: a second node has no ${event.kind} event in it`)
  }
  return undefined
}

const isSame = (one: TokenAdminEvent, other: TokenAdminEvent): boolean =>
  one.kind === other.kind &&
  one.txHash === other.txHash &&
  one.logIndex === other.logIndex &&
  one.address === other.address &&
  one.value === other.value
