import { requireChain } from '../chain/served-chain.js'
import type { Context } from '../context.js'
import type { Caller } from '../merchants/api-key.js'
import { canonicalJson, type Metadata } from '../merchants/merchant-input.js'
import { businessFields } from '../orders/business-fields.js'
import type { Order } from '../orders/order.js'
import { convertOrderPrice, type GivenTotal, readTotal, requireOrderAmount } from '../orders/order-total.js'
import { requireTolerance } from '../orders/orders.js'
import { priceText } from '../rates/price.js'
import { DomainError } from '../shared/errors.js'
import { type CallInput, claimKey } from '../shared/idempotency.js'
import { ZERO } from '../shared/money.js'
import { exactly, listPage } from '../shared/paging.js'
import { DAY_MS } from '../shared/policy.js'
import { BASE64URL, type Instant, type Listed, type Network, type Page, type Scope } from '../shared/types.js'
import type { LinkListFilter } from '../store/link-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import { prefixedId } from '../webhooks/webhook-deliveries.js'
import { type LinkUses, linkStatus, type PaymentLink } from './payment-link.js'

/** The longest time that a link takes payments, where it ends at all. */
const LONGEST_MS = 366 * DAY_MS
/** 22 characters of 6 bits: 132 random bits. */
const TOKEN_LENGTH = 22

export interface CreatePaymentLink {
  readonly amountMode: 'FIXED' | 'CUSTOM'
  /** Only for FIXED. */
  readonly total: GivenTotal
  /** Only for CUSTOM. */
  readonly amountMin: string | undefined
  readonly amountMax: string | undefined
  readonly networks: readonly Network[] | undefined
  readonly uses: LinkUses | undefined
  readonly expiresAt: Instant | undefined
  readonly tolerance: number | undefined
  readonly description: string | undefined
  readonly metadata: Metadata | undefined
  readonly returnUrl: string | undefined
  readonly webhookUrl: string | undefined
  readonly idempotencyKey: string | undefined
}

/**
 * Creates a payment link, or returns the link of an earlier call with the same idempotency key.
 *
 * @throws invalid_amount, invalid_price, unsupported_price_currency, rate_unavailable, invalid_tolerance, unsupported_network,
 * invalid_expires_at, invalid_metadata, invalid_return_url, invalid_webhook_url, duplicate_idempotency_key
 */
export async function createPaymentLink(
  tx: Tx,
  context: Context,
  { merchantId, environment, merchant }: Pick<Caller, keyof Scope | 'merchant'>,
  input: CreatePaymentLink,
): Promise<{ link: PaymentLink; replayed: boolean }> {
  const terms = termsOf(context, input)
  const scope = { merchantId, environment }
  const id = prefixedId(context, 'pl_')
  const earlier = await claimKey(tx, context, scope, {
    operation: 'createPaymentLink',
    key: input.idempotencyKey,
    input: inputOf(terms),
    resourceId: id,
    inputOf: async (earlierId) => inputOf(await getPaymentLink(tx, scope, earlierId)),
  })
  if (earlier !== undefined) return { link: await getPaymentLink(tx, scope, earlier), replayed: true }
  // The orders convert the price again: this only refuses one that no payer could pay.
  if (terms.price) await convertOrderPrice(tx, context, merchant, terms.price)
  for (const network of terms.networks ?? []) requireChain(context, { environment, network })
  const now = context.clock.now()
  requireInComingYear(terms.expiresAt, now)
  const link: PaymentLink = {
    id,
    token: context.ids.random(BASE64URL, TOKEN_LENGTH),
    ...scope,
    ...terms,
    closedAt: null,
    createdAt: now,
    updatedAt: now,
    ordersCount: 0,
    paidOrdersCount: 0,
    paid: ZERO,
    credited: ZERO,
  }
  await tx.paymentLinks.insert(link)
  return { link, replayed: false }
}

/** Returns a link of the scope. @throws payment_link_not_found, also for a link of another merchant or environment */
export async function getPaymentLink(
  tx: Tx,
  { merchantId, environment }: Scope,
  id: string,
): Promise<PaymentLink> {
  const link = await tx.paymentLinks.find(id)
  const isOwn = link?.merchantId === merchantId && link.environment === environment
  if (!link || !isOwn) throw new DomainError('payment_link_not_found')
  return link
}

