// biome-ignore-all lint/complexity/noThisInStatic: it is the class itself

import type { OrderSummary } from '../generated/contract.gen.js'
import type { Phase } from '../http/attempt-outcome.js'
import type { Order } from '../resources/order-kind.js'
import { mark } from '../util/brand.js'
import { type ErrorDetails, MerchantPayError } from './base-error.js'

/** The fields of an {@link ApiError}. */
export interface ApiErrorDetails extends ErrorDetails {
  status: number
  headers: Headers
  param?: string | undefined
  detail?: string | undefined
  readFrom?: string | undefined
  docsUrl?: string | undefined
  retryAfterMs?: number | undefined
  clock?: ClockDifference | undefined
}

/** The difference between the clocks, read from the refusal of a timestamp. */
export interface ClockDifference {
  /**
   * How far the server's clock is ahead of the local one, milliseconds; undefined when the answer has no usable
   * `Date`.
   */
  readonly offsetMs: number | undefined
  /** The server's `Date` header. */
  readonly serverDate: string | undefined
}

/** The server refused the call, or answered with a redirect. */
export class ApiError extends MerchantPayError<ApiErrorDetails> {
  static {
    mark(this, 'ApiError')
  }

  /** HTTP status of the last answer; 0 when the runtime hides a redirect. */
  declare readonly status: number
  /** Headers of the last answer, at most 200 characters of each; not enumerable, to keep log lines short. */
  declare readonly headers: Headers
  /** Dotted name of the refused parameter, where the server names one. */
  declare readonly param: string | undefined
  /** The broken rule, where the server names one; for people, since its words may change. */
  declare readonly detail: string | undefined
  /** With `invalid_cursor`: the `created_from` that goes on where the cursor was, as ISO 8601. */
  declare readonly readFrom: string | undefined
  /** The row of the error in the documentation that the server serves; undefined for a redirect. */
  declare readonly docsUrl: string | undefined
  /** How long to wait before the next call, milliseconds, as the server asked. */
  declare readonly retryAfterMs: number | undefined
  /** The difference between the clocks, where the request's timestamp was refused. */
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
   * The step that took too long: the wait for the rate limit (`queue`), the wait between attempts (`backoff`), the
   * head of the answer (`request`), or its body (`body`).
   */
  declare readonly phase: Phase
  /** How long the wait for the rate limit would have been, milliseconds. */
  declare readonly retryAfterMs: number | undefined
}

/** The caller's signal was aborted; `cause` is the signal's reason. */
export class AbortError extends MerchantPayError {
  static {
    mark(this, 'AbortError')
  }
}

/**
 * The server may have processed an operation that must not be repeated. The client sent it once and did not retry it;
 * `cause` is the error that hides the outcome.
 */
export class OutcomeUnknownError extends MerchantPayError<
  ErrorDetails & Pick<OutcomeUnknownError, 'remedy'>
> {
  static {
    mark(this, 'OutcomeUnknownError')
  }

  /** The next step, in words. */
  declare readonly remedy: string
}

/** An event stream ended before a final status and could not be resumed. */
export class StreamError extends MerchantPayError<ErrorDetails & Pick<StreamError, 'reason'>> {
  static {
    mark(this, 'StreamError')
  }

  /** Too many connections in a row without anything new, or an event beyond the size limit. */
  declare readonly reason: 'reconnects_exhausted' | 'event_too_large'
}

/** The fields of a {@link WaitError}. */
export interface WaitErrorDetails extends ErrorDetails {
  reason: 'expired' | 'underpaid' | 'frozen' | 'paid_not_retrieved' | 'timeout'
  order: Order | OrderSummary | undefined
}

/**
 * `orders.waitForPaid` ended without a paid order to return. Where requests for the order failed up to the end, the
 * last of their errors is the `cause`.
 */
export class WaitError extends MerchantPayError<WaitErrorDetails> {
  static {
    mark(this, 'WaitError')
  }

  /**
   * The final status of the order, after `graceAfterExpiryMs` where that was given; `paid_not_retrieved` when the order
   * was seen paid and every request for it failed; `timeout` when the order may still be paid.
   */
  declare readonly reason: WaitErrorDetails['reason']
  /**
   * The order as it was last seen: perhaps in its reduced form when time was over, and undefined when it was never
   * seen. Not enumerable, since its payment URI allows a payment.
   */
  declare readonly order: Order | OrderSummary | undefined

  constructor(message: string, details: WaitErrorDetails) {
    super(message, details)
    Object.defineProperty(this, 'order', { enumerable: false })
  }
}
