import type { Clock, Instant } from './domain/ports.js'

/** Less is what keeping time looks like. */
const STEP_MS = 2_000
/** A clock that was set is followed once it has kept its new time for so long. */
const STEADY_MS = 60_000

/** Every reading of one clock. */
export const clockOf = (at: () => Instant): Clock => ({ now: at, real: at, wall: at })

/** The machine's clock as it stands, for what is over in a moment. */
export const systemClock: Clock = clockOf(Date.now)

/** Where a server's time comes from. */
export interface TimeSource {
  /** Epoch milliseconds; anybody may set it. */
  wall(): Instant
  /** Whole milliseconds from any beginning; nobody can set it. */
  monotonic(): number
}

export const MACHINE_TIME: TimeSource = { wall: Date.now, monotonic: () => Math.floor(performance.now()) }

/** What became of the machine's clock, and by how many milliseconds it was set. */
export type ClockChange = (what: 'set' | 'set back' | 'followed', ms: number) => void

/**
 * The machine's clock without its jumps. A clock that is set by more than 2 s is not believed before it has kept the new
 * time for a minute; until then the old time goes on. So an hour that a machine was wrong about for a moment ends no
 * order, sends nothing early and deletes nothing.
 */
export function steadyClock(source: TimeSource, onChange: ClockChange): Clock {
  /** What the clock is ahead of the monotonic one. */
  let ahead = source.wall() - source.monotonic()
  let set: { readonly ahead: number; readonly since: number } | undefined

  const steady = (): Instant => {
    const before = source.monotonic()
    const wall = source.wall()
    const passed = source.monotonic()
    // A process that was stopped between the two has seen nothing.
    if (!isSame(before, passed)) return passed + ahead
    const seen = wall - passed
    if (isSame(seen, ahead)) {
      if (set) onChange('set back', ahead - set.ahead)
      set = undefined
      ahead = seen
    } else if (!set || !isSame(seen, set.ahead)) {
      set = { ahead: seen, since: passed }
      onChange('set', seen - ahead)
    } else if (passed - set.since >= STEADY_MS) {
      set = undefined
      onChange('followed', seen - ahead)
      ahead = seen
    }
    return passed + ahead
  }
  return { now: steady, real: steady, wall: () => source.wall() }
}

const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= STEP_MS