/** Lists links, newest first. @throws invalid_offset */
export const listPaymentLinks = async (
  tx: Tx,
  scope: Scope,
  filter: LinkListFilter,
  page: Page,
): Promise<Listed<PaymentLink>> =>
  listPage(page, await tx.paymentLinks.count(scope, filter), (within) =>
    tx.paymentLinks.list(scope, filter, within),
  )

/** Lists the orders of a link, newest first. @throws payment_link_not_found, invalid_offset */
export async function listLinkOrders(
  tx: Tx,
  scope: Scope,
  id: string,
  page: Page,
  since?: Instant,
): Promise<Listed<Order>> {
  const { id: linkId, ordersCount } = await getPaymentLink(tx, scope, id)
  const total = since === undefined ? ordersCount : await tx.paymentLinks.countOrdersSince(linkId, since)
  return listPage(page, exactly(total), (within) => tx.paymentLinks.listOrders(linkId, within, since))
}

/**
 * Closes a link at the wish of its merchant. Orders that exist go on. A link that is closed or expired is returned unchanged.
 *
 * @throws payment_link_not_found; payment_link_closed if the link is PAID
 */
export async function closePaymentLink(
  tx: Tx,
  context: Context,
  scope: Scope,
  id: string,
): Promise<PaymentLink> {
  await getPaymentLink(tx, scope, id)
  const link = await tx.paymentLinks.lock(id)
  if (!link) throw new DomainError('payment_link_not_found')
  const now = context.clock.now()
  const status = linkStatus(link, now)
  if (status === 'PAID') throw new DomainError('payment_link_closed', { detail: 'the link is PAID' })
  if (status !== 'OPEN') return link
  await tx.paymentLinks.close(id, now)
  return { ...link, closedAt: now, updatedAt: now }
}

type Terms = Omit<
  PaymentLink,
  | keyof Scope
  | 'id'
  | 'token'
  | 'closedAt'
  | 'createdAt'
  | 'updatedAt'
  | 'ordersCount'
  | 'paidOrdersCount'
  | 'paid'
  | 'credited'
>

function termsOf(context: Context, input: CreatePaymentLink): Terms {
  const { amountMode, total, uses = 'ONCE', networks = null, expiresAt = null } = input
  const limit = (text: string | undefined, param: string) =>
    text === undefined ? null : requireOrderAmount(text, param)
  const amountMin = limit(input.amountMin, 'min_amount')
  const amountMax = limit(input.amountMax, 'max_amount')
  if (amountMin !== null && amountMax !== null && amountMax < amountMin)
    throw new DomainError('invalid_amount', {
      param: 'max_amount',
      detail: 'must not be less than min_amount',
    })
  return {
    amountMode,
    ...(amountMode === 'FIXED' ? termsOfTotal(total) : { amount: null, price: null }),
    amountMin,
    amountMax,
    uses,
    networks,
    expiresAt,
    tolerance: requireTolerance(input.tolerance),
    ...businessFields(context, input),
  }
}

function termsOfTotal(given: GivenTotal): Pick<Terms, 'amount' | 'price'> {
  const total = readTotal(given)
  return 'amount' in total ? { ...total, price: null } : { ...total, amount: null }
}

/** A repeated call may come after the end of its link, so only the first one is checked. @throws invalid_expires_at */
function requireInComingYear(expiresAt: Instant | null, now: Instant): void {
  if (expiresAt === null || (expiresAt > now && expiresAt <= now + LONGEST_MS)) return
  const detail = `must be in the future, and at most ${LONGEST_MS / DAY_MS} days from now`
  throw new DomainError('invalid_expires_at', { param: 'expires_at', detail })
}

/** The parameters that a repeated call with the same key must not change. A field that is missing here does not compile. */
const inputOf = (terms: Terms): CallInput =>
  Object.values({
    amountMode: ['amount_mode', terms.amountMode],
    amount: ['amount', terms.amount],
    price: ['price', terms.price && priceText(terms.price)],
    amountMin: ['min_amount', terms.amountMin],
    amountMax: ['max_amount', terms.amountMax],
    uses: ['uses', terms.uses],
    networks: ['networks', terms.networks?.join(',') ?? null],
    expiresAt: ['expires_at', terms.expiresAt],
    tolerance: ['tolerance_percent', terms.tolerance],
    description: ['description', terms.description],
    metadata: ['metadata', canonicalJson(terms.metadata)],
    returnUrl: ['return_url', terms.returnUrl],
    webhookUrl: ['webhook_url', terms.webhookUrl],
  } satisfies Record<keyof Terms, CallInput[number]>)
