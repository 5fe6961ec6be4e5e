import { count, type RetryBudget, SECONDS } from './budget.js'
import type { Clock } from './time.js'

/** Counts a retry if the budget has one left, and tells whether it had. */
export function takeRetry(clock: Clock, { min, ratio, calls, retries }: RetryBudget): boolean {
  const since = Math.floor(clock.monotonic() / 1000) - SECONDS
  const sum = (tally: RetryBudget['calls']) =>
    [...tally].reduce((total, [second, times]) => (second > since ? total + times : total), 0)
  const isLeft = sum(retries) + 1 <= min + ratio * sum(calls)
  if (isLeft) count(clock, retries)
  return isLeft
}
