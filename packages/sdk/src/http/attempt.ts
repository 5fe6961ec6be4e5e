import type { Attempt } from '../errors/base-error.js'
import type { Settings } from '../options.js'
import { onAbort } from '../util/abort.js'
import { log } from '../util/logging.js'
import { startTimer } from '../util/time.js'
import type { AttemptOutcome } from './attempt-outcome.js'
import type { Call } from './call.js'
import { emitEvents } from './emit-events.js'
import { sendRequest } from './request.js'
import type { RequestState } from './request-state.js'
import { outcomeOf } from './transport-failure.js'

/** The place of an attempt in its call. */
export interface AttemptContext {
  /** 1 for the first attempt. */
  readonly number: number
  /** When the call's time is over, milliseconds of the monotonic clock. */
  readonly endAt: number
  /** How long the call waited before the attempt, milliseconds. */
  readonly waitedMs: number
  /** When the attempt may no longer be sent, Unix milliseconds: the server may have forgotten its idempotency key. */
  readonly staleAt?: number | undefined
  /** The attempts of the call; this one is appended, if its turn came. */
  readonly attempts: Attempt[]
}

/**
 * Sends a call once: waits for its turn, signs it, sends it and reads the whole answer. It never rejects: an error is
 * a transport failure. The caller's signal and the timers end every phase, even of a `fetch` that ignores its signal.
 */
export async function attempt(
  settings: Settings,
  call: Call,
  context: AttemptContext,
): Promise<AttemptOutcome> {
  const { clock } = settings
  const { signal } = call
  const { number, endAt, waitedMs, staleAt, attempts } = context
  const enteredAt = clock.monotonic()
  const enteredOn = clock.now() // read now: a machine may sleep meanwhile, and its monotonic clock with it
  const controller = new AbortController()
  let reject = () => {}
  const giveUp = () => {
    controller.abort(signal?.reason)
    reject()
  }
  const stops = [onAbort(signal, giveUp), startTimer(clock, endAt - enteredAt, giveUp)]
  const limit = (ms: number) => void stops.push(startTimer(clock, ms, giveUp))
  const requestId = call.requestId(number)
  const state: RequestState = { requestId, controller, endAt, staleAt, limit, stage: 'limiter' }
  let outcome: AttemptOutcome
  let sent: AttemptOutcome['sent']
  try {
    outcome = await new Promise<AttemptOutcome>((resolve, fail) => {
      reject = fail // called directly, since a listener on the signal costs more than everything else in an attempt
      if (signal?.aborted) giveUp()
      sendRequest(settings, call, state).then(resolve, fail)
    })
  } catch (cause) {
    const isTimedOut = controller.signal.aborted
    controller.abort()
    outcome = outcomeOf(state, cause, signal, isTimedOut)
    sent = outcome.sent
  } finally {
    for (const stop of stops) stop()
    returnPermit(settings, state, sent)
  }
  const { begunAt } = state
  if (begunAt === undefined) return outcome
  const ms = clock.monotonic() - begunAt
  const { status, code: error } = outcome
  const turnMs = begunAt - enteredAt
  attempts.push({ status, error, startedAt: enteredOn + turnMs, ms, waitedMs: waitedMs + turnMs })
  emitEvents(settings, call, requestId, number, outcome, ms)
  return outcome
}

/** Returns the permit once it is granted, which may be after the attempt has ended. */
function returnPermit(
  settings: Settings,
  { permit }: RequestState,
  sent: AttemptOutcome['sent'] = 'maybe',
): void {
  const isReturned = permit?.then(
    (granted) => granted?.release(sent),
    () => {}, // it was never granted
  )
  isReturned?.catch((error: unknown) => log(settings, 'error', 'rateLimit threw', { error }))
}
