import { filterQuery } from '@merchantpay/core/list-filters'
import { isPaid } from '@merchantpay/core/shop-orders'
import type { PaymentLink as PaymentLinkBody } from '@merchantpay/sdk'
import { format, sum, type Usdt } from '@merchantpay/sdk/money'
import type { Handlers, Input } from '../http/handler.js'
import { once, replayHeader } from '../http/idempotency.js'
import { listPage, readCursor } from '../http/page.js'
import { Refusal } from '../http/refusal.js'
import { isWithin } from '../http/time-filter.js'
import { BASE64URL } from '../ids.js'
import { readOrderAmount, readTotal, requireTolerance } from '../orders/amounts.js'
import type { OnChainOrder } from '../orders/order.js'
import { creditedOf, presentOrderSummary } from '../orders/orders.js'
import { convertPrice, presentPrice } from '../orders/rates.js'
import { isOf, type Scope } from '../scope.js'
import { inputOfFields, readBusinessFields } from '../validation/business-fields.js'
import { isoOrNull, isoTime, type World } from '../world.js'
import type { PaymentLink } from './payment-link.js'

const LONGEST_DAYS = 366
const DAY_MS = 86_400_000
const PATH = '/v1/payment-links'

/** Makes the handlers of the operations on payment links. */
export function paymentLinkHandlers(
  world: World,
): Pick<
  Handlers,
  'createPaymentLink' | 'listPaymentLinks' | 'getPaymentLink' | 'closePaymentLink' | 'listPaymentLinkOrders'
> {
  return {
    createPaymentLink({ body, caller: { key: scope } }) {
      const terms = readTerms(body)
      const input = Object.entries({
        ...terms,
        description: null,
        metadata: null,
        returnUrl: null,
        webhookUrl: null,
      })
      const call = {
        operation: 'createPaymentLink',
        key: body.idempotency_key,
        input: [...input, ...inputOfFields(terms)],
      }
      const { id, replayed } = once(world, scope, call, () => addLink(world, scope, terms))
      const link = requireLink(world, scope, id)
      return { status: 201, body: present(world, link), headers: replayHeader(replayed) }
    },
    listPaymentLinks({ query, caller }) {
      const { status, created_from, created_to } = query
      const rows = world.paymentLinks.filter(
        (link) =>
          isOf(link, caller.key) &&
          (status ?? linkStatus(world, link)) === linkStatus(world, link) &&
          isWithin(link.createdAt, { from: created_from, to: created_to }),
      )
      const show = (link: PaymentLink) => present(world, link)
      const { rows: payment_links, ...page } = listPage(rows, PATH, query, show, filterQuery(query))
      return { status: 200, body: { payment_links, ...page } }
    },
    getPaymentLink: ({ params, caller }) => ({
      status: 200,
      body: present(world, requireLink(world, caller.key, params.id)),
    }),
    closePaymentLink({ params, caller }) {
      const link = requireLink(world, caller.key, params.id)
      const status = linkStatus(world, link)
      if (status === 'PAID') throw new Refusal('payment_link_closed', { detail: 'the link is PAID' })
      if (status === 'OPEN') link.closedAt = world.clock.now()
      return { status: 200, body: present(world, link) }
    },
    listPaymentLinkOrders({ params, query, caller }) {
      readCursor(query)
      const { id } = requireLink(world, caller.key, params.id)
      const show = (order: OnChainOrder) => presentOrderSummary(world, order)
      const { rows: orders, ...page } = listPage(ordersOf(world, id), `${PATH}/${id}/orders`, query, show)
      return { status: 200, body: { orders, ...page } }
    },
  }
}

/** The orders of a link, oldest first. */
export const ordersOf = ({ orders }: World, linkId: string): OnChainOrder[] =>
  orders.filter((order): order is OnChainOrder => order.kind === 'on-chain' && order.paymentLinkId === linkId)

/** The status of a link; a payment that comes late counts, so PAID comes first. */
export function linkStatus(world: World, link: PaymentLink): 'OPEN' | 'PAID' | 'EXPIRED' | 'CLOSED' {
  if (link.uses === 'ONCE' && ordersOf(world, link.id).some(paysLink)) return 'PAID'
  if (link.closedAt !== null) return 'CLOSED'
  return link.expiresAt !== null && link.expiresAt <= world.clock.now() ? 'EXPIRED' : 'OPEN'
}

