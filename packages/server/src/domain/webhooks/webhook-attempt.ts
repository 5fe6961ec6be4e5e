import type { Instant } from '../shared/types.js'

/** Duration of the phases of an attempt, milliseconds; null for a phase that was not reached or not needed. */
export interface AttemptTimings {
  readonly dns: number | null
  readonly connect: number | null
  readonly tls: number | null
  /** From the start to the head of the response. */
  readonly firstByte: number | null
  /** From the start to the release of the connection. */
  readonly whole: number
}

/** The observed exchange of an attempt. */
export interface AttemptTrace {
  /** Status of the response; null without a complete head. */
  readonly status: number | null
  readonly timings: AttemptTimings
  /** Sanitised `Retry-After` of the response, which the schedule ignores; null without one. */
  readonly retryAfter: string | null
  /** Sanitised beginning of the response body; null without a complete head. */
  readonly sample: string | null
  /** Number of body bytes that were read. */
  readonly sampleBytes: number
  /** Whether reading stopped before the end of the body. */
  readonly isTruncated: boolean
}

/** An attempt that has ended. */
export interface WebhookAttempt extends AttemptTrace {
  readonly deliveryId: string
  /** 1 to 6. */
  readonly number: number
  readonly startedAt: Instant
  readonly endedAt: Instant
  /** The `t` of its signature, Unix seconds. */
  readonly signedAt: number
  /** Null if it delivered, otherwise the code that is the delivery's `last_error`. */
  readonly outcome: string | null
  /** Description of a TLS error of the receiver. */
  readonly outcomeDetail: string | null
  /** Whether the target had never answered with 2xx before, so that the merchant sees fewer details. */
  readonly isErrorHidden: boolean
}

/** An attempt as the database has it. */
export type RecordedAttempt = Omit<WebhookAttempt, 'endedAt'>
