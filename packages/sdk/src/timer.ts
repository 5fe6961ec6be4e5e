import { onAbort } from './abort.js'

/** The longest delay a timer keeps; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Calls back once after a delay, however long; never for Infinity.
 *
 * @param ms the delay in milliseconds
 * @returns a function that cancels
 */
export function startTimer(ms: number, callback: () => void): () => void {
  let handle: ReturnType<typeof setTimeout>
  const wait = (rest: number) => {
    const part = Math.min(rest, LONGEST_MS)
    handle = setTimeout(() => (rest > part ? wait(rest - part) : callback()), part)
  }
  wait(ms)
  return () => clearTimeout(handle)
}

/**
 * Waits, or returns at once when the signal is aborted; the listener is gone afterwards.
 *
 * @param ms how long, milliseconds
 */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted || ms <= 0) return resolve()
    const done = () => {
      cancel()
      stopListening()
      resolve()
    }
    // A timer may fire a moment early, and a server's hint is a lower bound.
    const cancel = startTimer(Math.ceil(ms) + 1, done)
    const stopListening = onAbort(signal, done)
  })
}
