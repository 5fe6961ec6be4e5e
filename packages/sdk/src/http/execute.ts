import type { Attempt } from '../errors/base-error.js'
import { toError } from '../errors/call-error.js'
import { readErrorBody } from '../errors/error-body.js'
import type { Settings } from '../options.js'
import { emit } from '../util/logging.js'
import { sleep } from '../util/sleep.js'
import { attempt } from './attempt.js'
import type { Answer } from './attempt-outcome.js'
import { type Call, requestIdOf } from './call.js'
import type { CallOutcome, Ending } from './call-outcome.js'
import { confirmCancellation } from './cancellation.js'
import { classify, type Wait } from './classify.js'
import { countCall, takeRetry } from './retry-budget.js'
import { correctClock } from './server-clock.js'
import { timedOut } from './transport-failure.js'

/** Servers remember an idempotency key for 24 hours; no keyed call is repeated in the last hour. */
const LAST_REPEAT_MS = 23 * 3_600_000

/**
 * Sends a call until it succeeds, until another attempt would be useless or unsafe, or until its time is over. A wait
 * that would end after the deadline is not begun.
 */
export async function execute(settings: Settings, call: Call): Promise<CallOutcome> {
  const { clock, budget, signer } = settings
  const startedAt = clock.monotonic()
  const endAt = startedAt + call.deadlineMs
  const repeatMs = call.idempotencyKey === undefined ? Infinity : LAST_REPEAT_MS
  const lastRetryAt = Math.min(endAt, startedAt + repeatMs)
  const isOwnKey = call.target.endsWith(`/${signer?.keyId}`)
  const attempts: Attempt[] = []
  let maybeProcessed = false
  let isCorrected = false
  let retries = 0
  if (budget) countCall(clock, budget)

  let outcome = await attempt(settings, call, { number: 1, endAt, waitedMs: 0, attempts })
  for (let number = 1; ; number++) {
    const history = { retries, maybeProcessed, isCorrected, isOwnKey }
    const verdict = classify(call, outcome, history, clock.now())
    const { kind, retry } = verdict
    maybeProcessed ||= verdict.maybeProcessed
    const isCorrection = retry?.offsetMs !== undefined
    isCorrected ||= isCorrection

    const isOver = !retry || (!isCorrection && retries >= call.maxRetries)
    const isLate = retry && clock.monotonic() + retry.ms >= lastRetryAt
    const retryBudgetExhausted = !(isOver || isLate || isCorrection || !budget || takeRetry(clock, budget))
    if (isOver || isLate || retryBudgetExhausted) {
      if (kind !== 'failure') return toDone(kind, outcome as Answer, attempts) // a transport failure is no success
      const requestId = requestIdOf(call, number, outcome)
      const retryAfterMs = retry?.askedMs ?? (isOver ? undefined : retry?.ms)
      const ending = { outcome, attempts, maybeProcessed, requestId, retryAfterMs, retryBudgetExhausted }
      return fail(settings, call, startedAt, ending)
    }

    if (!isCorrection) retries++
    prepareRetry(settings, call, call.requestId(number + 1), retry)
    await sleep(clock, retry.ms, call.signal)
    // By the wall clock: on Linux the monotonic one stands still while the machine sleeps.
    const staleAt = (attempts[0]?.startedAt ?? Infinity) + repeatMs
    // A timer may fire late.
    const isOverdue = clock.monotonic() >= endAt || clock.now() >= staleAt
    outcome = isOverdue
      ? timedOut('backoff')
      : await attempt(settings, call, { number: number + 1, endAt, waitedMs: retry.ms, staleAt, attempts })
  }
}

function toDone(kind: 'success' | 'confirmed', answer: Answer, attempts: readonly Attempt[]): CallOutcome {
  // The answer of the attempt that succeeded is lost, so the data is the message of the refusal.
  const data = kind === 'confirmed' ? { message: readErrorBody(answer.json).message } : answer.json
  return { kind, answer, data, attempts }
}

async function fail(settings: Settings, call: Call, startedAt: number, ending: Ending): Promise<CallOutcome> {
  const error = toError(call, ending)
  const confirmed = await confirmCancellation(settings, call, startedAt, error, ending.attempts, execute)
  return confirmed ?? { ...ending, kind: 'failure', error }
}

/** Reports the retry, or corrects the clock that it is signed with. */
function prepareRetry(settings: Settings, call: Call, requestId: string, { ms, offsetMs }: Wait): void {
  if (offsetMs === undefined) emit(settings, call, requestId, 'info', { type: 'retry', waitMs: ms })
  else correctClock(settings, call, requestId, offsetMs)
}
