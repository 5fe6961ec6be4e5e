import type { Scope } from '../scope.js'
import type { WebhookEvent } from './event.js'

/** An event of a merchant, with or without a destination. */
export interface PublishedEvent extends Scope {
  readonly deliveryId: string
  readonly event: WebhookEvent
  readonly at: number
}
