// biome-ignore-all lint/complexity/noThisInStatic: it is the class itself, or the one on the right of instanceof

import type { OrderSummary } from '../generated/contract.gen.js'
import type { ErrorCode } from '../generated/operations.gen.js'
import type { Phase } from '../http/attempt-outcome.js'
import type { Order } from '../resources/order-kind.js'
import { isMarked, mark } from '../util/brand.js'
import type { Open } from '../util/types.js'

/** One attempt of a call. */
export interface Attempt {
  /** HTTP status of the answer, undefined when there was none. */
  status?: number | undefined
  /** Short code of the fault, undefined when there was an answer. */
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
  retryBudgetExhausted?: boolean | undefined
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
export class MerchantPayError<Details extends ErrorDetails = ErrorDetails> extends Error {
  static {
    mark(this, 'MerchantPayError')
  }

  /** The server's message in snake_case, or a code of this package. */
  declare readonly code: Open<ErrorCode>
  /** Whether the call may have had an effect. */
  declare readonly outcome: Outcome
  /** The operation of the contract; undefined outside a call. */
  declare readonly operationId: string | undefined
  /** The request id of the answer, else the one that was sent. */
  declare readonly requestId: string | undefined
  /** Every attempt of the call, in order. */
  declare readonly attempts: readonly Attempt[]
  /** The key the call carried; calling again with it is safe for 24 hours. */
  declare readonly idempotencyKey: string | undefined
  /** Whether another attempt was left out because this client had begun too many in the last minute. */
  declare readonly retryBudgetExhausted: boolean | undefined

  /** Takes over all details as fields, which is why they are only declared, here and in every subclass. */
  constructor(message: string, details: Details) {
    const { cause: _, attempts = [], ...fields } = details
    super(message, details)
    Object.assign(this, fields, { attempts })
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return isMarked(this, value) ?? super[Symbol.hasInstance](value)
  }

  /** The fields of the error without its cause and stack, fit for a log line. */
  toJSON(): Record<string, unknown> {
    const { name, message, ...fields }: object & { name: string; message: string } = this
    return { name, message, ...fields }
  }
}

/** What an {@link ApiError} knows besides. */
export interface ApiErrorDetails extends ErrorDetails {
  status: number
  headers: Headers
  param?: string | undefined
  retryAfterMs?: number | undefined
  clock?: ClockDifference | undefined
}

/** What a refused timestamp tells about the clocks. */
export interface ClockDifference {
  /** How far the server's clock is ahead of the local one, milliseconds; undefined when its answer does not tell. */
  readonly offsetMs: number | undefined
  /** The server's time as it was sent. */
  readonly serverDate: string | undefined
}

/** The server refused the call, or answered with a redirect. */
export class ApiError extends MerchantPayError<ApiErrorDetails> {
  static {
    mark(this, 'ApiError')
  }

  /** HTTP status of the last answer; 0 when the runtime hides a redirect. */
  declare readonly status: number
  /** Headers of the last answer, at most 200 characters of each; not enumerable, since they would drown the rest in a log. */
  declare readonly headers: Headers
  /** Dotted name of the refused parameter, where the server names one. */
  declare readonly param: string | undefined
  /** How long the server wants to be left alone, milliseconds. */
  declare readonly retryAfterMs: number | undefined
  /** How the clocks differ, where the request's timestamp was refused. */
  declare readonly clock: ClockDifference | undefined

  constructor(message: string, details: ApiErrorDetails) {
    super(message, details)
    Object.defineProperty(this, 'headers', { enumerable: false })
  }
}

/**
 * There was no usable answer: the connection failed, or the answer of a success was unreadable
 * (`unreadable_response`).
 */
export class ConnectionError extends MerchantPayError<ErrorDetails & Pick<ConnectionError, 'sent'>> {
  static {
    mark(this, 'ConnectionError')
  }

  /** `no` when the last attempt certainly never reached the server. */
  declare readonly sent: 'no' | 'maybe'
}

/** Time ran out: `timeoutMs` of the last attempt or `deadlineMs` of the call. */
export class TimeoutError extends MerchantPayError<
  ErrorDetails & Pick<TimeoutError, 'phase' | 'retryAfterMs'>
> {
  static {
    mark(this, 'TimeoutError')
  }

  /**
   * What was waited for: a turn under the rate limit, the end of a wait between attempts, the head of the
   * answer, or its body.
   */
  declare readonly phase: Phase
  /** How long the wait for a turn would have been, milliseconds. */
  declare readonly retryAfterMs: number | undefined
}

/** The caller's signal was aborted; `cause` is the signal's reason. */
export class AbortError extends MerchantPayError {
  static {
    mark(this, 'AbortError')
  }
}

/**
 * An operation that must not be repeated may have been processed. It was sent once and not again; `cause`
 * is the error that hid its outcome.
 */
export class OutcomeUnknownError extends MerchantPayError<
  ErrorDetails & Pick<OutcomeUnknownError, 'remedy'>
> {
  static {
    mark(this, 'OutcomeUnknownError')
  }

  /** What to do next, in words. */
  declare readonly remedy: string
}

/** An event stream ended before a final status and could not be resumed. */
export class StreamError extends MerchantPayError<ErrorDetails & Pick<StreamError, 'reason'>> {
  static {
    mark(this, 'StreamError')
  }

  /** Why: too many connections in a row without progress, or an event beyond the size limit. */
  declare readonly reason: 'reconnects_exhausted' | 'event_too_large'
}

/** What a {@link WaitError} knows besides. */
export interface WaitErrorDetails extends ErrorDetails {
  reason: 'expired' | 'underpaid' | 'frozen' | 'timeout'
  order: Order | OrderSummary | undefined
}

/**
 * An order that was waited for is not paid. `cause` of a timeout is why it could not be asked for lately,
 * where that was so.
 */
export class WaitError extends MerchantPayError<WaitErrorDetails> {
  static {
    mark(this, 'WaitError')
  }

  /**
   * The final status it has instead, after `graceAfterExpiryMs` where that was given, or `timeout`: the order
   * may still be paid.
   */
  declare readonly reason: 'expired' | 'underpaid' | 'frozen' | 'timeout'
  /**
   * The order as it was last seen: whole with a final status, perhaps in its reduced form at a timeout, and
   * undefined when it was never seen. Not enumerable, since it holds what lets somebody pay.
   */
  declare readonly order: Order | OrderSummary | undefined

  constructor(message: string, details: WaitErrorDetails) {
    super(message, details)
    Object.defineProperty(this, 'order', { enumerable: false })
  }
}

/** The call or the options cannot work and were refused before the network; the message names the cure. */
export class UsageError extends MerchantPayError {
  static {
    mark(this, 'UsageError')
  }

  constructor(code: string, message: string, details: Partial<ErrorDetails> = {}) {
    super(message, { outcome: 'not_processed', ...details, code })
  }
}
