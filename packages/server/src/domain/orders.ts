import type { Caller } from './api-keys.js'
import { DomainError } from './errors.js'
import { findReplay, rememberReplay } from './idempotency.js'
import { canonicalJson, type Metadata, requireHttpsUrl, requireMetadata } from './merchant-input.js'
import {
  APP_DECIMALS,
  CHAIN_DECIMALS,
  formatScaled,
  formatUsdt,
  minDue,
  parseRate,
  parseUsdt,
  type Rate,
  type Usdt,
  ZERO,
} from './money.js'
import type { OrderStatus } from './order-state.js'
import { DEFAULT_TOLERANCE, ORDER_AMOUNT_ABOVE } from './policy.js'
import type { ChainId, Context, Environment, Instant, Listed, Network, Page, Scope, Tx } from './ports.js'
import { requireWebhookUrl } from './webhook-target.js'

interface BaseOrder extends Scope {
  readonly id: string
  readonly orderNumber: string
  readonly status: OrderStatus
  /** Everything seen so far, confirmed or not. */
  readonly received: Usdt
  readonly confirmed: Usdt
  /** `confirmed` less the fee. */
  readonly credited: Usdt
  /** Snapshots of the day of creation: later changes of tier or settings leave the order alone. */
  readonly feeRate: Rate
  readonly expireAt: Instant
  readonly description: string | null
  /** JSON text of an object. */
  readonly metadata: string
  readonly returnUrl: string | null
  readonly webhookUrl: string | null
  readonly remark: string | null
  readonly paidAt: Instant | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  /** Grows by one with each change. */
  readonly version: number
}
export interface OnChainOrder extends BaseOrder {
  readonly kind: 'on-chain'
  readonly amount: Usdt
  readonly network: Network
  readonly address: Address
  /** Unguessable part of the checkout page's address. */
  readonly checkoutToken: string
  readonly tolerance: Rate
  readonly minDue: Usdt
}
export interface AppOrder extends BaseOrder {
  readonly kind: 'app'
  readonly amountMode: 'FIXED' | 'CUSTOM'
  /** Null for CUSTOM until it is paid. */
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
  /** True when an earlier call with the same idempotency key made it. */
  readonly replayed: boolean
}

interface BusinessFields {
  readonly description: string | undefined
  readonly metadata: Metadata | undefined
  readonly returnUrl: string | undefined
  readonly webhookUrl: string | undefined
  readonly idempotencyKey: string | undefined
}
export interface CreateOrder extends BusinessFields {
  readonly amount: string
  readonly network: Network
  readonly tolerance: number | undefined
}
export interface CreateAppOrder extends BusinessFields {
  readonly amountMode: 'FIXED' | 'CUSTOM'
  /** Given for FIXED only. */
  readonly amount: string | undefined
}

const TOLERANCE_DECIMALS = 4
const CUSTOM_SCALE = 2
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** 22 characters of 6 bits: 132 random bits. */
const TOKEN_LENGTH = 22

/**
 * Creates an on-chain order, or returns the one its idempotency key already made.
 *
 * @throws invalid_amount, invalid_tolerance, unsupported_network, invalid_metadata, invalid_return_url,
 * invalid_webhook_url, duplicate_idempotency_key, no_available_address
 */
export async function createOrder(
  tx: Tx,
  context: Context,
  caller: Caller,
  input: CreateOrder,
): Promise<Created<OnChainOrder>> {
  const amount = parseUsdt(input.amount, CHAIN_DECIMALS)
  if (amount === undefined || amount <= ORDER_AMOUNT_ABOVE) throw new DomainError('invalid_amount')
  const tolerance = parseRate(String(input.tolerance ?? DEFAULT_TOLERANCE), TOLERANCE_DECIMALS)
  if (tolerance === undefined) throw new DomainError('invalid_tolerance')
  const fields = businessFields(context, input)
  const chainId = { environment: caller.environment, network: input.network }
  const replay = {
    operation: 'createOrder',
    key: input.idempotencyKey,
    input: [amount, tolerance, input.network, ...comparable(fields)],
  }
  const earlier = await findReplay(tx, context, caller, replay)
  if (earlier?.kind === 'on-chain') return { order: earlier, replayed: true }
  if (!context.chain(chainId)) throw new DomainError('unsupported_network')

  const id = context.ids.uuid()
  const order: OnChainOrder = {
    ...openOrder(context, caller, id),
    ...fields,
    kind: 'on-chain',
    amount,
    network: input.network,
    address: await leaseAddress(tx, context, chainId, id),
    checkoutToken: context.ids.random(BASE64URL, TOKEN_LENGTH),
    tolerance,
    minDue: minDue(amount, tolerance),
  }
  await tx.orders.insert(order)
  await rememberReplay(tx, context, caller, replay, id)
  return { order, replayed: false }
}

