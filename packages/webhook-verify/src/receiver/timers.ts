import { WebhookVerificationError } from '../errors/error.js'

/** The timers of a receiver. Tests pass their own to control the time. */
export interface Timers {
  /** Calls `callback` once after `ms` milliseconds. Returns a handle that cancels it. */
  setTimeout(callback: () => void, ms: number): unknown
  /** Cancels a timer. */
  clearTimeout(handle: unknown): void
}

/** The timers of the runtime, looked up at each use, so that tests may replace them. */
export const systemTimers: Timers = {
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (handle) => clearTimeout(handle as number), // returned by setTimeout above
}

/**
 * Waits for `work`, for `ms` milliseconds at most.
 *
 * @param late makes the error of the rejection when the time has passed
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
 * Waits for a deadline or an abort, whichever comes first.
 *
 * @returns `interrupted` rejects with `body_timeout` after `ms` milliseconds, or with `body_aborted` when `signal` is
 *   aborted; `clear` ends the wait
 */
export function deadlineSignal(
  timers: Timers,
  ms: number,
  signal: AbortSignal | undefined,
): { interrupted: Promise<never>; clear(): void } {
  let clear = () => {}
  const interrupted = new Promise<never>((_, reject) => {
    const late = () => reject(new WebhookVerificationError('body_timeout', `no body within ${ms} ms`))
    const abort = () => reject(new WebhookVerificationError('body_aborted', 'the client disconnected'))
    const handle = timers.setTimeout(late, ms)
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    clear = () => {
      timers.clearTimeout(handle)
      signal?.removeEventListener('abort', abort)
    }
  })
  // A rejection that is not awaited yet must not end the process.
  interrupted.catch(() => undefined)
  return { interrupted, clear }
}
