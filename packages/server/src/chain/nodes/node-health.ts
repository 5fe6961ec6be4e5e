import type { BlockRef } from '../../domain/shared/types.js'
import type { FailureClass, RpcError } from './rpc-error.js'

const LIMITED_MS = { first: 1_000, most: 60_000 }
const BROKEN_MS = { first: 250, most: 30_000 }
/** How long a node is left alone that refused us, or that others proved wrong. */
export const QUARANTINE_MS = 10 * 60_000
/** Beyond that the pause has its longest anyway. */
const MAX_DOUBLINGS = 16

/** What is remembered of a node: how it answered, and until when it rests. */
export class NodeHealth<Node> {
  healthySince: number | undefined
  /** Undefined where it must be asked for its chain before anything else. */
  identifiedAt: number | undefined
  /** The newest block that it served when it was last looked at. */
  head: Pick<BlockRef, 'number' | 'timeAt'> | undefined
  why = 'not asked yet'
  /** What went wrong, how often. */
  readonly faults = new Map<FailureClass, number>()
  private restsUntil = Number.NEGATIVE_INFINITY
  /** Faults in a row. */
  private limited = 0
  private broken = 0

  constructor(readonly node: Node) {}

  isAwake(now: number): boolean {
    return now >= this.restsUntil
  }

  noteAnswer(now: number): void {
    this.limited = 0
    this.broken = 0
    this.healthySince ??= now
  }

  /**
   * It rests for as long as it asked for itself, or the longer the more often it failed.
   *
   * @param random 0 ≤ x < 1
   */
  noteFault(fault: RpcError, now: number, random: number): void {
    this.faults.set(fault.failure, (this.faults.get(fault.failure) ?? 0) + 1)
    if (fault.failure === 'refused') {
      this.rest(now + QUARANTINE_MS, fault.message)
      return
    }
    const isLimited = fault.failure === 'limited'
    const failures = isLimited ? this.limited++ : this.broken++
    const { first, most } = isLimited ? LIMITED_MS : BROKEN_MS
    const ceiling = Math.min(first * 2 ** Math.min(failures, MAX_DOUBLINGS), most)
    const jittered = isLimited ? ceiling * random : ceiling * (0.5 + random / 2)
    this.rest(now + (fault.pauseMs ?? jittered), fault.message)
  }

  /** Whoever answers after a rest may be another than before: it is asked for its chain again. */
  rest(until: number, why: string): void {
    this.restsUntil = until
    this.healthySince = undefined
    this.identifiedAt = undefined
    this.head = undefined
    this.why = why
  }
}
