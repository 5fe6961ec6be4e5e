import type { Clock } from '@merchantpay/sdk'
import type { OpenStream } from './http/event-streams.js'
import type { Claim } from './http/idempotency.js'
import type { RateWindow } from './http/rate-limit.js'
import type { Ids } from './ids.js'
import type { ApiKey } from './merchants/api-keys.js'
import type { Merchant, WebhookSecret } from './merchants/merchants.js'
import type { Order } from './orders/orders.js'
import type { Delivery } from './webhooks/deliveries.js'
import type { Told } from './webhooks/delivery-streams.js'
import type { WebhookEndpoint } from './webhooks/endpoints.js'
import type { WebhookEvent } from './webhooks/events.js'
import type { Withdrawal } from './withdrawals/withdrawals.js'

/** The two environments of the API; nothing of one is seen in the other. */
export type Environment = 'live' | 'test'

/** Whose something is. */
export interface Scope {
  readonly merchantId: string
  readonly environment: Environment
}

/** Takes webhooks, as a merchant's server does. */
export type WebhookHandler = (request: Request) => Response | Promise<Response>

/** Everything the double knows. Lists are in the order of creation. */
export interface World {
  readonly clock: Clock
  readonly ids: Ids
  /** Scheme, host and path prefix. */
  readonly baseUrl: string
  /** Per key; all keys of a merchant have ten times as many in an environment. */
  readonly requestsPerMinute: number
  readonly merchants: Merchant[]
  readonly apiKeys: ApiKey[]
  readonly webhookSecrets: WebhookSecret[]
  readonly orders: Order[]
  readonly withdrawals: Withdrawal[]
  readonly endpoints: WebhookEndpoint[]
  readonly events: WebhookEvent[]
  readonly deliveries: Delivery[]
  /** What the merchants were told, each event and each redelivery. */
  readonly told: Told[]
  readonly claims: Map<string, Claim>
  /** By the name of what is counted. */
  readonly windows: Map<string, RateWindow>
  readonly streams: Set<OpenStream>
  /** Endpoints that have answered 2xx, with the scheme, host and port that did. */
  readonly answered: Set<string>
  /** Where webhooks go; nowhere at first. */
  receiver: WebhookHandler | undefined
}

/** A world in which nothing has happened. */
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
    told: [],
    claims: new Map(),
    windows: new Map(),
    streams: new Set(),
    answered: new Set(),
    receiver: undefined,
  }
}

/** Tells whether something belongs to a scope. */
export function isOf(thing: Scope, { merchantId, environment }: Scope): boolean {
  return thing.merchantId === merchantId && thing.environment === environment
}

/** Writes an instant as the API does. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}

/** Like {@link isoTime}, for what may not have happened. */
export function isoOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at)
}
