import { attempt } from './attempt.js'
import { type Call, requestIdOf } from './call.js'
import { classify } from './classify.js'
import type { Attempt } from './errors.js'
import { abortFault } from './exchange.js'
import type { Settings } from './options.js'
import type { Settlement } from './settlement.js'
import { sleep } from './timer.js'

/** Servers remember an idempotency key for a day; nothing is repeated in its last hour. */
const LAST_REPEAT_MS = 23 * 3_600_000

/**
 * Sends a call until it succeeds, until another attempt would be useless or unsafe, or until its time is
 * over. A wait that would end after the deadline is not begun.
 */
export async function settle(settings: Settings, call: Call): Promise<Settlement> {
  const { signal, deadlineMs, maxRetries } = call
  const start = performance.now()
  const attempts: Attempt[] = []
  let maybeProcessed = false
  let waitedMs = 0
  for (let retries = 0; ; retries++) {
    const timeoutMs = Math.min(call.timeoutMs, start + deadlineMs - performance.now())
    const exchange = signal?.aborted
      ? abortFault(signal)
      : await attempt(settings, call, { number: retries + 1, timeoutMs, waitedMs }, attempts)
    const { kind, retry, ...verdict } = classify(call.operation, exchange, { retries, maybeProcessed })
    maybeProcessed ||= verdict.maybeProcessed
    const isOver = retry === undefined || retries >= maxRetries
    const isLate = retry && performance.now() + retry.ms >= start + Math.min(deadlineMs, LAST_REPEAT_MS)
    if (isOver || isLate) {
      const requestId = requestIdOf(call, attempts.length || 1, exchange)
      const retryAfterMs = retry?.askedMs ?? (isOver ? undefined : retry.ms)
      return { kind, exchange, attempts, maybeProcessed, requestId, retryAfterMs }
    }
    waitedMs = retry.ms
    await sleep(waitedMs, signal)
  }
}
