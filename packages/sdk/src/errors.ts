import { isMarked, mark } from './brand.js'
import type { ErrorCode } from './generated/operations.gen.js'
import type { Open } from './types.js'

/** One attempt of a call. */
export interface Attempt {
  /** HTTP status of the answer, absent when there was none. */
  status?: number | undefined
  /** Short code of the fault, absent when there was an answer. */
  error?: string | undefined
  /** When it was sent, Unix milliseconds of the local clock. */
  startedAt: number
  /** How long it took, milliseconds. */
  ms: number
  /** How long the call waited before it, milliseconds. */
  waitedMs: number
}

/**
 * What is known about the call's effect: `not_processed` when every attempt was refused or never left,
 * `unknown` otherwise.
 */
export type Outcome = 'not_processed' | 'unknown'

/** What every error knows about its call. */
export interface ErrorDetails {
  code: Open<ErrorCode>
  outcome: Outcome
  operationId?: string | undefined
  requestId?: string | undefined
  attempts?: readonly Attempt[] | undefined
  idempotencyKey?: string | undefined
  cause?: unknown
}

/**
 * Base of every error of this package. `instanceof` works across module formats and copies.
 *
 * @example
 * try {
 *   await mp.orders.get(id)
 * } catch (error) {
 *   if (error instanceof MerchantPayError) console.error(error.code, error.requestId)
 * }
 */
export class MerchantPayError extends Error {
  static {
    mark(MerchantPayError, 'MerchantPayError')
  }

  /** The server's message in snake_case, or a code of this package. */
  readonly code: Open<ErrorCode>
  /** Whether the call may have had an effect. */
  readonly outcome: Outcome
  /** The operation of the contract; undefined outside a call. */
  readonly operationId: string | undefined
  /** The request id of the answer, else the one that was sent. */
  readonly requestId: string | undefined
  /** Every attempt of the call, in order. */
  readonly attempts: readonly Attempt[]
  /** The key the call carried; calling again with it is safe for 24 hours. */
  readonly idempotencyKey: string | undefined

  constructor(message: string, details: ErrorDetails) {
    super(message, 'cause' in details ? { cause: details.cause } : undefined)
    this.code = details.code
    this.outcome = details.outcome
    this.operationId = details.operationId
    this.requestId = details.requestId
    this.attempts = details.attempts ?? []
    this.idempotencyKey = details.idempotencyKey
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: it is the class on the right of instanceof
    return isMarked(this, value)
  }

  /** The fields of the error without its cause and stack, fit for a log line. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) }
  }
}

/** What an {@link ApiError} knows besides. */
export interface ApiErrorDetails extends ErrorDetails {
  status: number
  headers: Headers
  param?: string | undefined
  retryAfterMs?: number | undefined
}

/** The server answered no, or with an answer that could not be read. */
export class ApiError extends MerchantPayError {
  static {
    mark(ApiError, 'ApiError')
  }

  /** HTTP status of the last answer; 0 when the runtime hides a redirect. */
  readonly status: number
  /** Headers of the last answer; not enumerable, since they would drown the rest in a log. */
  declare readonly headers: Headers
  /** Dotted name of the refused parameter, where the server names one. */
  readonly param: string | undefined
  /** How long the server wants to be left alone, milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details)
    this.status = details.status
    Object.defineProperty(this, 'headers', { value: details.headers })
    this.param = details.param
    this.retryAfterMs = details.retryAfterMs
  }
}

/** There was no usable answer: the connection failed or the answer of a success was unreadable. */
export class ConnectionError extends MerchantPayError {
  static {
    mark(ConnectionError, 'ConnectionError')
  }

  /** `no` when the last attempt certainly never reached the server. */
  readonly sent: 'no' | 'maybe'

  constructor(message: string, details: ErrorDetails & { sent: 'no' | 'maybe' }) {
    super(message, details)
    this.sent = details.sent
  }
}

/** Time ran out: `timeoutMs` of the last attempt or `deadlineMs` of the call. */
export class TimeoutError extends MerchantPayError {
  static {
    mark(TimeoutError, 'TimeoutError')
  }

  /** What was waited for: the head of the answer, or its body. */
  readonly phase: 'request' | 'body'

  constructor(message: string, details: ErrorDetails & { phase: 'request' | 'body' }) {
    super(message, details)
    this.phase = details.phase
  }
}

/** The caller's signal was aborted; `cause` is the signal's reason. */
export class AbortError extends MerchantPayError {
  static {
    mark(AbortError, 'AbortError')
  }
}

/**
 * An operation that must not be repeated may have been processed. It was sent once and not again; `cause`
 * is the error that hid its outcome.
 */
export class OutcomeUnknownError extends MerchantPayError {
  static {
    mark(OutcomeUnknownError, 'OutcomeUnknownError')
  }

  /** What to do next, in words. */
  readonly remedy: string

  constructor(message: string, details: ErrorDetails & { remedy: string }) {
    super(message, details)
    this.remedy = details.remedy
  }
}

/** An event stream ended before a final status and could not be resumed. */
export class StreamError extends MerchantPayError {
  static {
    mark(StreamError, 'StreamError')
  }

  /** Why: too many connections in a row without progress, or an event beyond the size limit. */
  readonly reason: 'reconnects_exhausted' | 'event_too_large'

  constructor(
    message: string,
    details: Omit<ErrorDetails, 'code'> & { reason: 'reconnects_exhausted' | 'event_too_large' },
  ) {
    super(message, { ...details, code: details.reason })
    this.reason = details.reason
  }
}

/** The call or the options cannot work and were refused before the network; the message names the cure. */
export class UsageError extends MerchantPayError {
  static {
    mark(UsageError, 'UsageError')
  }

  constructor(code: string, message: string, details: Partial<ErrorDetails> = {}) {
    super(message, { outcome: 'not_processed', ...details, code })
  }
}
