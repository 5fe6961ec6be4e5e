import { onAbort } from './abort.js'
import type { Call } from './call.js'
import type { Attempt } from './errors.js'
import type { Exchange, Fault } from './exchange.js'
import { aside, loadRecovery } from './load-recovery.js'
import type { Settings } from './options.js'
import type { Permit } from './rate-limiter.js'
import { type Run, sendRequest } from './request.js'
import { startTimer } from './time.js'

/**
 * Sends a call once: waits for its turn, signs it, sends it, reads the whole answer. Whatever goes wrong is a
 * fault. The caller's signal and the timers end every phase, even of a `fetch` that ignores its signal.
 *
 * @param number 1 for the first attempt
 * @param endAt when the call's time is over, milliseconds of the monotonic clock
 * @param waitedMs how long the call waited before it, milliseconds
 * @param attempts where it is written down how the attempt went, if its turn came
 */
export async function attempt(
  settings: Settings,
  call: Call,
  number: number,
  endAt: number,
  waitedMs: number,
  attempts: Attempt[],
): Promise<Exchange> {
  const { clock, onEvent, logLevel } = settings
  const { signal } = call
  const enteredAt = clock.monotonic()
  const enteredOn = clock.now() // at once: a machine may sleep before the end, and its monotonic clock with it
  const controller = new AbortController()
  let reject = () => {}
  const giveUp = () => {
    controller.abort(signal?.reason)
    reject()
  }
  const limit = (ms: number) => stops.push(startTimer(clock, ms, giveUp))
  const run: Run = { requestId: call.requestId(number), controller, endAt, limit, stage: 'limiter' }
  const stops = [onAbort(signal, giveUp)]
  limit(endAt - enteredAt)
  let exchange: Exchange
  let sent: Fault['sent'] | undefined
  try {
    exchange = await new Promise<Exchange>((resolve, fail) => {
      reject = fail // told directly, since a listener on the signal costs more than all else that an attempt keeps
      if (signal?.aborted) giveUp()
      sendRequest(settings, call, run).then(resolve, fail)
    })
  } catch (cause) {
    const timedOut = controller.signal.aborted
    controller.abort()
    const { explain } = await loadRecovery(call, attempts)
    exchange = explain(run, cause, signal, timedOut)
    sent = exchange.sent
  } finally {
    for (const stop of stops) stop()
    const { answer, permit } = run
    const report = (given: Permit | undefined) =>
      answer ? given?.answered() : given?.failed(sent ?? 'maybe')
    // A permit may come too late, and nobody else would give it back. A limiter of the caller may throw, which is logged.
    Promise.resolve(permit)
      .then(report, () => {})
      .catch((error: unknown) => aside(({ log }) => log(settings, 'error', 'rateLimit threw', { error })))
  }
  const { begunAt } = run
  if (begunAt === undefined) return exchange
  const ms = clock.monotonic() - begunAt
  const { status, code: error } = exchange
  const turnMs = begunAt - enteredAt
  attempts.push({ status, error, startedAt: enteredOn + turnMs, ms, waitedMs: waitedMs + turnMs })
  const told = aside(({ announce }) => announce(settings, call, run, number, exchange, ms))
  if (onEvent || logLevel === 'debug') await told
  return exchange
}
