import type { Instant } from '../shared/types.js'
import type { WebhookEvent } from './webhook.js'

/** Position of an event in the order of time. */
export interface FeedPlace {
  readonly at: Instant
  readonly id: string
}

/** Returns the delivery id of an event without a delivery. It is derived from the event id, so it is the same each time. */
export const reservedDeliveryId = ({ id }: Pick<WebhookEvent, 'id'>): string => `wd_${id.replaceAll('-', '')}`

/** An event of an environment with its position. */
export interface FeedItem {
  readonly place: FeedPlace
  readonly deliveryId: string
  readonly event: WebhookEvent
}
