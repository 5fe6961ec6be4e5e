import type { Caller } from './api-keys.js'
import { DomainError } from './errors.js'
import { claimKey } from './idempotency.js'
import { earlierNow, leaseAddress, leaseBegin, requireFewUnfinished, windowBegin } from './leases.js'
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
import type { FrozenReason, OrderStatus } from './order-state.js'
import { listPage } from './paging.js'
import { DEFAULT_TOLERANCE, ORDER_AMOUNT_ABOVE } from './policy.js'
import type { Context, Environment, Instant, Listed, Network, Page, Scope } from './ports.js'
import type { Tx } from './tables.js'
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
  /** Only while it is FROZEN. */
  readonly frozenReason: FrozenReason | null
  /** When the operator ended its review against the merchant; it stays FROZEN. */
  readonly rejectedAt: Instant | null
  /** When it was first EXPIRED or UNDERPAID; what pays it later makes it EXPIRED_PAID. */
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
  readonly network: Network
  readonly address: Address
  /** Unguessable part of the checkout page's address. */
  readonly checkoutToken: string
  readonly tolerance: Rate
  readonly minDue: Usdt
  /** Blocks that a transfer needs, its own included. */
  readonly depth: number
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
/** The alphabet of order and withdrawal numbers: no letter is taken for a digit. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
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
  const id = context.ids.uuid()
  const earlier = await claimKey(tx, context, caller, {
    operation: 'createOrder',
    key: input.idempotencyKey,
    input: [amount, tolerance, input.network, ...comparable(fields)],
    resourceId: id,
  })
  if (earlier !== undefined) return replayed(await tx.orders.find(earlier), 'on-chain')
  const chain = context.chain(chainId)
  if (!chain) throw new DomainError('unsupported_network')
  const lease = await leaseAddress(tx, context, chain, caller.merchantId)
  const opened = openOrder(context, caller, id)

  const order: OnChainOrder = {
    kind: 'on-chain',
    ...opened,
    expireAt: (await windowBegin(tx, chainId, opened.createdAt)) + context.policy.orderExpiryMs,
    ...fields,
    amount,
    network: input.network,
    address: { id: lease.id, address: lease.address },
    checkoutToken: context.ids.random(BASE64URL, TOKEN_LENGTH),
    tolerance,
    minDue: minDue(amount, tolerance),
    depth: chain.depth,
  }
  await tx.orders.insert(order)
  await requireFewUnfinished(tx, context, caller)
  await tx.addresses.insertLease({
    orderId: id,
    addressId: lease.id,
    fromAt: leaseBegin(lease, await earlierNow(tx, chainId, order.createdAt)),
  })
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
  const id = context.ids.uuid()
  const earlier = await claimKey(tx, context, caller, {
    operation: 'createAppOrder',
    key: input.idempotencyKey,
    input: [input.amountMode, amount, scale, ...comparable(fields)],
    resourceId: id,
  })
  if (earlier !== undefined) return replayed(await tx.orders.find(earlier), 'app')
  if (amount !== null && (amount < amountMin || amount > amountMax))
    throw new DomainError('amount_out_of_range')

  const order: AppOrder = {
    kind: 'app',
    ...openOrder(context, caller, id),
    ...fields,
    amountMode: input.amountMode,
    amount,
    scale,
    amountMin,
    amountMax,
  }
  await tx.orders.insert(order)
  return { order, replayed: false }
}

/** The order that an earlier call with the same key made, as it stands now. */
function replayed<Kind extends Order['kind']>(
  order: Order | undefined,
  kind: Kind,
): Created<Extract<Order, { kind: Kind }>> {
  if (order?.kind !== kind) throw new Error('an idempotency key names no order of its operation')
  return { order: order as Extract<Order, { kind: Kind }>, replayed: true } // its kind was just compared
}

/** @throws order_not_found for another merchant's and the other environment's order too */
export const getOrder = async (tx: Tx, scope: Scope, id: string): Promise<Order> =>
  requireOwn(await tx.orders.find(id), scope)

/** Like {@link getOrder}; nobody else changes it until the unit of work ends. @throws order_not_found */
export const lockOrder = async (tx: Tx, scope: Scope, id: string): Promise<Order> =>
  requireOwn(await tx.orders.lock(id), scope)

function requireOwn(order: Order | undefined, { merchantId, environment }: Scope): Order {
  const isOwn = order?.merchantId === merchantId && order.environment === environment
  if (!order || !isOwn) throw new DomainError('order_not_found')
  return order
}

/** For the event stream, which tells a foreign order from an absent one. @throws order_not_found, forbidden */
export async function getOrderForStream(tx: Tx, scope: Scope, id: string): Promise<Order> {
  const order = await tx.orders.find(id)
  if (order && order.merchantId !== scope.merchantId) throw new DomainError('forbidden')
  return getOrder(tx, scope, id)
}

/** @throws invalid_offset */
export const listOrders = async (tx: Tx, scope: Scope, page: Page): Promise<Listed<Order>> =>
  listPage(page, await tx.orders.count(scope), (within) => tx.orders.list(scope, within))

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
    frozenReason: null,
    rejectedAt: null,
    windowEndedAt: null,
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
