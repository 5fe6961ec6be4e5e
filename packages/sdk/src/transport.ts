import { attempt } from './attempt.js'
import { type Call, requestIdOf } from './call.js'
import { classify, type Verdict } from './classify.js'
import type { Attempt } from './errors.js'
import { abortedBetween, type Exchange } from './exchange.js'
import type { Settings } from './options.js'
import { answeredRequestId, record, type Settlement, startNow } from './settlement.js'
import { sleep } from './timer.js'

/** Servers remember an idempotency key for a day; nothing is repeated in its last hour. */
const LAST_REPEAT_MS = 23 * 3_600_000

/**
 * Sends a call until it succeeds, until another attempt would be useless or unsafe, or until its time is
 * over. A wait that would end after the deadline is not begun.
 */
export async function settle(settings: Settings, call: Call): Promise<Settlement> {
  const start = performance.now()
  const deadline = start + call.deadlineMs
  const lastStart = Math.min(deadline, start + LAST_REPEAT_MS)
  const attempts: Attempt[] = []
  let maybeProcessed = false
  let waitedMs = 0
  const end = (kind: Verdict['kind'], exchange: Exchange, retryAfterMs?: number): Settlement => {
    const requestId = answeredRequestId(exchange) ?? requestIdOf(call, Math.max(attempts.length, 1))
    return { kind, exchange, attempts, maybeProcessed, requestId, retryAfterMs }
  }

  for (let retries = 0; ; retries++) {
    if (call.signal?.aborted) return end('failure', abortedBetween(call.signal))
    const started = startNow()
    const timeoutMs = Math.max(0, Math.min(call.timeoutMs, deadline - started.sentAt))
    const exchange = await attempt(settings, call, retries + 1, timeoutMs)
    attempts.push(record(exchange, started, waitedMs))

    const verdict = classify(call.operation, exchange, { retries, maybeProcessed })
    if (verdict.kind === 'failure') maybeProcessed ||= verdict.maybeProcessed
    const { retry } = verdict
    if (retry === undefined || retries >= call.maxRetries) return end(verdict.kind, exchange, retry?.askedMs)
    if (performance.now() + retry.ms >= lastStart) {
      return end('failure', exchange, retry.askedMs ?? retry.ms)
    }
    waitedMs = retry.ms
    await sleep(retry.ms, call.signal)
  }
}
