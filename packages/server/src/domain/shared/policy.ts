import type { IpBlock } from '@merchantpay/core/ip'
import type { Tier } from '../merchants/merchant.js'
import type { Rate, Usdt } from './money.js'
import type { Network } from './types.js'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
export const DAY_MS = 24 * HOUR

/** Business numbers an operator may turn; `config.ts` fills them in. */
export interface Policy {
  readonly orderExpiryMs: number
  /** Inclusive limits of app-only amounts. */
  readonly appAmountMin: Usdt
  readonly appAmountMax: Usdt
  readonly appScheme: string
  readonly feeRates: Readonly<Record<Tier, Rate>>
  /** Addresses per network and environment. */
  readonly addressLimit: number
  readonly addressCooldownMs: number
  /** On-chain orders that a merchant may have unfinished in an environment. */
  readonly unfinishedOrderLimit: number
  readonly withdrawals: Readonly<Record<Network, { readonly fee: Usdt; readonly minimum: Usdt }>>
  /** Above these a withdrawal waits for review: alone, and with the merchant's others of the day (UTC). 0 reviews all. */
  readonly withdrawalAutoLimit: Usdt
  readonly withdrawalDailyLimit: Usdt
  /** Delay before each attempt, from the end of the one before. The first is usually 0. */
  readonly webhookRetryDelaysMs: readonly number[]
  /** What webhooks may reach besides public addresses. */
  readonly webhookAllowPrivate: readonly IpBlock[]
}

/** On-chain orders must be above this: 10 USDT. */
export const ORDER_AMOUNT_ABOVE = 1_000_000_000n as Usdt // a constant of the interface
export const DEFAULT_TOLERANCE = 0.01
/** Once several merchants have addresses of a network, each gets this part of the address limit, and at least so many. */
export const ADDRESS_SHARE_PERCENT = 10
export const ADDRESS_SHARE_MIN = 1_000
export const IDEMPOTENCY_MS = 24 * HOUR
export const AUTHORIZATION_AGE_SECONDS = 300
export const API_KEYS_PER_ENVIRONMENT = 20
/** Keys that a merchant makes itself in an hour and environment, also where it revokes them again. */
export const NEW_API_KEYS_PER_HOUR = 20
/** How many times the requests of one key all keys of a merchant may send in an environment. */
export const MERCHANT_RATE_FACTOR = 10
export const WEBHOOKS_PER_ENVIRONMENT = 10
/** Samples an hour that an endpoint is sent on demand. */
export const TESTS_PER_HOUR = 60
/** Deliveries an hour that an endpoint is sent once more on demand. */
export const REDELIVERIES_PER_HOUR = 120
/**
 * How long a deleted endpoint and a new webhook secret are watched, by servers that have looked after all older ones: what was
 * decided on before them may be committed after them, and any unit of work that was under way then has ended by then.
 */
export const LATE_DELIVERIES_WATCHED_MS = HOUR
/** Rows that a list skips at most; from there on `next` leads. */
export const LIST_OFFSET = 100_000
export const METADATA_BYTES = 16_384
export const METADATA_DEPTH = 5
/** An event's body has no more: receivers read so much without a second thought. */
export const EVENT_BODY_BYTES = 65_536
/** Transfers that one event names. Whoever sends an order dust makes no event larger than {@link EVENT_BODY_BYTES} with it. */
export const EVENT_TRANSACTIONS = 200
/** How long the previous webhook secret still signs after a rotation. */
export const SECRET_OVERLAP_MS = 24 * HOUR
/** How often a key's `last_used_at` is written at most. */
export const KEY_USE_MS = 60 * SECOND
/** How much longer than an attempt's deadline a claimed delivery is its owner's. */
export const DELIVERY_LEASE_MARGIN_MS = 20 * SECOND
/**
 * How long a delivery is kept after it ended, and an event that has none from when it happened; how long a delivery waits
 * for a secret to sign it with.
 */
export const DELIVERY_RETENTION_MS = 30 * DAY_MS
/** Of an order, or of a merchant's test deliveries. */
export const STREAMS_PER_SUBJECT = 5
export const STREAMS_PER_KEY = 50
/** Of one merchant in one environment, whichever of its keys opened them. */
export const STREAMS_PER_SCOPE = 100
export const CHECKOUT_STREAMS_PER_ORDER = 10
export const CHECKOUT_STREAMS_PER_ADDRESS = 60
/** How long a payer's browser may hold one stream; it opens the next by itself. */
export const CHECKOUT_STREAM_MS = 15 * 60 * SECOND
