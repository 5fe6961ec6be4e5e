import { attempt } from './attempt.js'
import { type Call, requestIdOf } from './call.js'
import { classify } from './classify.js'
import type { Attempt } from './errors.js'
import type { Settings } from './options.js'
import type { Settlement } from './settlement.js'
import { sleep } from './time.js'

/** Servers remember an idempotency key for a day; nothing is repeated in its last hour. */
const LAST_REPEAT_MS = 23 * 3_600_000

/**
 * Sends a call until it succeeds, until another attempt would be useless or unsafe, or until its time is
 * over. A wait that would end after the deadline is not begun.
 */
export async function settle(settings: Settings, call: Call): Promise<Settlement> {
  const { clock, budget, signer, emit } = settings
  const { signal } = call
  const startedAt = clock.monotonic()
  const endAt = startedAt + call.deadlineMs
  const lastAt = Math.min(endAt, startedAt + LAST_REPEAT_MS)
  const isOwnKey = call.target.endsWith(`/${signer?.keyId}`)
  const attempts: Attempt[] = []
  let maybeProcessed = false
  let isCorrected = false
  let waitedMs = 0
  let retries = 0
  budget?.begin()
  for (let number = 1; ; number++) {
    const exchange = await attempt(settings, call, number, endAt, waitedMs, attempts)
    const history = { retries, maybeProcessed, isCorrected, isOwnKey }
    const { kind, retry, ...verdict } = classify(call.operation, exchange, history, clock.now())
    maybeProcessed ||= verdict.maybeProcessed
    const isCorrection = retry?.offsetMs !== undefined
    isCorrected ||= isCorrection
    const isOver = !retry || (!isCorrection && retries >= call.maxRetries)
    const isLate = retry && clock.monotonic() + retry.ms >= lastAt
    const retryBudgetExhausted = !(isOver || isLate || isCorrection || !budget || budget.take())
    if (isOver || isLate || retryBudgetExhausted) {
      const requestId = requestIdOf(call, number, exchange)
      const retryAfterMs = retry?.askedMs ?? (isOver ? undefined : retry?.ms)
      return { kind, exchange, attempts, maybeProcessed, requestId, retryAfterMs, retryBudgetExhausted }
    }
    const requestId = call.requestId(number + 1)
    if (retry.offsetMs === undefined) {
      retries++
      emit(call, requestId, { type: 'retry', waitMs: retry.ms })
    } else correctClock(settings, call, requestId, retry.offsetMs)
    waitedMs = retry.ms
    await sleep(clock, waitedMs, signal)
  }
}

/** Signs with the server's time from now on. */
export function correctClock(
  { serverClock, emit }: Settings,
  call: Call,
  requestId: string,
  offsetMs: number,
): void {
  serverClock.offsetMs = offsetMs
  emit(call, requestId, { type: 'clock', offsetMs })
}
