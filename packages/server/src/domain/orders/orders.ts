import { storedSpelling } from '@merchantpay/core/id-spelling'
import { requireChain } from '../chain/served-chain.js'
import type { Context } from '../context.js'
import type { Caller } from '../merchants/api-key.js'
import { canonicalJson } from '../merchants/merchant-input.js'
import { DomainError } from '../shared/errors.js'
import { type CallInput, claimKey } from '../shared/idempotency.js'
import { APP_DECIMALS, formatUsdt, minDue, parseRate, type Rate, type Usdt, ZERO } from '../shared/money.js'
import { listPage } from '../shared/paging.js'
import { DEFAULT_TOLERANCE } from '../shared/policy.js'
import { requirePositive } from '../shared/positive-amount.js'
import {
  BASE64URL,
  CROCKFORD,
  type Environment,
  type Listed,
  type Network,
  type Page,
  type Scope,
} from '../shared/types.js'
import type { OrderListFilter } from '../store/order-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import {
  earlierNow,
  leaseAddress,
  leaseStart,
  readLeaseFacts,
  requireBelowUnfinishedLimit,
  windowStart,
} from './address-leases.js'
import { type BusinessFields, businessFields } from './business-fields.js'
import type { AppOrder, Created, OnChainOrder, Order } from './order.js'
import { amountOfTotal, type GivenTotal, inputOfTotal, readTotal, type Total } from './order-total.js'

interface CallFields extends BusinessFields {
  readonly idempotencyKey: string | undefined
  /** Trace context of the call, valid. */
  readonly traceparent?: string | undefined
}
export interface CreateOrder extends CallFields, GivenTotal {
  readonly network: Network
  /** As the contract has it, or as it is stored. */
  readonly tolerance: number | Rate | undefined
  /** The link that a payer opened the order from. */
  readonly paymentLinkId?: string
}
export interface CreateAppOrder extends CallFields {
  readonly amountMode: 'FIXED' | 'CUSTOM'
  /** Only for FIXED. */
  readonly amount: string | undefined
}

/** The merchant that an order is created for. */
type OrderOwner = Pick<Caller, keyof Scope | 'merchant'>

const TOLERANCE_DECIMALS = 4
const CUSTOM_SCALE = 2
/** 22 characters of 6 bits: 132 random bits. */
const TOKEN_LENGTH = 22

/**
 * Creates an on-chain order, or returns the order of an earlier call with the same idempotency key.
 *
 * @throws invalid_amount, invalid_price, unsupported_price_currency, rate_unavailable, invalid_tolerance, unsupported_network, invalid_metadata, invalid_return_url,
 * invalid_webhook_url, duplicate_idempotency_key, no_available_address
 */
export async function createOrder(
  tx: Tx,
  context: Context,
  caller: OrderOwner,
  input: CreateOrder,
): Promise<Created<OnChainOrder> & { isNewAddress: boolean }> {
  const total = readTotal(input)
  const tolerance = requireTolerance(input.tolerance)
  const fields = businessFields(context, input)
  const chainId = { environment: caller.environment, network: input.network }
  const id = context.ids.uuid()
  // Sent together, as are the changes below: on PostgreSQL each answer that is awaited alone costs a round trip.
  const [earlier, facts] = await Promise.all([
    claimKey(tx, context, caller, {
      operation: 'createOrder',
      key: input.idempotencyKey,
      input: inputOfOrder({ ...total, tolerance, network: input.network, ...fields }),
      resourceId: id,
      inputOf: async (earlierId) => inputOfOrder(await findEarlier(tx, earlierId, 'on-chain')),
    }),
    readLeaseFacts(tx, chainId),
  ])
  if (earlier !== undefined)
    return { order: await findEarlier(tx, earlier, 'on-chain'), replayed: true, isNewAddress: false }
  const { amount, price } = await amountOfTotal(tx, context, caller.merchant, total)
  const chain = requireChain(context, chainId)
  const { newest } = facts
  const lease = await leaseAddress(tx, context, chain, caller.merchantId, facts)
  const opened = openOrder(context, caller, id)

  const order: OnChainOrder = {
    kind: 'on-chain',
    ...opened,
    expireAt: windowStart(newest, opened.createdAt) + context.policy.orderExpiryMs,
    ...fields,
    amount,
    price,
    network: input.network,
    address: { id: lease.id, address: lease.address },
    checkoutToken: context.ids.random(BASE64URL, TOKEN_LENGTH),
    tolerance,
    minDue: minDue(amount, tolerance),
    depth: chain.depth,
    paymentLinkId: input.paymentLinkId ?? null,
    acceptance: null,
  }
  const fromAt = leaseStart(lease, earlierNow(newest, order.createdAt))
  const { index } = lease
  await Promise.all([
    index !== undefined &&
      tx.addresses.insert({ ...chainId, merchantId: caller.merchantId, ...order.address, index }),
    tx.orders.insert(order),
    tx.addresses.insertLease({ orderId: id, addressId: lease.id, fromAt }),
    input.traceparent !== undefined && tx.traces.insert(id, input.traceparent),
    requireBelowUnfinishedLimit(tx, context, caller, input.paymentLinkId !== undefined),
  ])
  return { order, replayed: false, isNewAddress: lease.restedUntil === null }
}

/** Reads a tolerance, or returns the default. @throws invalid_tolerance */
export function requireTolerance(given: number | Rate | undefined): Rate {
  if (typeof given === 'bigint') return given
  const tolerance = parseRate(String(given ?? DEFAULT_TOLERANCE), TOLERANCE_DECIMALS)
  if (tolerance !== undefined) return tolerance
  const detail = `at most ${TOLERANCE_DECIMALS} decimals`
  throw new DomainError('invalid_tolerance', { param: 'tolerance_percent', detail })
}

