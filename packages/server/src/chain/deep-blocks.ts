import type { SeenTransfer } from '../domain/chains.js'
import type { BlockRef } from '../domain/payments.js'
import { NodeFault } from './answer.js'
import { type ChainNode, type Nodes, NoNode } from './nodes.js'

/** So deep a block does not change any more, and every node has all of it at hand. */
export const DEEP_BLOCKS = 96
/** Blocks that one look reads, at each of two nodes. */
const BLOCKS_PER_LOOK = 8
const LOOK_EVERY_MS = 60_000

export interface DeepBlocksOptions<Node extends ChainNode> {
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
export class DeepBlocks<Node extends ChainNode> {
  private lookedAt: number | undefined
  /** Number of the last block that was looked at: there may be more than one look reads. */
  private last = -1

  constructor(private readonly options: DeepBlocksOptions<Node>) {}

  /** @returns those of `transfers` that never were in their block, as far as this look goes */
  async findMissing(
    transfers: readonly SeenTransfer[],
    upTo: BlockRef,
    signal: AbortSignal,
  ): Promise<ReadonlySet<SeenTransfer>> {
    const byBlock = new Map<number, SeenTransfer[]>()
    for (const transfer of transfers) {
      const { number } = transfer.block
      if (number <= upTo.number - DEEP_BLOCKS) byBlock.set(number, [...(byBlock.get(number) ?? []), transfer])
    }
    const now = this.options.monotonic()
    const isTooSoon = this.lookedAt !== undefined && now - this.lookedAt < LOOK_EVERY_MS
    if (byBlock.size === 0 || isTooSoon) return new Set()
    this.lookedAt = now
    const numbers = [...byBlock.keys()].sort((one, other) => one - other)
    const inTurn = [...numbers.filter((each) => each > this.last), ...numbers]
    const missing = new Set<SeenTransfer>()
    for (const number of new Set(inTurn.slice(0, BLOCKS_PER_LOOK))) {
      this.last = number
      for (const transfer of await this.missingFrom(byBlock.get(number) ?? [], signal)) missing.add(transfer)
    }
    return missing
  }

  private async missingFrom(
    transfers: readonly SeenTransfer[],
    signal: AbortSignal,
  ): Promise<readonly SeenTransfer[]> {
    const { nodes, missing } = this.options
    const [first] = transfers
    if (!first) return []
    // Of one height, but maybe of another branch: those wait for a look of their own.
    const asked = transfers.filter(({ block }) => block.hash === first.block.hash)
    const ask = (node: Node, of: readonly SeenTransfer[]) => missing(node, first.block, of, signal)
    try {
      const one = await nodes.step(async (node) => ({ node, missing: await ask(node, asked) }), signal)
      if (one.missing.length === 0 || nodes.size === 1) return one.missing
      const other = await nodes.elsewhere(one.node, (node) => ask(node, one.missing), signal)
      return other?.value ?? []
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof NoNode || error instanceof NodeFault)) throw error
      // Nobody could tell: they wait as before.
      return []
    }
  }
}
