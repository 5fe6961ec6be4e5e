import type { Chain, WatchedAddresses } from '../../../src/domain/chain/chain.js'
import {
  type LinkedBlock,
  RING_BLOCKS,
  type ScanState,
  type ScanStep,
  type TokenAdminEvent,
} from '../../../src/domain/chain/scan-step.js'
import type { IgnoredTransfer, SeenTransfer } from '../../../src/domain/chain/transfer.js'
import type { BlockRef } from '../../../src/domain/shared/types.js'
import { descriptionOf } from '../../../src/networks/networks.js'

/** Follows a chain as the watcher does, with its records in memory; a step that skips a block is an error. */
export class ChainFollower {
  cursor: BlockRef
  ring: LinkedBlock[] = []
  owedFrom: ScanState['owedFrom']
  /** Transfers on the current branch, by transaction and log index. */
  readonly transfers = new Map<string, SeenTransfer>()
  readonly outgoing: SeenTransfer[] = []
  readonly ignored: IgnoredTransfer[] = []
  readonly adminEvents: TokenAdminEvent[] = []
  readonly steps: ScanStep[] = []

  constructor(
    /** A test may replace it at every step: a chain keeps no state that a restart loses. */
    public chain: Chain,
    readonly watched: WatchedAddresses,
    start: BlockRef,
  ) {
    this.cursor = start
  }

  static async begin(chain: Chain, watched: WatchedAddresses): Promise<ChainFollower> {
    return new ChainFollower(chain, watched, await chain.head(new AbortController().signal))
  }

  async step(): Promise<ScanStep> {
    const state = { cursor: this.cursor, ring: this.ring, owedFrom: this.owedFrom }
    const step = await this.chain.next(state, this.watched, new AbortController().signal)
    this.steps.push(step)
    if (step.kind === 'rewind') this.dropAfter(step.after.number)
    if (step.kind === 'forward' || step.kind === 'rewind') {
      this.record(step)
      if (step.owedFrom !== undefined) this.owedFrom = step.owedFrom
    }
    return step
  }

  /** Steps until there are no new blocks. */
  async catchUp(): Promise<ScanStep> {
    for (let steps = 0; steps < 1_000; steps += 1) {
      const step = await this.step()
      if (step.kind === 'idle' || step.kind === 'halt') return step
    }
    throw new Error('the chain never becomes idle')
  }

  get paid(): SeenTransfer[] {
    return [...this.transfers.values()].sort(
      (a, b) => a.block.number - b.block.number || a.logIndex - b.logIndex,
    )
  }

  private dropAfter(after: number): void {
    for (const [name, { block }] of this.transfers) if (block.number > after) this.transfers.delete(name)
    this.ring = this.ring.filter(({ number }) => number <= after)
  }

  private record(step: Extract<ScanStep, { kind: 'forward' | 'rewind' }>): void {
    const before = step.kind === 'rewind' ? step.after : this.cursor
    for (const [at, block] of step.blocks.entries()) {
      const parent = step.blocks[at - 1] ?? before
      const isNeighbour = block.number === parent.number + 1
      // Where only final blocks count, the ring has some of them.
      const isFinal = descriptionOf(this.chain.network).finalBlocks !== undefined
      if (!isNeighbour && isFinal && block.number >= parent.number) continue
      if (!isNeighbour) throw new Error(`block ${parent.number + 1} is skipped`)
      if (block.parentHash !== parent.hash)
        throw new Error(`block ${block.number} is not on top of the block before it`)
    }
    for (const transfer of step.transfers) {
      if (transfer.block.number > step.to.number) continue
      this.transfers.set(`${transfer.txHash}/${transfer.logIndex}`, transfer)
    }
    this.outgoing.push(...step.outgoing)
    // Deep blocks are read twice.
    const isKnown = (one: IgnoredTransfer) =>
      one.block.number <= before.number &&
      this.ignored.some((kept) => kept.txHash === one.txHash && kept.logIndex === one.logIndex)
    this.ignored.push(...step.ignored.filter((one) => !isKnown(one)))
    this.adminEvents.push(...step.adminEvents)
    const ring = [...[...step.blocks].reverse(), ...this.ring]
    const last = ring.findIndex(({ number }) => number <= step.to.number - RING_BLOCKS)
    this.ring = last < 0 ? ring : ring.slice(0, last + 1)
    this.cursor = step.to
  }
}
