import type { Instant, Scope } from '../shared/types.js'
import type { EventType } from './event-types.js'

export interface WebhookEndpoint extends Scope {
  readonly id: string
  readonly url: string
  readonly events: readonly EventType[]
  readonly isActive: boolean
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Something that happened, with the bytes that tell it. */
export interface WebhookEvent extends Scope {
  readonly id: string
  readonly event: EventType
  /** Id of the order or withdrawal it is about; of the endpoint for a sample, which is about neither. */
  readonly subject: string
  readonly body: string
  readonly createdAt: Instant
}

/** One event to one destination. */
export interface Delivery {
  readonly id: string
  readonly eventId: string
  /** Null for an order's own URL. */
  readonly webhookId: string | null
  /** Only for an order's own URL. */
  readonly url: string | null
  /** Id of the delivery whose bytes it sends once more. */
  readonly redeliveryOf: string | null
  /** Whose slots it takes: the endpoint, or the merchant's origin for an order's own URL. */
  readonly target: string
  /** Waits, with no attempt used, until its environment has a webhook secret to sign with. */
  readonly isHeld: boolean
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED'
  readonly attempts: number
  /** Null once delivered or failed. */
  readonly nextAttemptAt: Instant | null
  /** A code, as operators see it. */
  readonly lastError: string | null
  /** The fault of the receiver's TLS, in words. */
  readonly lastErrorDetail: string | null
  /** Whether the target had never answered 2xx when it failed: its merchant is told less. */
  readonly isErrorHidden: boolean
  readonly deliveredAt: Instant | null
  readonly createdAt: Instant
}

/** A delivery with what it tells. */
export interface DeliveryWithEvent extends Delivery {
  readonly event: WebhookEvent
}

/** A claimed delivery with what its attempt needs: the endpoint's URL of now and the event's bytes. */
export interface DueDelivery
  extends Pick<Delivery, 'id' | 'target' | 'attempts'>,
    Pick<WebhookEvent, 'event' | 'body'> {
  readonly url: string
}

/** What an attempt makes of its delivery. */
export type AttemptedDelivery = Pick<
  Delivery,
  'id' | 'status' | 'attempts' | 'nextAttemptAt' | 'lastError' | 'lastErrorDetail' | 'deliveredAt'
> & { readonly endedAt: Instant }

/** How an attempt ended; `error` is a code and names no address, `detail` says what is wrong with the receiver's TLS. */
export type AttemptOutcome = { delivered: true } | { delivered: false; error: string; detail?: string }

export interface WebhookSecret extends Scope {
  readonly id: string
  /** Sealed for {@link secretContext}. */
  readonly sealedSecret: string
  readonly createdAt: Instant
  /** Null while it is the current one. */
  readonly retiresAt: Instant | null
}

/** An event on its way out, with the URL that its order or withdrawal brought along. */
export interface OutgoingEvent {
  readonly event: WebhookEvent
  readonly ownUrl: string | null
}
