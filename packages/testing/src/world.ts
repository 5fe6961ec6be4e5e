import type { Clock } from '@merchantpay/sdk'
import type { OpenStream } from './http/event-streams.js'
import type { Claim } from './http/idempotency.js'
import type { RateWindow } from './http/rate-limit.js'
import type { Ids } from './ids.js'
import type { ApiKey } from './merchants/api-keys.js'
import type { Merchant, WebhookSecret } from './merchants/merchants.js'
import type { Order } from './orders/orders.js'
import type { Delivery } from './webhooks/deliveries.js'
import type { PublishedEvent } from './webhooks/delivery-streams.js'
import type { WebhookEndpoint } from './webhooks/endpoints.js'
import type { WebhookEvent } from './webhooks/events.js'
import type { Withdrawal } from './withdrawals/withdrawals.js'

/** The two environments of the API. Data of one is not visible in the other. */
export type Environment = 'live' | 'test'

/** The owner of a resource: a merchant in an environment. */
export interface Scope {
  readonly merchantId: string
  readonly environment: Environment
}

/** Handles webhooks, as a merchant's server does. */
export type WebhookHandler = (request: Request) => Response | Promise<Response>

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
  readonly withdrawals: Withdrawal[]
  readonly endpoints: WebhookEndpoint[]
  readonly events: WebhookEvent[]
  readonly deliveries: Delivery[]
  /** Every event and every redelivery of all merchants. */
  readonly published: PublishedEvent[]
  readonly claims: Map<string, Claim>
  /** Rate-limit windows by the name of the counter. */
  readonly windows: Map<string, RateWindow>
  readonly streams: Set<OpenStream>
  /** Endpoints with the scheme, host and port that answered 2xx. */
  readonly answered: Set<string>
  /** Handler of webhooks; none at first. */
  receiver: WebhookHandler | undefined
}

/** The state of a new service. */
export function createWorld(given: Pick<World, 'clock' | 'ids' | 'baseUrl' | 'requestsPerMinute'>): World {
  return {
    ...given,
    merchants: [],
    apiKeys: [],
    webhookSecrets: [],
    orders: [],
    withdrawals: [],
    endpoints: [],
    events: [],
    deliveries: [],
    published: [],
    claims: new Map(),
    windows: new Map(),
    streams: new Set(),
    answered: new Set(),
    receiver: undefined,
  }
}

/** Whether a resource belongs to a scope. */
export function isOf(thing: Scope, { merchantId, environment }: Scope): boolean {
  return thing.merchantId === merchantId && thing.environment === environment
}

/** Writes an instant as the API does. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/** As {@link isoTime}; null for an instant that has not come. */
export function isoOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at)
}
