/** The clocks and timers of a client. A test passes its own and controls the time. */
export interface Clock {
  /** Wall clock, Unix milliseconds. */
  now(): number
  /** Monotonic clock, milliseconds from any origin. */
  monotonic(): number
  /** Calls back once after `ms` milliseconds; returns what cancels it. */
  setTimeout(callback: () => void, ms: number): unknown
  /** Cancels a timer. */
  clearTimeout(handle: unknown): void
}

/** The clocks and timers of the runtime, looked up at each use so that tests may replace them. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(handle as number), // what its own setTimeout returned
}

/** The longest delay of a timer, milliseconds; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Calls back once after a delay of any length; never for Infinity.
 *
 * @param ms the delay in milliseconds
 * @returns a function that cancels
 */
export function startTimer(clock: Clock, ms: number, callback: () => void): () => void {
  let handle: unknown
  const wait = (rest: number) => {
    const part = Math.min(rest, LONGEST_MS)
    handle = clock.setTimeout(() => (rest > part ? wait(rest - part) : callback()), part)
  }
  wait(ms)
  return () => clock.clearTimeout(handle)
}
