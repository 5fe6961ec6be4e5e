import type { Clock } from '@merchantpay/sdk'

/** The clocks and timers of the runtime, looked up at each use, so that tests may replace them. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(handle as number), // what its own setTimeout returned
}
