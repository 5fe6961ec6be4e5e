import type { Usdt } from '../shared/money.js'
import type { BlockRef } from '../shared/types.js'
import type { IgnoredTransfer, SeenTransfer } from './transfer.js'

/** A block with the hash of its parent, by which the start of a branch is found. */
export interface LinkedBlock extends BlockRef {
  readonly parentHash: string
}

/** How far a network is recorded: the state from which a chain continues, also after a restart. */
export interface ScanState {
  readonly cursor: BlockRef
  /**
   * Recorded blocks, newest first: those among the newest {@link RING_BLOCKS}, and the newest one below; empty if the chain
   * stores none.
   */
  readonly ring: readonly LinkedBlock[]
  /** The first block that two nodes have to read again, if any. */
  readonly owedFrom?: number | null | undefined
}

/** Maximum depth of a reorganisation that the watcher follows. */
export const RING_BLOCKS = 256

/** Everything in a range of blocks that concerns our addresses or the token. */
export interface Sightings {
  /**
   * Transfers to our addresses from others. Transfers in blocks above `to` are unconfirmed: their blocks may still be
   * replaced, and they are orphaned if `to` passes their block without them.
   */
  readonly transfers: readonly SeenTransfer[]
  /** Transfers from our addresses to any address. */
  readonly outgoing: readonly SeenTransfer[]
  /** Transfers that touched our addresses but do not count. */
  readonly ignored: readonly IgnoredTransfer[]
  readonly adminEvents: readonly TokenAdminEvent[]
}

/** Further data that a step may report. */
export interface StepReport {
  /** Number of the newest block that could be recorded. */
  readonly head?: number
  /** As in {@link ScanState}, with the step; unchanged where it is absent. */
  readonly owedFrom?: number | null
  /** Number of all transfers in the blocks of the step, which {@link Chain.isStepCurrent} compares. */
  readonly transferCount?: number
}

/** Why the answer of a node is not used: no second node confirms it yet, or a second node contradicts it. */
export type Doubt = 'unconfirmed' | 'conflicting'

/**
 * One step of reading a network. `forward`: the blocks up to `to`. `rewind`: a branch up to `to` that replaced the blocks
 * after `after`. `idle`: nothing new. `halt`: a situation that the operator must resolve.
 */
export type ScanStep =
  | ({ kind: 'forward'; to: BlockRef; blocks: readonly LinkedBlock[] } & Sightings & StepReport)
  | ({
      kind: 'rewind'
      after: BlockRef
      to: BlockRef
      /** Newest block that the branch changed, if the blocks above are unchanged; absent if all changed. */
      upTo?: number
      blocks: readonly LinkedBlock[]
    } & Sightings &
      StepReport)
  | ({ kind: 'idle'; why: string; doubt?: Doubt } & StepReport)
  | { kind: 'halt'; why: string }

/** An administrative event of the token contract. */
export interface TokenAdminEvent {
  readonly kind:
    | 'paused'
    | 'unpaused'
    | 'deprecated'
    | 'fee_changed'
    | 'fee_ended'
    | 'blacklisted'
    | 'unblacklisted'
    | 'funds_destroyed'
  /** The affected address, if it is ours. */
  readonly address: string | null
  /** The destroyed amount, 1e-8 USDT; zero for the other kinds. */
  readonly value: Usdt
  readonly txHash: string
  readonly logIndex: number
  readonly block: BlockRef
}

/** A step that changes the records. */
export type RecordableStep = Exclude<ScanStep, { kind: 'idle' | 'halt' }>

/** The result of recording a step. */
export interface RecordedStep {
  /** Number of changes of transfers. */
  readonly handled: number
  /** Payments in blocks that had been recorded without them. */
  readonly missed: number
}
