import { WebhookVerificationError } from '../errors/error.js'

/** The timers a receiver runs on. A test brings its own, and time passes when it says so. */
export interface Timers {
  /** Calls back once after `ms` milliseconds; returns what cancels it. */
  setTimeout(callback: () => void, ms: number): unknown
  /** Cancels a timer. */
  clearTimeout(handle: unknown): void
}

/** The timers of the runtime, looked up at each use, so that tests may replace them. */
export const systemTimers: Timers = {
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(handle as number), // what its own setTimeout returned
}

/**
 * What `work` settles to, or the rejection by `late` when `ms` have passed first.
 *
 * @param late makes the error
 */
export async function within<Value>(
  timers: Timers,
  ms: number,
  work: Promise<Value>,
  late: () => Error,
): Promise<Value> {
  let handle: unknown
  const deadline = new Promise<never>((_, reject) => {
    handle = timers.setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    timers.clearTimeout(handle)
  }
}

/**
 * A promise that rejects when `ms` have passed or the signal is aborted, and what ends the wait for either.
 *
 * @returns rejects with body_timeout, or with body_aborted
 */
export function deadlineSignal(
  timers: Timers,
  ms: number,
  signal: AbortSignal | undefined,
): { interrupted: Promise<never>; clear(): void } {
  let clear = () => {}
  const interrupted = new Promise<never>((_, reject) => {
    const late = () => reject(new WebhookVerificationError('body_timeout', `no body within ${ms} ms`))
    const abort = () => reject(new WebhookVerificationError('body_aborted', 'the client went away'))
    const handle = timers.setTimeout(late, ms)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    clear = () => {
      timers.clearTimeout(handle)
      signal?.removeEventListener('abort', abort)
    }
  })
  // Whoever waits hears of it; a rejection before anyone waits is none to end the process for.
  interrupted.catch(() => undefined)
  return { interrupted, clear }
}
