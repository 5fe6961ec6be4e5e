import type { BlockRef } from '../../domain/shared/types.js'
import { type FailureClass, ForeignHistory, type RpcError } from './rpc-error.js'

const LIMITED_MS = { first: 1_000, most: 60_000 }
const BROKEN_MS = { first: 250, most: 30_000 }
/** How long a node is skipped after it refused our calls or contradicted other nodes. */
export const QUARANTINE_MS = 10 * 60_000
/** Beyond that the pause is at its maximum anyway. */
const MAX_DOUBLINGS = 16

/** Health of a node: its faults, and the end of its pause. */
export class NodeHealth<Node> {
  healthySince: number | undefined
  /** Undefined where its chain must be checked before anything else. */
  identifiedAt: number | undefined
  /** The newest block at the last probe. */
  head: Pick<BlockRef, 'number' | 'timeAt'> | undefined
  why = 'not asked yet'
  /** Whether its last fault was another history than that of the other nodes. */
  isForeign = false
  /** Number of faults by class. */
  readonly faults = new Map<FailureClass, number>()
  private pausedUntil = Number.NEGATIVE_INFINITY
  /** Consecutive faults. */
  private limited = 0
  private broken = 0

  constructor(readonly node: Node) {}

  isAwake(now: number): boolean {
    return now >= this.pausedUntil
  }

  noteAnswer(now: number): void {
    this.limited = 0
    this.broken = 0
    this.isForeign = false
    this.healthySince ??= now
  }

  /** Pauses the node for as long as it asked for, otherwise longer with each consecutive fault. */
  noteFault(fault: RpcError, now: number, random: number): void {
    this.faults.set(fault.failure, (this.faults.get(fault.failure) ?? 0) + 1)
    this.isForeign = fault instanceof ForeignHistory
    if (fault.failure === 'refused') {
      this.pause(now + QUARANTINE_MS, fault.message)
      return
    }
    const isLimited = fault.failure === 'limited'
    const failures = isLimited ? this.limited++ : this.broken++
    const { first, most } = isLimited ? LIMITED_MS : BROKEN_MS
    const ceiling = Math.min(first * 2 ** Math.min(failures, MAX_DOUBLINGS), most)
    const jittered = isLimited ? ceiling * random : ceiling * (0.5 + random / 2)
    this.pause(now + (fault.pauseMs ?? jittered), fault.message)
  }

  /** Another node may answer after a pause, so its chain is checked again. */
  pause(until: number, why: string): void {
    this.pausedUntil = until
    this.healthySince = undefined
    this.identifiedAt = undefined
    this.head = undefined
    this.why = why
  }
}