/**
 * Creates an app-only order, or returns the one its idempotency key already made.
 *
 * @throws invalid_amount, amount_out_of_range, invalid_metadata,
 * invalid_return_url, invalid_webhook_url, duplicate_idempotency_key
 */
export async function createAppOrder(
  tx: Tx,
  context: Context,
  caller: Caller,
  input: CreateAppOrder,
): Promise<Created<AppOrder>> {
  const { appAmountMin: amountMin, appAmountMax: amountMax } = context.policy
  const amount = appAmount(input)
  const scale = Math.max(CUSTOM_SCALE, input.amount?.split('.')[1]?.length ?? 0)
  const fields = businessFields(context, input)
  const replay = {
    operation: 'createAppOrder',
    key: input.idempotencyKey,
    input: [input.amountMode, amount, scale, ...comparable(fields)],
  }
  const earlier = await findReplay(tx, context, caller, replay)
  if (earlier?.kind === 'app') return { order: earlier, replayed: true }
  if (amount !== null && (amount < amountMin || amount > amountMax))
    throw new DomainError('amount_out_of_range')

  const id = context.ids.uuid()
  const order: AppOrder = {
    ...openOrder(context, caller, id),
    ...fields,
    kind: 'app',
    amountMode: input.amountMode,
    amount,
    scale,
    amountMin,
    amountMax,
  }
  await tx.orders.insert(order)
  await rememberReplay(tx, context, caller, replay, id)
  return { order, replayed: false }
}

/** @throws order_not_found for another merchant's and the other environment's order too */
export async function getOrder(tx: Tx, scope: Scope, id: string): Promise<Order> {
  const order = await tx.orders.find(id)
  if (order?.merchantId !== scope.merchantId || order.environment !== scope.environment) {
    throw new DomainError('order_not_found')
  }
  return order
}

/** For the event stream, which tells a foreign order from an absent one. @throws order_not_found, forbidden */
export async function getOrderForStream(tx: Tx, scope: Scope, id: string): Promise<Order> {
  const order = await tx.orders.find(id)
  if (order && order.merchantId !== scope.merchantId) throw new DomainError('forbidden')
  return getOrder(tx, scope, id)
}

export const listOrders = (tx: Tx, scope: Scope, page: Page): Promise<Listed<Order>> =>
  tx.orders.list(scope, page)

/** What the order asks for, as every surface writes it; null for a CUSTOM order that nobody paid. */
export function amountText(order: Order): string | null {
  if (order.kind === 'on-chain') return formatUsdt(order.amount)
  return order.amount === null ? null : formatScaled(order.amount, order.scale)
}

function openOrder(context: Context, caller: Caller, id: string) {
  const createdAt = context.clock.now()
  return {
    id,
    merchantId: caller.merchantId,
    environment: caller.environment satisfies Environment,
    orderNumber: `ord_${context.ids.random(CROCKFORD, 12)}`,
    status: 'OPEN' as const,
    received: ZERO,
    confirmed: ZERO,
    credited: ZERO,
    feeRate: context.policy.feeRates[caller.merchant.tier],
    expireAt: createdAt + context.policy.orderExpiryMs,
    remark: null,
    paidAt: null,
    createdAt,
    updatedAt: createdAt,
    version: 1,
  }
}

function businessFields(context: Context, input: BusinessFields) {
  return {
    description: input.description ?? null,
    metadata: requireMetadata(input.metadata),
    returnUrl: input.returnUrl === undefined ? null : requireHttpsUrl(input.returnUrl, 'invalid_return_url'),
    webhookUrl: input.webhookUrl === undefined ? null : requireWebhookUrl(context.policy, input.webhookUrl),
  }
}

/** What must be equal for a repeated call to be the same call. */
const comparable = ({ description, metadata, returnUrl, webhookUrl }: ReturnType<typeof businessFields>) => [
  description,
  canonicalJson(metadata),
  returnUrl,
  webhookUrl,
]

function appAmount(input: CreateAppOrder): Usdt | null {
  if (input.amount === undefined) return null
  const amount = parseUsdt(input.amount, APP_DECIMALS)
  if (amount === undefined || amount === ZERO) throw new DomainError('invalid_amount')
  return amount
}

/** The address that has rested longest, else the next one of the wallet. @throws no_available_address */
async function leaseAddress(tx: Tx, context: Context, id: ChainId, orderId: string): Promise<Address> {
  const rested = await tx.addresses.leaseFree(id, { orderId, at: context.clock.now() })
  if (rested) return rested
  const index = await tx.addresses.nextIndex(id)
  const chain = context.chain(id)
  // Index 0 is the wallet's control address and is never leased, so the limit counts from 1.
  if (!chain || index > context.policy.addressLimit) throw new DomainError('no_available_address')
  const address = { id: context.ids.uuid(), address: chain.deriveAddress(index) }
  await tx.addresses.insertLeased({ ...id, ...address, index, orderId })
  return address
}
