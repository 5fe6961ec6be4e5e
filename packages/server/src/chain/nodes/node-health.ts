import type { BlockRef } from '../../domain/shared/types.js'
import { type FailureClass, ForeignHistory, type RpcError } from './rpc-error.js'

const LIMITED_MS = { first: 1_000, most: 60_000 }
const BROKEN_MS = { first: 250, most: 30_000 }
/** How long a node is skipped after it refused our calls or contradicted other nodes. */
const QUARANTINE_MS = 10 * 60_000
/** HTTP 403 without a time or a reason: the provider has blocked us. */
const FORBIDDEN_MS = 30_000
/** Beyond that the pause is at its maximum anyway. */
const MAX_DOUBLINGS = 16
/** Share of a named pause that is added at random, so that servers do not return at once; up to a second. */
const NAMED_JITTER = 0.1
const MAX_JITTER_MS = 1_000

/** The work that a node is asked for: following the network, or sending payments. */
export type Purpose = 'reading' | 'sending'

/** State of a node that all purposes share. */
class NodeCondition {
  /** Undefined where its chain must be checked before anything else. */
  identifiedAt: number | undefined
  /** The newest block at the last probe. */
  head: Pick<BlockRef, 'number' | 'timeAt'> | undefined
  /** The newest block whose state the node has answered that it no longer keeps. */
  prunedUpTo = -1
  /** Balances that it answered. */
  balances = 0
  /** Number of faults by class. */
  readonly faults = new Map<FailureClass, number>()
  /** End of the pause for every purpose. */
  heldUntil = Number.NEGATIVE_INFINITY
}

/**
 * Health of a node for one purpose: its faults, and the end of its pause. A fault of sending does not take the node from
 * the watcher, unless the node itself names the time for which it answers nothing.
 */
export class NodeHealth<Node> {
  healthySince: number | undefined
  why = 'not asked yet'
  /** Whether its last fault was another history than that of the other nodes. */
  isForeign = false
  private pausedUntil = Number.NEGATIVE_INFINITY
  /** Consecutive faults. */
  private limited = 0
  private broken = 0

  constructor(
    readonly node: Node,
    private readonly purpose: Purpose = 'reading',
    readonly condition = new NodeCondition(),
  ) {}

  isAwake(now: number): boolean {
    return now >= this.pausedUntil && now >= this.condition.heldUntil
  }

  noteAnswer(now: number): void {
    this.limited = 0
    this.broken = 0
    this.isForeign = false
    this.healthySince ??= now
  }

  /** The node answered that it cannot serve this call; nothing else follows from it. */
  noteNoAnswer({ message }: RpcError): void {
    this.why = message
  }

  /** Pauses the node for as long as it asked for, otherwise longer with each consecutive fault. */
  noteFault(fault: RpcError, now: number, random: number): void {
    const { faults } = this.condition
    faults.set(fault.failure, (faults.get(fault.failure) ?? 0) + 1)
    this.isForeign = fault instanceof ForeignHistory
    const { pauseMs } = fault
    if (fault.failure === 'refused') this.quarantine(now, fault.message)
    else if (pauseMs !== undefined) this.hold(now + withJitter(pauseMs, random), fault.message)
    else this.pause(now + this.pauseAfter(fault, random), fault.message)
  }

  /** Skips a node that refuses us or contradicts others. */
  quarantine(now: number, why: string): void {
    const until = now + QUARANTINE_MS
    if (this.purpose === 'reading') this.hold(until, why)
    else this.pause(until, why)
  }

  private pauseAfter({ failure, status }: RpcError, random: number): number {
    const isLimited = failure === 'limited'
    if (isLimited && status === 403) return FORBIDDEN_MS
    const failures = isLimited ? this.limited++ : this.broken++
    const { first, most } = isLimited ? LIMITED_MS : BROKEN_MS
    const ceiling = Math.min(first * 2 ** Math.min(failures, MAX_DOUBLINGS), most)
    return isLimited ? ceiling * random : ceiling * (0.5 + random / 2)
  }

  private hold(until: number, why: string): void {
    this.condition.heldUntil = until
    this.condition.head = undefined
    this.pause(until, why)
  }

  /** Another node may answer after a pause, so its chain is checked again. */
  private pause(until: number, why: string): void {
    this.pausedUntil = until
    this.healthySince = undefined
    this.condition.identifiedAt = undefined
    // Whether it lags is unknown then; the watcher knows it better than a failed payment.
    if (this.purpose === 'reading') this.condition.head = undefined
    this.why = why
  }
}

const withJitter = (ms: number, random: number): number =>
  ms + Math.min(ms * NAMED_JITTER, MAX_JITTER_MS) * random
