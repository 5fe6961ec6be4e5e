import { uptime } from 'node:os'
import type { Clock, Instant } from '../domain/shared/types.js'

/** Less is what keeping time looks like. */
const STEP_MS = 2_000
/** More between two looks is no drift. */
const DRIFT_MS = 100
/** A clock that was set is followed once it has kept its new time for so long. */
const STEADY_MS = 60_000

/** Every reading of one clock. */
export const clockOf = (at: () => Instant): Clock => ({ now: at, real: at, wall: at })

/** The machine's clock with its jumps: for a command, which ends soon. A server has a {@link steadyClock}. */
export const systemClock: Clock = clockOf(Date.now)

/** Where a server's time comes from. */
export interface TimeSource {
  /** Epoch milliseconds; anybody may set it. */
  wall(): Instant
  /** Whole milliseconds from any beginning; nobody can set it. It may stand still while the machine sleeps. */
  monotonic(): number
  /** Milliseconds since the machine began, its sleep included; NaN where the system does not tell. */
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
 * What became of the machine's clock: it was set, returned to the time that went on meanwhile, is followed as it was set,
 * or is followed because the machine slept; and by how many milliseconds it moved.
 */
export type ClockChange = (what: 'set' | 'returned' | 'followed' | 'slept', ms: number) => void

/**
 * The machine's clock without its jumps. A clock that is set by more than 2 s is not believed before it has kept the new
 * time for a minute; until then the old time goes on. So an hour that a machine was wrong about for a moment ends no
 * order, sends nothing early and deletes nothing. One that is ahead by as long as the machine slept is followed at once.
 */
export function steadyClock(source: TimeSource, onChange: ClockChange): Clock {
  /** What the clock is ahead of the monotonic one. */
  let ahead = source.wall() - source.monotonic()
  /** What the uptime was ahead of it when the clock was last followed: only sleep makes that more. */
  let awake = source.uptime() - source.monotonic()
  let set: { readonly ahead: number; readonly since: number } | undefined

  const follow = (what: 'followed' | 'slept', seen: number, passed: number) => {
    onChange(what, seen - ahead)
    set = undefined
    ahead = seen
    awake = source.uptime() - passed
  }

  const steady = (): Instant => {
    const before = source.monotonic()
    const wall = source.wall()
    const passed = source.monotonic()
    // A process that was stopped between the two has seen nothing.
    if (!isSame(before, passed)) return passed + ahead
    const seen = wall - passed
    if (isSame(seen, ahead)) {
      if (set) onChange('returned', ahead - set.ahead)
      set = undefined
      // So short a sleep is followed like any small step, and must not be missing from a longer one.
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