const paysLink = (order: OnChainOrder) =>
  isPaid(order) || (order.status === 'UNDERPAID' && order.acceptance !== undefined)

type Terms = Omit<PaymentLink, keyof Scope | 'id' | 'token' | 'createdAt' | 'closedAt'>

function readTerms(body: Input<'createPaymentLink'>['body']): Terms {
  const limit = (text: string | undefined, param: string): Usdt | null =>
    text === undefined ? null : readOrderAmount(text, param)
  const isCustom = body.amount_mode === 'CUSTOM'
  const amountMin = limit(isCustom ? body.min_amount : undefined, 'min_amount')
  const amountMax = limit(isCustom ? body.max_amount : undefined, 'max_amount')
  if (amountMin !== null && amountMax !== null && amountMax < amountMin)
    throw new Refusal('invalid_amount', { param: 'max_amount', detail: 'must not be less than min_amount' })
  const tolerance = String(body.tolerance_percent ?? 0.01)
  requireTolerance(tolerance)
  return {
    amountMode: body.amount_mode,
    ...(body.amount_mode === 'FIXED' ? termsOfTotal(body) : { amount: null, price: null }),
    amountMin,
    amountMax,
    uses: body.uses ?? 'ONCE',
    networks: body.networks,
    expiresAt: body.expires_at === undefined ? null : Date.parse(body.expires_at),
    tolerance,
    ...readBusinessFields(body),
  }
}

function termsOfTotal(body: Parameters<typeof readTotal>[0]): Pick<Terms, 'amount' | 'price'> {
  const total = readTotal(body)
  return 'amount' in total ? { ...total, price: null } : { ...total, amount: null }
}

function addLink(world: World, { merchantId, environment }: Scope, terms: Terms): string {
  const { ids, clock, paymentLinks } = world
  const now = clock.now()
  const { expiresAt, price } = terms
  // Each order converts the price again: this only refuses one that no payer could pay.
  if (price !== null) convertPrice(world, price)
  if (expiresAt !== null && (expiresAt <= now || expiresAt > now + LONGEST_DAYS * DAY_MS)) {
    const detail = `must be in the future, and at most ${LONGEST_DAYS} days from now`
    throw new Refusal('invalid_expires_at', { param: 'expires_at', detail })
  }
  const id = `pl_${ids.uuid().replaceAll('-', '')}`
  const token = ids.text(BASE64URL, 22)
  paymentLinks.push({ id, token, merchantId, environment, ...terms, createdAt: now, closedAt: null })
  return id
}

function requireLink(world: World, scope: Scope, id: string): PaymentLink {
  const link = world.paymentLinks.find((each) => each.id === id)
  if (link && isOf(link, scope)) return link
  throw new Refusal('payment_link_not_found')
}

function present(world: World, link: PaymentLink): PaymentLinkBody {
  const orders = ordersOf(world, link.id)
  const { amount, price, amountMin, amountMax, description, returnUrl, webhookUrl, createdAt, closedAt } =
    link
  return {
    id: link.id,
    url: `${world.baseUrl}/link/${link.token}`,
    status: linkStatus(world, link),
    uses: link.uses,
    amount_mode: link.amountMode,
    ...(amount !== null && { amount: format(amount) }),
    ...(price !== null && { price: presentPrice(price) }),
    ...(amountMin !== null && { min_amount: format(amountMin) }),
    ...(amountMax !== null && { max_amount: format(amountMax) }),
    currency: 'USDT',
    ...(link.networks && { networks: [...link.networks] }),
    ...(description !== undefined && { description }),
    metadata: { ...link.metadata },
    ...(returnUrl !== undefined && { return_url: returnUrl }),
    ...(webhookUrl !== undefined && { webhook_url: webhookUrl }),
    tolerance_percent: link.tolerance as PaymentLinkBody['tolerance_percent'], // read from a number
    expires_at: isoOrNull(link.expiresAt),
    orders_count: orders.length,
    paid_orders_count: orders.filter(paysLink).length,
    paid_amount: format(sum(orders.map(({ confirmed }) => confirmed))),
    credited_amount: format(sum(orders.map(creditedOf))),
    environment: link.environment,
    created_at: isoTime(createdAt),
    updated_at: isoTime(closedAt ?? createdAt),
  }
}
