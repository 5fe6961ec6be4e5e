import type { Clock } from '../util/time.js'

/** How many retries a client may send. */
export interface RetryBudgetOptions {
  /** Retries a minute that are always allowed. */
  readonly min: number
  /**
   * Further retries a minute, as a share of the calls started in the same minute: 0.2 is one retry for five calls.
   */
  readonly ratio: number
}

/** Counts by second, over the last minute. */
type Tally = Map<number, number>

/**
 * Keeps a client from multiplying the load of a failing server: the retries of the last minute are bounded by the
 * calls of the last minute.
 */
export interface RetryBudget extends RetryBudgetOptions {
  readonly calls: Tally
  readonly retries: Tally
}

const WINDOW_SECONDS = 60

/** Makes an unused budget. */
export function createRetryBudget({ min, ratio }: RetryBudgetOptions): RetryBudget {
  return { min, ratio, calls: new Map(), retries: new Map() }
}

/** Counts a call that starts now. */
export function countCall(clock: Clock, { calls }: RetryBudget): void {
  count(clock, calls)
}

/** Takes one retry from the budget. @returns false, with nothing taken, where none is left */
export function takeRetry(clock: Clock, { min, ratio, calls, retries }: RetryBudget): boolean {
  const since = Math.floor(clock.monotonic() / 1000) - WINDOW_SECONDS
  const sum = (tally: Tally) =>
    [...tally].reduce((total, [second, times]) => (second > since ? total + times : total), 0)
  const isLeft = sum(retries) + 1 <= min + ratio * sum(calls)
  if (isLeft) count(clock, retries)
  return isLeft
}

/** Adds one to this second, and drops the seconds that are older than the window. */
function count(clock: Clock, tally: Tally): void {
  const now = Math.floor(clock.monotonic() / 1000)
  const before = tally.get(now) ?? 0
  if (!before) for (const second of tally.keys()) if (second <= now - WINDOW_SECONDS) tally.delete(second)
  tally.set(now, before + 1)
}
