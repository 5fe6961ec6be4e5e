import type { Instant } from '../shared/types.js'
import type { FeedPlace } from './feed-item.js'
import type { WebhookEvent } from './webhook.js'

/**
 * Events that an endpoint is to get again, by the time of the event: the last attempt comes 26 hours after it, so the times of
 * failures do not name an outage. An event is sent once, however many of its deliveries FAILED.
 */
export interface RecoveryRequest {
  readonly webhookId: string
  /** Inclusive. */
  readonly since: Instant
  /** Exclusive; undefined for everything until now. */
  readonly until: Instant | undefined
  /** Also what it is subscribed to and was never told: it was not there then, or not active. */
  readonly includesMissing: boolean
}

/** A request on its way through the events. It outlives the process that works on it. */
export interface Recovery extends RecoveryRequest {
  readonly id: string
  readonly until: Instant
  readonly isUntilGiven: boolean
  /** The last event that was looked at. */
  readonly place: FeedPlace
  /** How many deliveries it made: of what FAILED, and of what the endpoint was never told. */
  readonly redelivered: number
  readonly missing: number
  readonly startedAt: Instant
  readonly finishedAt: Instant | null
}

/** One event as its endpoint stands to it. */
export interface EventDeliveryState {
  readonly event: WebhookEvent
  /** Its newest FAILED delivery to the endpoint. */
  readonly failedId: string | null
  /** It was delivered, will be, or goes to its order's own URL. */
  readonly isHandled: boolean
}
