import type { OrderSummary, paths } from '@merchantpay/sdk'
import { fee, format, sub, type Usdt } from '@merchantpay/sdk/money'
import type { Network } from '../chain/addresses.js'
import { FEE_RATE } from '../merchants/merchants.js'
import type { BusinessFields } from '../validation/business-fields.js'
import { isoOrNull, isoTime, type Scope, type World } from '../world.js'

type Created<Path extends '/v1/orders' | '/v1/app/orders'> =
  paths[Path]['post']['responses'][201]['content']['application/json']
type OnChainOrderBody = Created<'/v1/orders'>
type AppOrderBody = Created<'/v1/app/orders'>
/** An order as the API writes it, without the `kind` that the client adds. */
export type OrderBody = OnChainOrderBody | AppOrderBody

/** Every status an order can have. */
export type OrderStatus =
  | 'PENDING'
  | 'OPEN'
  | 'PENDING_CONFIRM'
  | 'CONFIRMING'
  | 'PAID'
  | 'EXPIRED'
  | 'EXPIRED_PAID'
  | 'UNDERPAID'
  | 'FROZEN'

interface BaseOrder extends Scope, BusinessFields {
  readonly id: string
  readonly orderNumber: string
  readonly createdAt: number
  status: OrderStatus
  /** Sum of seen transfers, confirmed or not. */
  received: Usdt
  confirmed: Usdt
  expireAt: number
  remark: string | null
  /** Set while the order is FROZEN. */
  frozenReason: 'compliance' | 'reorg' | undefined
  paidAt: number | null
  updatedAt: number
  /** Grows by one with each change; the event id in streams. */
  version: number
}

/** A token transfer to an order's address. */
export interface Transfer {
  readonly txHash: string
  readonly value: Usdt
  readonly blockNumber: number
  /** The time of its block. */
  readonly blockAt: number
  /** Whether screening flags the sender. */
  readonly isFlagged: boolean
  state: 'sent' | 'seen' | 'confirmed' | 'dropped'
}

/** Paid to a blockchain address. */
export interface OnChainOrder extends BaseOrder {
  readonly kind: 'on-chain'
  readonly amount: Usdt
  readonly network: Network
  readonly address: string
  readonly addressId: string
  readonly checkoutToken: string
  /** A fraction as text. */
  readonly tolerance: string
  readonly minDue: Usdt
  readonly transfers: Transfer[]
}

/** Paid inside the client app. */
export interface AppOrder extends BaseOrder {
  readonly kind: 'app'
  readonly amountMode: 'FIXED' | 'CUSTOM'
  /** Null for CUSTOM until it is paid. */
  amount: Usdt | null
  readonly scale: number
  /** The authorised amount until it is settled. */
  authorised: Usdt | null
}

/** An order of either kind. */
export type Order = OnChainOrder | AppOrder

/** The confirmed amount less the fee. */
export function creditedOf({ kind, confirmed }: Order): Usdt {
  return sub(confirmed, fee(confirmed, FEE_RATE, { decimals: kind === 'app' ? 8 : 6 }))
}

/** The order's amount; null for an unpaid CUSTOM order. */
export function amountText(order: Order): OrderSummary['order_amount'] {
  if (order.kind === 'on-chain') return format(order.amount)
  return order.amount === null ? null : format(order.amount, { decimals: order.scale })
}

/** Writes an order as the API does. */
export function presentOrder(world: World, order: Order): OrderBody {
  return order.kind === 'on-chain' ? presentOnChainOrder(world, order) : presentAppOrder(order)
}

/** Writes an on-chain order as the API does. */
export function presentOnChainOrder({ baseUrl }: World, order: OnChainOrder): OnChainOrderBody {
  return {
    ...commonOf(order),
    merchant_id: order.merchantId,
    order_amount: format(order.amount),
    network: order.network,
    payment_url: `${baseUrl}/pay/${order.checkoutToken}`,
    payment_address: order.address,
    address_id: order.addressId,
    tolerance_percent: order.tolerance as OnChainOrderBody['tolerance_percent'], // read from a number
  }
}

/** Writes an app-only order as the API does. */
export function presentAppOrder(order: AppOrder): AppOrderBody {
  return {
    ...commonOf(order),
    payment_rail: 'MP_INTERNAL',
    amount_mode: order.amountMode,
    amount: amountText(order),
    scale: order.scale,
    payment_uri: `merchantpay://${order.orderNumber}`,
  }
}

/** Writes an order as lists do. */
export function presentOrderSummary({ baseUrl }: World, order: Order): OrderSummary {
  return {
    id: order.id,
    order_number: order.orderNumber,
    status: order.status,
    order_amount: amountText(order),
    currency: 'USDT',
    ...(order.kind === 'on-chain' && {
      network: order.network,
      payment_url: `${baseUrl}/pay/${order.checkoutToken}`,
    }),
    paid_at: isoOrNull(order.paidAt),
    created_at: isoTime(order.createdAt),
  }
}

function commonOf(order: Order) {
  const { description, returnUrl, webhookUrl, frozenReason } = order
  return {
    id: order.id,
    order_number: order.orderNumber,
    status: order.status,
    received_amount: format(order.received),
    credited_amount: format(creditedOf(order)),
    currency: 'USDT' as const,
    ...(description !== undefined && { description }),
    metadata: { ...order.metadata },
    ...(returnUrl !== undefined && { return_url: returnUrl }),
    ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
    expire_at: isoTime(order.expireAt),
    paid_at: isoOrNull(order.paidAt),
    ...(frozenReason !== undefined && { frozen_reason: frozenReason }),
    environment: order.environment,
    created_at: isoTime(order.createdAt),
    updated_at: isoTime(order.updatedAt),
  }
}
