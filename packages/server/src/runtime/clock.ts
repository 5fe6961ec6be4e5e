import { uptime } from 'node:os'
import type { Clock, Instant } from '../domain/shared/types.js'

/** A smaller change is ordinary time synchronisation. */
const STEP_MS = 2_000
/** A larger change between two readings is no drift. */
const DRIFT_MS = 100
/** How long a clock that was set must keep its new time before it is followed. */
const STEADY_MS = 60_000

/** Makes a clock whose readings all come from one function. */
export const clockOf = (at: () => Instant): Clock => ({ now: at, real: at, wall: at })

/** The machine's clock with its jumps, for a command, which ends soon. A server uses {@link steadyClock}. */
export const systemClock: Clock = clockOf(Date.now)

/** The clocks of the machine. */
export interface TimeSource {
  /** Epoch milliseconds, of the clock that can be set. */
  wall(): Instant
  /** Whole milliseconds since an arbitrary start; cannot be set. May stop while the machine sleeps. */
  monotonic(): number
  /** Milliseconds since the machine started, including sleep; NaN if the system does not provide it. */
  uptime(): number
}

export const MACHINE_TIME: TimeSource = {
  wall: Date.now,
  monotonic: () => Math.floor(performance.now()),
  uptime() {
    try {
      return uptime() * 1_000
    } catch {
      return Number.NaN
    }
  },
}

/**
 * Reports a change of the machine's clock and its size in milliseconds. `set`: the clock jumped, and the old time continues.
 * `returned`: it jumped back to the old time. `followed`: the new time is adopted. `slept`: the time after a sleep is adopted.
 */
export type ClockChange = (change: 'set' | 'returned' | 'followed' | 'slept', ms: number) => void

/**
 * Creates the machine's clock without its jumps. After a change of more than 2 s the old time continues until the clock has
 * kept the new time for a minute, so that a clock that is wrong for a moment expires no order, sends nothing early and
 * deletes nothing. A clock that is ahead by exactly the time the machine slept is followed at once.
 */
export function steadyClock(source: TimeSource, onChange: ClockChange): Clock {
  /** By how much the clock is ahead of the monotonic one. */
  let ahead = source.wall() - source.monotonic()
  /** By how much the uptime was ahead of the monotonic clock when the clock was last followed: only sleep increases it. */
  let awake = source.uptime() - source.monotonic()
  let set: { readonly ahead: number; readonly since: number } | undefined

  const follow = (change: 'followed' | 'slept', seen: number, passed: number) => {
    onChange(change, seen - ahead)
    set = undefined
    ahead = seen
    awake = source.uptime() - passed
  }

  const steady = (): Instant => {
    const before = source.monotonic()
    const wall = source.wall()
    const passed = source.monotonic()
    // The process was stopped between the two readings, so `wall` belongs to neither.
    if (!isSame(before, passed)) return passed + ahead
    const seen = wall - passed
    if (isSame(seen, ahead)) {
      if (set) onChange('returned', ahead - set.ahead)
      set = undefined
      // A short sleep is followed like any small step. Counts it now, so that the next comparison covers later sleep only.
      if (seen - ahead > DRIFT_MS) awake = source.uptime() - passed
      ahead = seen
    } else if (set && isSame(seen, set.ahead)) {
      if (passed - set.since >= STEADY_MS) follow('followed', seen, passed)
    } else if (seen > ahead && isSame(source.uptime() - passed - awake, seen - ahead)) {
      follow('slept', seen, passed)
    } else {
      set = { ahead: seen, since: passed }
      onChange('set', seen - ahead)
    }
    return passed + ahead
  }
  return { now: steady, real: steady, wall: () => source.wall() }
}

const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= STEP_MS
