import { onAbort } from './abort.js'
import type { Call } from './call.js'
import type { Attempt } from './errors.js'
import type { Exchange, Fault } from './exchange.js'
import { aside, loadRecovery, report } from './load-recovery.js'
import type { Settings } from './options.js'
import { type Run, sendRequest } from './request.js'
import { startTimer } from './time.js'

/**
 * Sends a call once: waits for its turn, signs it, sends it, reads the whole answer. Whatever goes wrong is a
 * fault. The caller's signal and the timer end every phase, even of a `fetch` that ignores
 * its signal.
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
  const requestId = call.requestId(number)
  const controller = new AbortController()
  let giveUp = () => {}
  let stopTimer = () => {}
  const limit = (longestMs: number) => {
    stopTimer()
    const ms = Math.min(longestMs, endAt - clock.monotonic())
    stopTimer = startTimer(clock, ms, giveUp)
    return ms
  }
  const run: Run = { requestId, controller, limit, stage: 'queue' }
  const stopListening = onAbort(signal, () => giveUp())
  let exchange: Exchange
  try {
    exchange = await new Promise((resolve, reject) => {
      // Told directly, since a listener on the signal costs more than all else that an attempt keeps.
      giveUp = () => {
        controller.abort(signal?.reason)
        reject()
      }
      if (signal?.aborted) giveUp()
      sendRequest(settings, call, run).then(resolve, reject)
    })
  } catch (cause) {
    const timedOut = controller.signal.aborted
    controller.abort()
    const { permit } = run
    let sent: Fault['sent'] | undefined
    try {
      const { explain } = await loadRecovery(call, attempts)
      exchange = explain(run, cause, signal, timedOut)
      sent = exchange.sent
    } finally {
      if (permit) report(settings, () => permit.failed(sent ?? 'maybe'))
    }
  } finally {
    stopListening()
    stopTimer()
  }
  const { begunAt } = run
  if (begunAt === undefined) return exchange
  const ms = clock.monotonic() - begunAt
  const { status, code: error } = exchange
  attempts.push({ status, error, startedAt: clock.now() - ms, ms, waitedMs: waitedMs + begunAt - enteredAt })
  if (onEvent || logLevel === 'debug') {
    await aside(({ emit }) =>
      emit(settings, call, requestId, 'debug', { type: 'attempt', attempt: number, status, error, ms }),
    )
  }
  return exchange
}