/**
 * Creates an app-only order, or returns the order of an earlier call with the same idempotency key.
 *
 * @throws invalid_amount, amount_out_of_range, invalid_metadata, invalid_return_url, invalid_webhook_url,
 * duplicate_idempotency_key
 */
export async function createAppOrder(
  tx: Tx,
  context: Context,
  caller: Caller,
  input: CreateAppOrder,
): Promise<Created<AppOrder>> {
  const { appAmountMin: amountMin, appAmountMax: amountMax } = context.policy
  const amount = input.amount === undefined ? null : requirePositive(input.amount, APP_DECIMALS)
  const scale = Math.max(CUSTOM_SCALE, input.amount?.split('.')[1]?.length ?? 0)
  const fields = businessFields(context, input)
  const id = context.ids.uuid()
  const earlier = await claimKey(tx, context, caller, {
    operation: 'createAppOrder',
    key: input.idempotencyKey,
    input: inputOfAppOrder({ amountMode: input.amountMode, amount, scale, ...fields }),
    resourceId: id,
    inputOf: async (earlierId) => inputOfAppOrder(await findEarlier(tx, earlierId, 'app')),
  })
  if (earlier !== undefined) return { order: await findEarlier(tx, earlier, 'app'), replayed: true }
  if (amount !== null) requireInRange(amount, { amountMin, amountMax })

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
  if (input.traceparent !== undefined) await tx.traces.insert(id, input.traceparent)
  return { order, replayed: false }
}

/** @throws amount_out_of_range */
export function requireInRange(
  amount: Usdt,
  { amountMin, amountMax }: Pick<AppOrder, 'amountMin' | 'amountMax'>,
): void {
  if (amount >= amountMin && amount <= amountMax) return
  const detail = `${formatUsdt(amountMin)} to ${formatUsdt(amountMax)} USDT`
  throw new DomainError('amount_out_of_range', { param: 'amount', detail })
}

/** Returns the order of an earlier call with the same key, in its current state. */
async function findEarlier<Kind extends Order['kind']>(
  tx: Tx,
  id: string,
  kind: Kind,
): Promise<Extract<Order, { kind: Kind }>> {
  const order = await tx.orders.find(id)
  if (order?.kind !== kind) throw new Error('the idempotency key does not name an order of this kind')
  return order as Extract<Order, { kind: Kind }> // its kind was just compared
}

/** Returns an order of the scope. @throws order_not_found, also for an order of another merchant or environment */
export const getOrder = async (tx: Tx, scope: Scope, id: string): Promise<Order> =>
  requireOwn(await tx.orders.find(id), scope)

/** Finds an order by its id or by its number, in any letter case, of any merchant. */
export function findNamedOrder(tx: Tx, text: string): Promise<Order | undefined> {
  const name = storedSpelling(text)
  return name.startsWith('ord_') ? tx.orders.findByNumber(name) : tx.orders.find(name)
}

/** Like {@link getOrder}, by the id or the number of the order. @throws order_not_found */
export const getNamedOrder = async (tx: Tx, scope: Scope, name: string): Promise<Order> =>
  requireOwn(await findNamedOrder(tx, name), scope)

/** Like {@link getOrder}, and locks the order until the transaction ends. @throws order_not_found */
export const lockOrder = async (tx: Tx, scope: Scope, id: string): Promise<Order> =>
  requireOwn(await tx.orders.lock(id), scope)

function requireOwn(order: Order | undefined, { merchantId, environment }: Scope): Order {
  const isOwn = order?.merchantId === merchantId && order.environment === environment
  if (!order || !isOwn) throw new DomainError('order_not_found')
  return order
}

/** Like {@link getOrder}, but throws `forbidden` for another merchant's order. @throws order_not_found, forbidden */
export async function getOrderForStream(tx: Tx, scope: Scope, id: string): Promise<Order> {
  const order = await tx.orders.find(id)
  if (order && order.merchantId !== scope.merchantId) throw new DomainError('forbidden')
  return getOrder(tx, scope, id)
}

/** Lists orders, newest first. @throws invalid_offset */
export const listOrders = async (
  tx: Tx,
  scope: Scope,
  filter: OrderListFilter,
  page: Page,
): Promise<Listed<Order>> =>
  listPage(page, await tx.orders.count(scope, filter), (within) => tx.orders.list(scope, filter, within))

function openOrder(context: Context, caller: OrderOwner, id: string) {
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

type Fields = ReturnType<typeof businessFields>

/** The parameters that a repeated call with the same idempotency key must not change. */
const inputOfOrder = (
  order: Total & Pick<OnChainOrder, 'tolerance' | 'network' | keyof Fields>,
): CallInput => [
  inputOfTotal(order),
  ['tolerance_percent', order.tolerance],
  ['network', order.network],
  ...inputOfFields(order),
]

const inputOfAppOrder = (
  order: Pick<AppOrder, 'amountMode' | 'amount' | 'scale' | keyof Fields>,
): CallInput => [
  ['amount_mode', order.amountMode],
  // The amount of a CUSTOM order is the payer's, who may have chosen it since.
  ['amount', order.amountMode === 'CUSTOM' ? null : order.amount],
  ['amount', order.scale],
  ...inputOfFields(order),
]

/** A field that is missing here does not compile: a repeated call could change it unnoticed. */
const inputOfFields = (fields: Fields): CallInput =>
  Object.values({
    description: ['description', fields.description],
    metadata: ['metadata', canonicalJson(fields.metadata)],
    returnUrl: ['return_url', fields.returnUrl],
    webhookUrl: ['webhook_url', fields.webhookUrl],
  } satisfies Record<keyof Fields, CallInput[number]>)
