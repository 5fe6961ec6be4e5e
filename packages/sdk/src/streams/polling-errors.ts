import { ApiError } from '../errors/errors.js'

/** One absurd hint must not end all asking. */
const LONGEST_REST_MS = 5 * 60_000

/** Tells whether asking again would be refused again; any other error is trouble that may pass. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 408 && error.status !== 429
}

/** How long the server wants to be left alone after an error, at most 5 minutes; milliseconds. */
export function restMs(error: unknown): number {
  return error instanceof ApiError ? Math.min(error.retryAfterMs ?? 0, LONGEST_REST_MS) : 0
}
