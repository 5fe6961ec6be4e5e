import { type Call, requestIdOf } from './call.js'
import { settleCancellation } from './cancellation.js'
import { classify } from './classify.js'
import { readErrorBody } from './error-body.js'
import type { Attempt } from './errors.js'
import type { Answer, Exchange } from './exchange.js'
import { toError } from './failure.js'
import { lateFault } from './fault.js'
import { emit } from './logging.js'
import type { Settings } from './options.js'
import type { Settlement } from './settlement.js'
import { sleep } from './sleep.js'
import { takeRetry } from './spending.js'

/** Servers remember an idempotency key for a day; no keyed call is repeated in its last hour. */
const LAST_REPEAT_MS = 23 * 3_600_000

/**
 * Goes on after a first attempt that failed, and tells how the call ended. A wait that would end after the deadline is
 * not begun.
 *
 * @param startedAt when the call began, milliseconds of the monotonic clock
 * @param first how the first attempt ended
 * @param attempts grows with every attempt
 * @param send makes another attempt after a wait of so many milliseconds, unless it is too late by the wall clock
 * @param settle makes another call, to the end of it
 */
export async function recover(
  settings: Settings,
  call: Call,
  startedAt: number,
  first: Exchange,
  attempts: readonly Attempt[],
  send: (number: number, waitedMs: number, staleAt: number) => Promise<Exchange>,
  settle: (settings: Settings, call: Call) => Promise<Settlement>,
): Promise<Settlement> {
  const { clock, budget, signer } = settings
  const repeatMs = call.idempotencyKey === undefined ? Infinity : LAST_REPEAT_MS
  const lastAt = startedAt + Math.min(call.deadlineMs, repeatMs)
  const isOwnKey = call.target.endsWith(`/${signer?.keyId}`)
  let exchange = first
  let maybeProcessed = false
  let isCorrected = false
  let retries = 0
  for (let number = 1; ; number++) {
    const history = { retries, maybeProcessed, isCorrected, isOwnKey }
    const { kind, retry, ...verdict } = classify(call, exchange, history, clock.now())
    maybeProcessed ||= verdict.maybeProcessed
    const isCorrection = retry?.offsetMs !== undefined
    isCorrected ||= isCorrection
    const isOver = !retry || (!isCorrection && retries >= call.maxRetries)
    const isLate = retry && clock.monotonic() + retry.ms >= lastAt
    const retryBudgetExhausted = !(isOver || isLate || isCorrection || !budget || takeRetry(clock, budget))
    if (isOver || isLate || retryBudgetExhausted) {
      const requestId = requestIdOf(call, number, exchange)
      const retryAfterMs = retry?.askedMs ?? (isOver ? undefined : retry?.ms)
      const ending = { exchange, attempts, maybeProcessed, requestId, retryAfterMs, retryBudgetExhausted }
      if (kind === 'failure') {
        const error = toError(call, ending)
        const settled = await settleCancellation(settings, call, startedAt, error, attempts, settle)
        return settled ?? { ...ending, kind, error }
      }
      const answer = exchange as Answer // a fault is no success
      const data = kind === 'settled' ? { message: readErrorBody(answer.json).message } : answer.json
      return { kind, exchange: answer, data, attempts }
    }
    const requestId = call.requestId(number + 1)
    if (retry.offsetMs === undefined) {
      retries++
      emit(settings, call, requestId, 'info', { type: 'retry', waitMs: retry.ms })
    } else correctClock(settings, call, requestId, retry.offsetMs)
    await sleep(clock, retry.ms, call.signal)
    // By the wall clock too: on Linux the monotonic one stands still while the machine sleeps.
    const [{ startedAt: sentOn } = { startedAt: Infinity }] = attempts
    const staleAt = sentOn + repeatMs
    // A timer may fire late.
    const isOverdue = clock.monotonic() >= startedAt + call.deadlineMs || clock.now() >= staleAt
    exchange = isOverdue ? lateFault('backoff') : await send(number + 1, retry.ms, staleAt)
  }
}

/** Signs with the server's time from now on. */
export function correctClock(settings: Settings, call: Call, requestId: string, offsetMs: number): void {
  settings.serverClock.offsetMs = offsetMs
  emit(settings, call, requestId, 'warn', { type: 'clock', offsetMs })
}
