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

/** An event with its rendered body. */
export interface WebhookEvent extends Scope {
  readonly id: string
  readonly event: EventType
  /** Id of the order or withdrawal; id of the endpoint for a test event. */
  readonly subject: string
  readonly body: string
  readonly createdAt: Instant
}

/** A committed event, which was just numbered. */
export type NumberedEvent = Omit<WebhookEvent, 'body' | 'createdAt'>

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'FAILED'

/** The delivery of an event to a destination. */
export interface Delivery {
  readonly id: string
  readonly eventId: string
  /** Id of the endpoint; null for an order's own URL. */
  readonly webhookId: string | null
  /** The order's own URL; null for an endpoint. */
  readonly url: string | null
  /** Id of the delivery that it repeats. */
  readonly redeliveryOf: string | null
  /** Key of the concurrency limit: the endpoint, or the merchant with the origin of an order's own URL. */
  readonly target: string
  /** Whether it waits until its environment has a webhook secret. No attempt is used. */
  readonly isHeld: boolean
  readonly status: DeliveryStatus
  readonly attempts: number
  /** Null once delivered or failed. */
  readonly nextAttemptAt: Instant | null
  /** Error code as operators see it; {@link errorForMerchant} returns that for merchants. */
  readonly lastError: string | null
  /** Description of a TLS error of the receiver. */
  readonly lastErrorDetail: string | null
  /** Whether the target had never answered with 2xx when it failed, so that the merchant sees fewer details. */
  readonly isErrorHidden: boolean
  readonly deliveredAt: Instant | null
  readonly createdAt: Instant
}

/** A delivery with its event. */
export interface DeliveryWithEvent extends Delivery {
  readonly event: WebhookEvent
}

/** A claimed delivery with the data for its attempt. */
export interface DueDelivery
  extends Pick<Delivery, 'id' | 'target' | 'attempts'>,
    Pick<WebhookEvent, 'event' | 'body'> {
  /** The endpoint's current URL, or the order's own URL. */
  readonly url: string
  /** Trace context of the call that made the order or the withdrawal; null without one. */
  readonly traceparent: string | null
}

/** The state of a delivery after an attempt. */
export type AttemptedDelivery = Pick<
  Delivery,
  'id' | 'status' | 'attempts' | 'nextAttemptAt' | 'lastError' | 'lastErrorDetail' | 'deliveredAt'
> & { readonly endedAt: Instant }

/**
 * The outcome of an attempt. `error` is a code and contains no address; `detail` describes a TLS error of the receiver;
 * `isFinal` says that no later attempt can succeed; `pauseMs` is how long a receiver of messages wants none, by an answer
 * that counts as no attempt.
 */
export type AttemptOutcome =
  | { delivered: true }
  | { delivered: false; error: string; detail?: string; isFinal?: boolean; pauseMs?: number }

export interface WebhookSecret extends Scope {
  readonly id: string
  /** Encrypted with {@link secretContext}. */
  readonly sealedSecret: string
  readonly createdAt: Instant
  /** Null for the current secret. */
  readonly retiresAt: Instant | null
}

/** An event to send, with the own URL of its order or withdrawal. */
export interface OutgoingEvent {
  readonly event: WebhookEvent
  readonly ownUrl: string | null
}
