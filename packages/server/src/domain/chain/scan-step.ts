import type { IgnoredTransfer, SeenTransfer } from '../payments/transfer.js'
import type { Usdt } from '../shared/money.js'
import type { BlockRef } from '../shared/types.js'

/** A block as it hangs on its parent: where a branch begins is found by these links. */
export interface LinkedBlock extends BlockRef {
  readonly parentHash: string
}

/** How far a network is booked: all that a chain needs to go on, also after a restart. */
export interface ScanState {
  readonly cursor: BlockRef
  /** The newest blocks that were booked, newest first, {@link RING_BLOCKS} at most; empty where the chain keeps none. */
  readonly ring: readonly LinkedBlock[]
}

/** As deep as a network is ever followed back. */
export const RING_BLOCKS = 256

/** What a stretch of blocks shows of our addresses and of the token. */
export interface Sightings {
  /**
   * Movements to our addresses from others. Those in blocks above `to` are tentative: seen, but in blocks that may still
   * go, and gone when `to` passes their block without them.
   */
  readonly transfers: readonly SeenTransfer[]
  /** Movements from our addresses, to whomever. */
  readonly outgoing: readonly SeenTransfer[]
  /** What touched our addresses and counts for nothing. */
  readonly ignored: readonly IgnoredTransfer[]
  readonly adminEvents: readonly TokenAdminEvent[]
}

/** What is told of a network beside what a look was for. */
export interface StepReport {
  /** Number of the newest block that could be booked. */
  readonly head?: number
  /** How many transfers the blocks of the step hold, whosever: what {@link Chain.stands} compares. */
  readonly transferCount?: number
}

/** Why what a node tells is not believed: no other one has told it yet, or another one contradicts it. */
export type Doubt = 'unconfirmed' | 'conflicting'

/**
 * One look at a network: everything that happened up to block `to`; or the branch up to `to` that replaced the blocks
 * after `after`; or nothing new; or something that only the operator can judge.
 */
export type ScanStep =
  | ({ kind: 'forward'; to: BlockRef; blocks: readonly LinkedBlock[] } & Sightings & StepReport)
  | ({
      kind: 'rewind'
      after: BlockRef
      to: BlockRef
      /** Newest block that the branch changed, where the blocks above it hold what they held; absent where all changed. */
      upTo?: number
      blocks: readonly LinkedBlock[]
    } & Sightings &
      StepReport)
  | ({ kind: 'idle'; why: string; doubt?: Doubt } & StepReport)
  | { kind: 'halt'; why: string }

/** What the token's owner did. */
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
  /** Whom it concerns, if one of ours. */
  readonly address: string | null
  /** What was destroyed, 1e-8 USDT; zero for the other kinds. */
  readonly value: Usdt
  readonly txHash: string
  readonly logIndex: number
  readonly block: BlockRef
}

/** What a step adds to the books. */
export type RecordableStep = Exclude<ScanStep, { kind: 'idle' | 'halt' }>

/** What came of a step. */
export interface RecordedStep {
  /** Transfers, whatever became of them. */
  readonly handled: number
  /** Payments in blocks that were booked before without them. */
  readonly missed: number
}
