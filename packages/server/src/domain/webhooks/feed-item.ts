import type { Instant } from '../shared/types.js'
import type { WebhookEvent } from './webhook.js'

/** Where something stands in the order of time. */
export interface FeedPlace {
  readonly at: Instant
  readonly id: string
}

/** Something that an environment told. */
export interface FeedItem {
  readonly place: FeedPlace
  readonly deliveryId: string
  readonly event: WebhookEvent
}
