import type { Instant } from '../shared/types.js'

/** How long the parts of an attempt took, milliseconds; null for a part that it did not come to, or did not need. */
export interface AttemptTimings {
  readonly dns: number | null
  readonly connect: number | null
  readonly tls: number | null
  /** From its start to the head of the answer. */
  readonly firstByte: number | null
  /** From its start until the connection was done with. */
  readonly whole: number
}

/** What was seen of an attempt on the wire. */
export interface AttemptTrace {
  /** Status of the answer; null without a complete head. */
  readonly status: number | null
  readonly timings: AttemptTimings
  /** What the answer's `Retry-After` says, as harmless text; the schedule does not follow it. Null without one. */
  readonly retryAfter: string | null
  /** The beginning of the answer's body as harmless text; null without a complete head. */
  readonly sample: string | null
  /** How many bytes of the body were read. */
  readonly sampleBytes: number
  /** There was more, or might have been: reading ended before the body did. */
  readonly isTruncated: boolean
}

/** One attempt as it is kept for whoever asks what became of a delivery. */
export interface WebhookAttempt extends AttemptTrace {
  readonly deliveryId: string
  /** 1 to 6. */
  readonly number: number
  readonly startedAt: Instant
  readonly endedAt: Instant
  /** The `t` of its signature, Unix seconds. */
  readonly signedAt: number
  /** Null when it delivered, else the code that is the delivery's `last_error`. */
  readonly outcome: string | null
}
