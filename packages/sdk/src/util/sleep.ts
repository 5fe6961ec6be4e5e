import { onAbort } from './abort.js'
import { type Clock, startTimer } from './time.js'

/**
 * Waits, or returns at once when the signal is aborted. It leaves no listener behind.
 *
 * @param ms how long, milliseconds
 */
export function sleep(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted || ms <= 0) return resolve()
    const done = () => {
      cancel()
      stopListening()
      resolve()
    }
    // A timer may fire a moment early, and a server's hint is a lower bound.
    const cancel = startTimer(clock, Math.ceil(ms) + 1, done)
    const stopListening = onAbort(signal, done)
  })
}
