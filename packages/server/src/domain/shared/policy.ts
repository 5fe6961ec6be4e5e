import type { IpBlock } from '@merchantpay/core/ip'
import type { Channel } from './channel.js'
import type { Rate, Usdt } from './money.js'
import type { Environment, Network } from './types.js'

const SECOND = 1_000
export const HOUR_MS = 3_600 * SECOND
export const DAY_MS = 24 * HOUR_MS

/** The tiers of fees, the highest fee first. */
export const TIERS = ['BASIC', 'STANDARD', 'PREMIUM'] as const
export type Tier = (typeof TIERS)[number]

/** Limits of a hot wallet; none applies where it is undefined. */
export interface WalletLimits {
  /** The most that it signs in a day (UTC), for all merchants together. */
  readonly dailyLimit: Usdt | undefined
  /** With less USDT, or fewer whole coins for fees, it needs to be topped up. */
  readonly tokensMinimum: Usdt | undefined
  readonly coinsMinimum: number | undefined
}

/** Business limits and prices that the operator can configure. */
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
  /** Unfinished on-chain orders that a merchant may have in an environment. */
  readonly unfinishedOrderLimit: number
  readonly withdrawals: Readonly<Record<Network, { readonly fee: Usdt; readonly minimum: Usdt }>>
  /** The smallest refund of an order. */
  readonly refundMinimum: Usdt
  /**
   * A refund waits for review if it takes the merchant's refunds of the day (UTC), with their fees, above this amount.
   * Undefined stands for the payments of that day, with the fees of five refunds for each.
   */
  readonly refundDailyLimit: Usdt | undefined
  /** A withdrawal above this amount, its fee included, waits for review; 0 reviews all. */
  readonly withdrawalAutoLimit: Usdt
  /** Two people approve a withdrawal above this amount, its fee included; undefined where one is enough. */
  readonly approvalByTwoAbove: Usdt | undefined
  /** A withdrawal waits for review if it takes the merchant's total of the day (UTC), with fees, above this amount; 0 reviews all. */
  readonly withdrawalDailyLimit: Usdt
  /** Whether live withdrawals to new destinations wait for review. */
  readonly withdrawalDestinations: 'required' | 'optional'
  /**
   * The sum of a merchant's live withdrawals in 24 hours that go to new destinations without review, with fees; 0 reviews all.
   */
  readonly withdrawalUnlistedLimit: Usdt
  /** Limits of the hot wallets. */
  readonly wallets: Readonly<Record<Environment, Readonly<Record<Network, WalletLimits>>>>
  /** Whether one person makes and approves withdrawals. */
  readonly hasSingleOperator: boolean
  /** An exchange rate that is older is not used. */
  readonly ratesMaxAgeMs: number
  /** Delay before each attempt, counted from the end of the previous one. The first is usually 0. */
  readonly webhookRetryDelaysMs: readonly number[]
  /** Blocks that webhooks may reach besides public addresses. */
  readonly webhookAllowPrivate: readonly IpBlock[]
  /** The channels by which people get notices; none where the operator has set none up. */
  readonly noticeChannels: readonly Channel[]
}

/** On-chain orders must be above this amount: 10 USDT. */
export const ORDER_AMOUNT_ABOVE = 1_000_000_000n as Usdt // constant of the interface
export const DEFAULT_TOLERANCE = 0.01
/**
 * A merchant's share of the address limit of a network that several merchants use; never below {@link ADDRESS_SHARE_MIN}.
 */
export const ADDRESS_SHARE_PERCENT = 10
export const ADDRESS_SHARE_MIN = 1_000
export const IDEMPOTENCY_MS = 24 * HOUR_MS
/** Share of a merchant's unfinished on-chain orders that orders of payment links may have. */
export const LINK_SHARE_PERCENT = 20
/** Unfinished orders of a payment link, and those of them that were opened from one network address. */
export const ORDERS_PER_LINK = 50
export const LINK_ORDERS_PER_ADDRESS = 3
/** Blockchain addresses that are leased for the first time, for one payment link and day. */
export const NEW_ADDRESSES_PER_LINK = 500
export const AUTHORIZATION_AGE_SECONDS = 300
export const API_KEYS_PER_ENVIRONMENT = 20
/** Keys that a merchant can create per hour and environment; revoking a key does not lower the count. */
export const NEW_API_KEYS_PER_HOUR = 20
/** Sign-in links to the dashboard that a merchant can create per hour and environment. */
export const NEW_LINKS_PER_HOUR = 60
/** The rate limit of a merchant in an environment, as a multiple of the rate limit of one key. */
export const MERCHANT_RATE_FACTOR = 10
export const WEBHOOKS_PER_ENVIRONMENT = 10
/** Refunds of an order that need no review for their number. */
export const REFUNDS_PER_ORDER = 5
export const DESTINATIONS_PER_ENVIRONMENT = 50
/** How long a destination is on the list of its merchant before it is usable. */
export const DESTINATION_DELAY_MS = 24 * HOUR_MS
/** Test events that can be requested per endpoint and hour. */
export const TESTS_PER_HOUR = 60
/** Redeliveries that can be requested per endpoint and hour. */
export const REDELIVERIES_PER_HOUR = 120
/**
 * How long servers re-check a deleted endpoint and a new webhook secret. A transaction that started before the change may
 * commit a delivery after it; every such transaction has ended within this time.
 */
export const LATE_DELIVERIES_WATCHED_MS = 3_600 * SECOND
/** The most rows that a list with filters counts: counting all would take longer than the rest of the request. */
export const COUNTED_ROWS = 10_000
/** Maximum offset of a list; clients follow `next` beyond it. */
export const LIST_OFFSET = 100_000
export const METADATA_BYTES = 16_384
export const METADATA_DEPTH = 5
/** Maximum size of an event body, which receivers can accept without special limits. */
export const EVENT_BODY_BYTES = 65_536
/** Maximum number of transfers in an event, so that dust sent to an order cannot push it above {@link EVENT_BODY_BYTES}. */
export const EVENT_TRANSACTIONS = 200
/** How long the previous webhook secret still signs after a rotation. */
export const SECRET_OVERLAP_MS = 24 * HOUR_MS
/** Minimum interval between writes of a key's `last_used_at`. */
export const KEY_USE_MS = 60 * SECOND
/** How long the lease of a claimed delivery outlasts the deadline of its attempt. */
export const DELIVERY_LEASE_MARGIN_MS = 20 * SECOND
/** How long a finished delivery is kept, and how long a delivery waits for a webhook secret. */
export const DELIVERY_RETENTION_MS = 30 * DAY_MS
/** How far back events are listed. */
export const LISTED_EVENTS_MS = 30 * DAY_MS
/** How long an event without deliveries is kept: a day longer, so that a reader of the oldest has the time to go on. */
export const EVENT_RETENTION_MS = LISTED_EVENTS_MS + DAY_MS
/** Open event streams per order, and per merchant for its test deliveries. */
export const STREAMS_PER_SUBJECT = 5
export const STREAMS_PER_KEY = 50
/** Open event streams per merchant and environment, over all keys. */
export const STREAMS_PER_SCOPE = 100
export const CHECKOUT_STREAMS_PER_ORDER = 10
export const CHECKOUT_STREAMS_PER_ADDRESS = 60
/** Maximum lifetime of a checkout stream; the browser reconnects by itself. */
export const CHECKOUT_STREAM_MS = 15 * 60 * SECOND
