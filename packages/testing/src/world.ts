import type { Clock } from '@merchantpay/sdk'
import type { CallInput } from './http/call-input.js'
import type { OpenStream } from './http/open-stream.js'
import type { Ids } from './ids.js'
import type { PaymentLink } from './links/payment-link.js'
import type { ApiKey } from './merchants/api-key.js'
import type { Merchant, WebhookSecret } from './merchants/merchant.js'
import type { Order } from './orders/order.js'
import type { Delivery } from './webhooks/delivery.js'
import type { WebhookEndpoint } from './webhooks/endpoint.js'
import type { WebhookEvent } from './webhooks/event.js'
import type { NumberedEvent } from './webhooks/numbered-event.js'
import type { PublishedEvent } from './webhooks/published-event.js'
import type { Destination } from './withdrawals/destination.js'
import type { Withdrawal } from './withdrawals/withdrawal.js'

/** Handles webhooks, as a merchant's server does. */
export type WebhookHandler = (request: Request) => Response | Promise<Response>

/** The result of a call with an idempotency key. */
interface Claim {
  readonly input: CallInput
  readonly resourceId: string
  readonly expiresAt: number
}

/** Number of calls counted in one window. */
interface RateWindow {
  readonly openedAt: number
  taken: number
}

/** The state of the in-memory service. Lists are in the order of creation. */
export interface World {
  readonly clock: Clock
  readonly ids: Ids
  /** Scheme, host and path prefix. */
  readonly baseUrl: string
  /** Per key. All keys of a merchant together have ten times as many per environment. */
  readonly requestsPerMinute: number
  readonly merchants: Merchant[]
  readonly apiKeys: ApiKey[]
  readonly webhookSecrets: WebhookSecret[]
  readonly orders: Order[]
  /** USDT for one of each currency, 1e-12. */
  rates: ReadonlyMap<string, bigint>
  readonly paymentLinks: PaymentLink[]
  readonly withdrawals: Withdrawal[]
  readonly destinations: Destination[]
  readonly endpoints: WebhookEndpoint[]
  readonly events: WebhookEvent[]
  /** The same, with their places in the list of events. */
  readonly numbered: NumberedEvent[]
  readonly deliveries: Delivery[]
  /** Every event and every redelivery of all merchants. */
  readonly published: PublishedEvent[]
  readonly claims: Map<string, Claim>
  /** Rate-limit windows by the name of the counter. */
  readonly windows: Map<string, RateWindow>
  readonly streams: Set<OpenStream>
  /** Trace contexts of the calls that made orders and withdrawals, by id. */
  readonly traces: Map<string, string>
  /** Endpoints with the scheme, host and port that answered 2xx. */
  readonly answered: Set<string>
  /** Handler of webhooks; none at first. */
  receiver: WebhookHandler | undefined
}

/** The state of a new service. */
export function createWorld(
  given: Pick<World, 'clock' | 'ids' | 'baseUrl' | 'requestsPerMinute' | 'rates'>,
): World {
  return {
    ...given,
    merchants: [],
    apiKeys: [],
    webhookSecrets: [],
    orders: [],
    paymentLinks: [],
    withdrawals: [],
    destinations: [],
    endpoints: [],
    events: [],
    numbered: [],
    deliveries: [],
    published: [],
    claims: new Map(),
    windows: new Map(),
    streams: new Set(),
    traces: new Map(),
    answered: new Set(),
    receiver: undefined,
  }
}

/** Writes an instant as the API does. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/** As {@link isoTime}; null for an instant that has not come. */
export function isoOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at)
}
