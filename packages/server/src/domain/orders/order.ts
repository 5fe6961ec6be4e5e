import { type ConvertedPrice, formatExchangeRate, type GivenPrice, givenPrice } from '../rates/price.js'
import { isoTime } from '../shared/iso-time.js'
import { formatScaled, formatUsdt, type Rate, subtract, type Usdt } from '../shared/money.js'
import type { Instant, Network, Scope } from '../shared/types.js'

/** Fields of on-chain and app-only orders. */
export interface BaseOrder extends Scope {
  readonly id: string
  readonly orderNumber: string
  readonly status: OrderStatus
  /** Total of all payments so far, confirmed or not. */
  readonly received: Usdt
  readonly confirmed: Usdt
  /** `confirmed` less the fee. */
  readonly credited: Usdt
  /** Fixed at creation, like the other terms: later changes of tier or settings do not affect the order. */
  readonly feeRate: Rate
  readonly expireAt: Instant
  readonly description: string | null
  /** JSON text of an object. */
  readonly metadata: string
  readonly returnUrl: string | null
  readonly webhookUrl: string | null
  readonly remark: string | null
  /** Null unless the order is FROZEN. */
  readonly frozenReason: FrozenReason | null
  /** When the operator rejected the order; it stays FROZEN. */
  readonly rejectedAt: Instant | null
  /** When the order first became EXPIRED or UNDERPAID; a later full payment makes it EXPIRED_PAID. */
  readonly windowEndedAt: Instant | null
  readonly paidAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** Grows by one with each change. */
  readonly version: number
}

export interface OnChainOrder extends BaseOrder {
  readonly kind: 'on-chain'
  readonly amount: Usdt
  /** The price that the amount follows from; null if the order was made with an amount. */
  readonly price: ConvertedPrice | null
  readonly network: Network
  readonly address: Address
  /** Unguessable part of the checkout page's URL. */
  readonly checkoutToken: string
  readonly tolerance: Rate
  readonly minDue: Usdt
  /** Confirmations that a transfer needs, counting its own block. */
  readonly depth: number
  /** The link that a payer opened it from. */
  readonly paymentLinkId: string | null
  /** Null until the merchant accepts what it has received, too little or too much. */
  readonly acceptance: Acceptance | null
}

/** A merchant's decision to be content with what an order has received. */
export interface Acceptance {
  /** The received amount at that time. */
  readonly amount: Usdt
  readonly at: Instant
  /** The key or the dashboard session. */
  readonly by: string
}

export interface AppOrder extends BaseOrder {
  readonly kind: 'app'
  readonly amountMode: 'FIXED' | 'CUSTOM'
  /** Null for a CUSTOM order that is not paid. */
  readonly amount: Usdt | null
  readonly scale: number
  readonly amountMin: Usdt
  readonly amountMax: Usdt
}

export type Order = OnChainOrder | AppOrder

export interface Address {
  readonly id: string
  readonly address: string
}

export interface Created<Kind extends Order> {
  readonly order: Kind
  /** True if an earlier call with the same idempotency key created the order. */
  readonly replayed: boolean
}

export const ORDER_STATUSES = [
  'PENDING',
  'OPEN',
  'PENDING_CONFIRM',
  'CONFIRMING',
  'PAID',
  'EXPIRED',
  'EXPIRED_PAID',
  'UNDERPAID',
  'FROZEN',
] as const

export type OrderStatus = (typeof ORDER_STATUSES)[number]
export type FrozenReason = 'compliance' | 'reorg'

/** Formats the amount of an order; null for a CUSTOM order that is not paid. */
export function amountText(order: Order): string | null {
  if (order.kind === 'on-chain') return formatUsdt(order.amount)
  return order.amount === null ? null : formatScaled(order.amount, order.scale)
}

/** Returns the members of the metadata. */
export const metadataOf = ({ metadata }: Pick<Order, 'metadata'>): [name: string, value: unknown][] =>
  Object.entries(JSON.parse(metadata) as Record<string, unknown>) // stored from an object

/** Whether an order makes its ONCE link PAID. An accepted one does as long as it has what was accepted. */
export const paysLink = (order: Order): boolean =>
  order.status === 'PAID' ||
  order.status === 'EXPIRED_PAID' ||
  (order.status === 'UNDERPAID' &&
    order.kind === 'on-chain' &&
    order.acceptance !== null &&
    order.received >= order.acceptance.amount)

/** Names the payment link of an order; nothing where it has none. */
export const linkOf = (order: Order): { payment_link_id?: string } =>
  order.kind === 'on-chain' && order.paymentLinkId !== null ? { payment_link_id: order.paymentLinkId } : {}

/** Formats how far an on-chain order was paid too much or too little; nothing where it is neither. */
export function differenceText(order: Order): { overpaid_amount?: string; missing_amount?: string } {
  if (order.kind !== 'on-chain' || order.received === order.amount) return {}
  return order.received > order.amount
    ? { overpaid_amount: formatUsdt(subtract(order.received, order.amount)) }
    : { missing_amount: formatUsdt(subtract(order.amount, order.received)) }
}

/** Formats what the merchant has accepted; nothing until then. */
export function acceptanceFields({ acceptance }: OnChainOrder): {
  accepted_amount?: string
  accepted_at?: string
} {
  if (!acceptance) return {}
  return { accepted_amount: formatUsdt(acceptance.amount), accepted_at: isoTime(acceptance.at) }
}

/** Formats the price of an order and its rate; nothing for an order that was made with an amount. */
export function priceFields(order: Order): { price?: GivenPrice; rate?: string; rate_at?: string } {
  if (order.kind !== 'on-chain' || !order.price) return {}
  const { rate, rateAt } = order.price
  return { price: givenPrice(order.price), rate: formatExchangeRate(rate), rate_at: isoTime(rateAt) }
}
