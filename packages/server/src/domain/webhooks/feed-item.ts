import type { Instant } from '../shared/types.js'
import type { WebhookEvent } from './webhook.js'

/** Position of an event in the order of time. */
export interface FeedPlace {
  readonly at: Instant
  readonly id: string
}

/** An event of an environment with its position. */
export interface FeedItem {
  readonly place: FeedPlace
  readonly deliveryId: string
  readonly event: WebhookEvent
}
