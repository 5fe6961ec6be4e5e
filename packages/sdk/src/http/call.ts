import type { Limits } from '../options.js'
import type { Priority } from '../rate-limit/rate-limiter.js'
import type { AttemptOutcome } from './attempt-outcome.js'
import type { Operation } from './operation.js'

/** One logical call: everything that is the same in all its attempts. */
export interface Call extends Limits {
  readonly operationId: string
  readonly operation: Operation
  /** Its place when requests have to wait for the rate limit. */
  readonly priority: Priority
  /** Path with its query, as signed and sent. */
  readonly target: string
  /** The bytes that are sent, fixed before the first wait. */
  readonly body: Uint8Array<ArrayBuffer> | undefined
  /** Headers without the signature and the request id. */
  readonly headers: Readonly<Record<string, string>>
  readonly idempotencyKey: string | undefined
  /** The request id of an attempt, counted from 1; the caller's, where one was given. */
  readonly requestId: (attempt: number) => string
  readonly signal: AbortSignal | undefined
  /** The base URL of the API. */
  readonly baseUrl: string
}

/** The request id that the server answered with, else the one it was sent. */
export function requestIdOf(call: Call, attempt: number, outcome: AttemptOutcome): string {
  return outcome.headers?.get('x-request-id') || call.requestId(attempt)
}
