import type { OrderSummary, paths } from '@merchantpay/sdk'
import { compare, fee, format, sub, type Usdt } from '@merchantpay/sdk/money'
import { FEE_RATE } from '../merchants/merchants.js'
import { isoOrNull, isoTime, type World } from '../world.js'
import type { AppOrder, OnChainOrder, Order } from './order.js'
import { presentPrice, priceFieldsOf } from './rates.js'

type Created<Path extends '/v1/orders' | '/v1/app/orders'> =
  paths[Path]['post']['responses'][201]['content']['application/json']
type OnChainOrderBody = Created<'/v1/orders'>
type AppOrderBody = Created<'/v1/app/orders'>
/** An order as the API writes it, without the `kind` that the client adds. */
export type OrderBody = OnChainOrderBody | AppOrderBody

/** The confirmed amount less the fee. */
export function creditedOf({ kind, confirmed }: Order): Usdt {
  return sub(confirmed, fee(confirmed, FEE_RATE, { decimals: kind === 'app' ? 8 : 6 }))
}

/** The order's amount; null for an unpaid CUSTOM order. */
export function amountText(order: Order): OrderSummary['order_amount'] {
  if (order.kind === 'on-chain') return format(order.amount)
  return order.amount === null ? null : format(order.amount, { decimals: order.scale })
}

/** How far an on-chain order was paid too much or too little; nothing where it is neither. */
export function differenceOf(order: Order): Pick<OnChainOrderBody, 'overpaid_amount' | 'missing_amount'> {
  if (order.kind !== 'on-chain') return {}
  const { amount, received } = order
  const difference = compare(received, amount)
  if (difference === 0) return {}
  return difference > 0
    ? { overpaid_amount: format(sub(received, amount)) }
    : { missing_amount: format(sub(amount, received)) }
}

/** Names the payment link of an order; nothing where it has none. */
export const linkOf = (order: Order): { payment_link_id?: string } =>
  order.kind === 'on-chain' && order.paymentLinkId !== undefined
    ? { payment_link_id: order.paymentLinkId }
    : {}

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
    ...differenceOf(order),
    ...(order.acceptance && {
      accepted_amount: format(order.acceptance.amount),
      accepted_at: isoTime(order.acceptance.at),
    }),
    ...priceFieldsOf(order.price),
    network: order.network,
    payment_url: `${baseUrl}/pay/${order.checkoutToken}`,
    payment_address: order.address,
    address_id: order.addressId,
    ...linkOf(order),
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
    received_amount: format(order.received),
    ...differenceOf(order),
    ...(order.kind === 'on-chain' && order.price && { price: presentPrice(order.price) }),
    currency: 'USDT',
    ...(order.kind === 'on-chain' && {
      network: order.network,
      payment_url: `${baseUrl}/pay/${order.checkoutToken}`,
    }),
    ...linkOf(order),
    paid_at: isoOrNull(order.paidAt),
    created_at: isoTime(order.createdAt),
    updated_at: isoTime(order.updatedAt),
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
