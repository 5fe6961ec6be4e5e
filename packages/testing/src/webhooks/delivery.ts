import type { Scope } from '../scope.js'
import type { WebhookEvent } from './event.js'

/** An attempt that has ended. */
export interface Attempt {
  readonly startedAt: number
  readonly endedAt: number
  /** Undefined without an answer. */
  readonly status: number | undefined
  /** The answer, unless it is 2xx. */
  readonly body: string | undefined
  /** The code that the merchant sees; undefined for a 2xx answer. */
  readonly error: string | undefined
  /** Words for the status of the answer. */
  readonly detail: string | undefined
  /** Whether its scheme, host and port had answered 2xx before. */
  readonly hasAnswered: boolean
}

/** One event to one destination. */
export interface Delivery extends Scope {
  readonly id: string
  /** Undefined for an order's own URL and for an event without a subscriber. */
  readonly webhookId: string | undefined
  /** Undefined for an endpoint, whose URL may change. */
  readonly url: string | undefined
  readonly event: WebhookEvent
  /** Id of the order or withdrawal; of the endpoint for a sample. */
  readonly subject: string
  /** The delivery that it repeats. */
  readonly redeliveryOf: string | undefined
  readonly createdAt: number
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  /** Whether an attempt is waiting for its answer. */
  isUnderWay: boolean
  attempts: number
  readonly log: Attempt[]
  /** Null once delivered or failed. */
  nextAttemptAt: number | null
  lastError: string | null
  lastErrorDetail: string | null
  deliveredAt: number | null
}
