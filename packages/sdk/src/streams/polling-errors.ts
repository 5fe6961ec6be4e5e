import { ApiError } from '../errors/errors.js'

/** Bounds an absurd hint, which must not end all polling. */
const LONGEST_REST_MS = 5 * 60_000

/** Whether another request would be refused again; any other error may pass. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 408 && error.status !== 429
}

/** How long to wait after an error, as the server asked, at most 5 minutes; milliseconds. */
export function restMs(error: unknown): number {
  return error instanceof ApiError ? Math.min(error.retryAfterMs ?? 0, LONGEST_REST_MS) : 0
}
