import type { Logger } from 'pino'
import type { Config } from '../config/settings.js'
import { MovableClock } from '../domain/sandbox/movable-clock.js'
import type { Clock } from '../domain/shared/types.js'
import type { Metrics } from '../observability/metrics.js'
import { type ClockChange, steadyClock, type TimeSource } from '../runtime/clock.js'

const CLOCK_CHANGES: Readonly<Record<Parameters<ClockChange>[0], string>> = {
  set: 'the machine clock was set; the server keeps the old time until the new one has lasted a minute',
  returned: 'the machine clock returned to the old time',
  followed: 'the server adopted the new time of the machine clock',
  slept: 'the machine slept; the server adopted the time of its clock',
}

interface ClockParts {
  readonly config: Config
  readonly time: TimeSource
  /** Replaces the steady clock over `time`. */
  readonly given: Clock | undefined
  readonly log: Logger
  readonly metrics: Metrics | undefined
}

/** Makes the clock of the server, and for developers one that can be moved. */
export function openClocks({ config, time, given, log, metrics }: ClockParts): {
  clock: Clock
  movableClock: MovableClock | undefined
} {
  const machineClock =
    given ??
    steadyClock(time, (change, ms) => {
      log.warn({ ms }, CLOCK_CHANGES[change])
      if (change === 'set') metrics?.countClockStep()
    })
  const movableClock = config.isClockMovable ? new MovableClock(machineClock) : undefined
  return { clock: movableClock ?? machineClock, movableClock }
}
