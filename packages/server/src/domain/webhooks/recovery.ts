import type { Instant } from '../shared/types.js'
import type { FeedPlace } from './feed-item.js'
import type { WebhookEvent } from './webhook.js'

/**
 * A request to send the failed events of a time range to an endpoint again. The range applies to the time of the event, not
 * of the failure, because the last attempt comes 26 hours after the event. An event is sent once, even if several of its
 * deliveries FAILED.
 */
export interface RecoveryRequest {
  readonly webhookId: string
  /** Inclusive. */
  readonly since: Instant
  /** Exclusive; undefined for now. */
  readonly until: Instant | undefined
  /** Whether to include subscribed events without any delivery, from before the endpoint existed or while it was inactive. */
  readonly includesMissing: boolean
}

/** The progress of a recovery. It is stored, so that another process can continue it. */
export interface Recovery extends RecoveryRequest {
  readonly id: string
  readonly until: Instant
  /** Whether the request had an `until`. */
  readonly isUntilGiven: boolean
  /** The last processed event. */
  readonly place: FeedPlace
  /** Number of deliveries that it created: for FAILED events, and for events without a delivery. */
  readonly redelivered: number
  readonly missing: number
  readonly startedAt: Instant
  readonly finishedAt: Instant | null
}

/** The delivery state of an event at an endpoint. */
export interface EventDeliveryState {
  readonly event: WebhookEvent
  /** Id of its newest FAILED delivery to the endpoint. */
  readonly failedId: string | null
  /** Whether it was or will be delivered, or goes to the order's own URL. */
  readonly isHandled: boolean
}
