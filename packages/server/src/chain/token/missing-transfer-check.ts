import type { SeenTransfer } from '../../domain/chain/transfer.js'
import type { BlockRef } from '../../domain/shared/types.js'
import type { ChainNode } from '../nodes/chain-node.js'
import { type Nodes, NoNode } from '../nodes/nodes.js'
import { RpcError } from '../nodes/rpc-error.js'

/** Depth from which a block no longer changes and every node has all of it. */
export const DEEP_BLOCKS = 96
/** Blocks read per check, at each of two nodes. */
const BLOCKS_PER_CHECK = 8
/** Interval between two checks; doubled after each one that finds nothing, since the day's calls may be limited. */
const SHORTEST_MS = 60_000
const LONGEST_MS = 32 * SHORTEST_MS

export interface MissingTransferCheckOptions<Node extends ChainNode> {
  readonly nodes: Nodes<Node>
  readonly monotonic: () => number
  /**
   * Returns the transfers of one block that a node does not have in that very block.
   *
   * @throws RpcError where the node has another block of that number, or cannot answer
   */
  readonly missing: (
    node: Node,
    block: BlockRef,
    transfers: readonly SeenTransfer[],
    signal: AbortSignal,
  ) => Promise<readonly SeenTransfer[]>
}

/**
 * Finds recorded transfers that are in no chain although a node once reported them. An answer without a transfer
 * proves nothing, but the very block without it does, at a depth of {@link DEEP_BLOCKS} and at two nodes where there
 * are two.
 */
export class MissingTransferCheck<Node extends ChainNode> {
  private checkedAt: number | undefined
  private pauseMs = SHORTEST_MS
  /** Number of the last checked block: there may be more than one check reads. */
  private last = -1

  constructor(private readonly options: MissingTransferCheckOptions<Node>) {}

  /** @returns the transfers that are not in their block, among the blocks of this check */
  async findMissing(
    transfers: readonly SeenTransfer[],
    upTo: BlockRef,
    signal: AbortSignal,
  ): Promise<ReadonlySet<SeenTransfer>> {
    const deep = transfers.filter(({ block }) => block.number <= upTo.number - DEEP_BLOCKS)
    const blocks = [...new Map(deep.map(({ block }) => [block.hash, block])).values()]
    const now = this.options.monotonic()
    if (blocks.length === 0) this.pauseMs = SHORTEST_MS
    const isTooSoon = this.checkedAt !== undefined && now - this.checkedAt < this.pauseMs
    if (blocks.length === 0 || isTooSoon) return new Set()
    if (this.checkedAt !== undefined) this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_MS)
    this.checkedAt = now
    blocks.sort((one, other) => one.number - other.number)
    const ordered = new Set([...blocks.filter(({ number }) => number > this.last), ...blocks])
    const missing = new Set<SeenTransfer>()
    for (const block of [...ordered].slice(0, BLOCKS_PER_CHECK)) {
      this.last = block.number
      const asked = deep.filter((transfer) => transfer.block.hash === block.hash)
      for (const transfer of await this.missingFrom(block, asked, signal)) missing.add(transfer)
    }
    if (missing.size > 0) this.pauseMs = SHORTEST_MS
    return missing
  }

  private async missingFrom(
    block: BlockRef,
    asked: readonly SeenTransfer[],
    signal: AbortSignal,
  ): Promise<readonly SeenTransfer[]> {
    const { nodes, missing } = this.options
    const ask = (node: Node, of: readonly SeenTransfer[]) => missing(node, block, of, signal)
    try {
      const one = await nodes.step(async (node) => ({ node, missing: await ask(node, asked) }), signal)
      if (one.missing.length === 0 || nodes.size === 1) return one.missing
      const other = await nodes.elsewhere(one.node, (node) => ask(node, one.missing), signal)
      return other?.value ?? []
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof NoNode || error instanceof RpcError)) throw error
      // No node could answer: the transfers keep waiting.
      return []
    }
  }
}
