import type { SeenTransfer } from '../../domain/payments/transfer.js'
import type { BlockRef } from '../../domain/shared/types.js'
import { type ChainNode, type Nodes, NoNode } from '../nodes/nodes.js'
import { RpcError } from '../nodes/rpc-error.js'

/** So deep a block does not change any more, and every node has all of it at hand. */
export const DEEP_BLOCKS = 96
/** Blocks that one look reads, at each of two nodes. */
const BLOCKS_PER_LOOK = 8
/** Between two looks; twice as long after each that finds nothing, since a day's calls may have an end. */
const SHORTEST_MS = 60_000
const LONGEST_MS = 32 * SHORTEST_MS

export interface MissingTransferCheckOptions<Node extends ChainNode> {
  readonly nodes: Nodes<Node>
  readonly monotonic: () => number
  /**
   * Which of these transfers of one block a node has not in that very block.
   *
   * @throws NodeFault where it has another block of that number, or cannot tell
   */
  readonly missing: (
    node: Node,
    block: BlockRef,
    transfers: readonly SeenTransfer[],
    signal: AbortSignal,
  ) => Promise<readonly SeenTransfer[]>
}

/**
 * Finds transfers that are in no chain, though a node once told them: an answer that lacks one proves nothing, but the
 * very block without it, long after, at two nodes where there are two, does.
 */
export class MissingTransferCheck<Node extends ChainNode> {
  private lookedAt: number | undefined
  private pauseMs = SHORTEST_MS
  /** Number of the last block that was looked at: there may be more than one look reads. */
  private last = -1

  constructor(private readonly options: MissingTransferCheckOptions<Node>) {}

  /** @returns those of `transfers` that never were in their block, as far as this look goes */
  async findMissing(
    transfers: readonly SeenTransfer[],
    upTo: BlockRef,
    signal: AbortSignal,
  ): Promise<ReadonlySet<SeenTransfer>> {
    const deep = transfers.filter(({ block }) => block.number <= upTo.number - DEEP_BLOCKS)
    const blocks = [...new Map(deep.map(({ block }) => [block.hash, block])).values()]
    const now = this.options.monotonic()
    if (blocks.length === 0) this.pauseMs = SHORTEST_MS
    const isTooSoon = this.lookedAt !== undefined && now - this.lookedAt < this.pauseMs
    if (blocks.length === 0 || isTooSoon) return new Set()
    if (this.lookedAt !== undefined) this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_MS)
    this.lookedAt = now
    blocks.sort((one, other) => one.number - other.number)
    const inTurn = new Set([...blocks.filter(({ number }) => number > this.last), ...blocks])
    const missing = new Set<SeenTransfer>()
    for (const block of [...inTurn].slice(0, BLOCKS_PER_LOOK)) {
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
      // Nobody could tell: they wait as before.
      return []
    }
  }
}
