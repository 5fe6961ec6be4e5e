import type { Instant } from '../shared/types.js'

/** How the business time of a developer's server differs from the time of its machine. */
export interface ClockState {
  readonly aheadMs: number
  /** The business time that stands still; null while it runs. */
  readonly frozenAt: Instant | null
}

/** A change of business time: both parts may be absent. */
export interface ClockChange {
  readonly advanceMs: number
  readonly isFrozen: boolean | undefined
}

export const RUNNING_CLOCK: ClockState = { aheadMs: 0, frozenAt: null }

/** Business time while the clock of the machine shows `at`. */
export const businessTime = ({ aheadMs, frozenAt }: ClockState, at: Instant): Instant =>
  frozenAt ?? at + aheadMs

/** The clock after a change. Time that ran never goes back: after a freeze it runs on from where it stood. */
export function decideClock(
  state: ClockState,
  { advanceMs, isFrozen }: ClockChange,
  at: Instant,
): ClockState {
  const time = businessTime(state, at) + advanceMs
  const isStill = isFrozen ?? state.frozenAt !== null
  return { aheadMs: time - at, frozenAt: isStill ? time : null }
}
