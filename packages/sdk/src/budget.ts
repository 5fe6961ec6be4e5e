import type { Clock } from './time.js'

/** How many retries a client may begin. */
export interface RetryBudgetOptions {
  /** Retries a minute that are always allowed. */
  readonly min: number
  /** Retries allowed besides, as a share of the calls begun in the same minute. */
  readonly ratio: number
}

/** How often something began, by second, over the last minute. */
type Tally = Map<number, number>

/** Keeps a client from multiplying the load of a server that fails: retries are counted against calls, over the last minute. */
export interface RetryBudget extends RetryBudgetOptions {
  readonly calls: Tally
  readonly retries: Tally
}

/** How long a second counts. */
export const SECONDS = 60

/** Counts one more in this second, and forgets what is a minute old. */
export function count(clock: Clock, tally: Tally): void {
  const now = Math.floor(clock.monotonic() / 1000)
  const before = tally.get(now) ?? 0
  if (!before) for (const second of tally.keys()) if (second <= now - SECONDS) tally.delete(second)
  tally.set(now, before + 1)
}
