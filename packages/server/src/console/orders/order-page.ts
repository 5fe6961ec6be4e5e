import { metadataOf, type Order } from '../../domain/orders/order.js'
import { feeOn } from '../../domain/orders/order-postings.js'
import { findNamedOrder } from '../../domain/orders/orders.js'
import { isRefundable, refundable } from '../../domain/orders/refunds.js'
import { rateText } from '../../domain/rates/price.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { badge, statusBadge } from '../../ui/badge.js'
import { buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { exact } from '../../ui/copy-field.js'
import { type Fact, facts } from '../../ui/facts.js'
import { money, NETWORK_NAMES, percent, priceText } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { counted, day } from '../formats.js'
import { merchantNames } from '../merchants/merchant-names.js'
import type { ConsolePage, ReadPage } from '../page.js'
import { notFoundPage } from '../search/not-found-page.js'
import type { Visit } from '../visit.js'
import { FROZEN_WORDS } from './frozen-words.js'
import { historyOf } from './order-history.js'
import { type OrderStory, readStory } from './story.js'

/** One order: what happened on chain, in the ledger and with its webhooks, in one list. */
export const orderPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const name = visit.param('id')
  const order = await findNamedOrder(tx, name)
  if (!order) return notFoundPage(visit, 'orders', `There is no order ${name}.`, name)
  const at = visit.in(order.environment)
  const story = await readStory(tx, order)
  const names = await merchantNames(tx, [order.merchantId])
  const merchant = names.get(order.merchantId) ?? order.merchantId
  const main = html`${pageHead({
    path: {
      label: 'Place',
      link: { href: at.href('/orders'), text: 'Orders' },
      here: html`<span class="mono">${order.orderNumber}</span>`,
    },
    title: titleOf(order),
    badges: html`${statusBadge(order.status)}${order.rejectedAt === null ? NOTHING : html` ${badge({ tone: 'bad', icon: 'cross-circle', text: 'Rejected, final' })}`}`,
    line: html`<span class="mono">${order.orderNumber}</span> of ${merchant}, ${day(order.createdAt)}`,
    actions: actionsOf(story, at),
  })}<div class="columns"><div>${card({
    id: 'history',
    title: 'History',
    aside: `${day(order.createdAt)}, UTC`,
    body: historyOf(story, at),
  })}</div><div>${card({ id: 'amounts', title: 'Amounts', body: facts(amountsOf(story)) })}${card({
    id: 'order',
    title: 'Order',
    body: facts(factsOf(order, merchant, at)),
  })}${metadataCard(order)}${refundsCard(story, at)}</div></div>`
  return { kind: 'content', title: order.orderNumber, section: 'orders', visit: at, main }
}

const titleOf = (order: Order): string =>
  order.amount === null ? 'Any amount' : `${money(order.amount)} USDT`

function actionsOf({ order, refunded }: OrderStory, visit: Visit): Html {
  const links: Html[] = []
  if (order.kind === 'on-chain') {
    const href = `${visit.services.settings.publicUrl()}/pay/${order.checkoutToken}`
    const attributes = { rel: 'noreferrer', target: '_blank' }
    links.push(buttonLink({ text: 'Checkout page', icon: 'external', href, attributes }))
  }
  if (visit.may('orders refund') && isRefundable(order) && refundable(order, refunded) > 0n)
    links.push(buttonLink({ text: 'Refund', icon: 'undo', href: visit.href(`/orders/${order.id}/refund`) }))
  if (order.status === 'FROZEN' && order.rejectedAt === null && visit.may('orders clear')) {
    links.push(buttonLink({ text: 'Reject', kind: 'danger', href: visit.href(`/orders/${order.id}/reject`) }))
    links.push(buttonLink({ text: 'Clear', kind: 'primary', href: visit.href(`/orders/${order.id}/clear`) }))
  }
  return buttons(...links)
}

function amountsOf({ order, refunded }: OrderStory): Fact[] {
  const fee = feeOn(order, order.confirmed)
  const rows: Fact[] = [
    { label: 'Asked for', value: order.amount === null ? 'any amount' : money(order.amount) },
    ...priceOf(order),
    { label: 'Received', value: money(order.received) },
    { label: `Fee, ${percent(order.feeRate)}`, value: money(fee) },
    ...creditOf(order),
    ...(refunded === 0n ? [] : [{ label: 'Refunds', value: `−${money(refunded)}` }]),
  ]
  if (order.kind === 'app') return rows
  const difference = order.received - order.amount
  if (difference > 0n) rows.push({ label: 'Overpaid', value: `+${money(difference)}` })
  if (difference < 0n && order.received > 0n) rows.push({ label: 'Missing', value: money(-difference) })
  return [...rows, { label: 'Tolerance', value: percent(order.tolerance) }]
}

/** The price in another currency, with the rate and its source. */
function priceOf(order: Order): Fact[] {
  if (order.kind === 'app' || !order.price) return []
  const { rateAt, rateSource } = order.price
  return [
    { label: 'Price', value: priceText(order.price) },
    { label: 'Exchange rate', value: rateText(order.price) },
    {
      label: 'Source of the rate',
      value: `${rateSource}, ${isoTime(rateAt).slice(0, 16).replace('T', ' ')}`,
    },
  ]
}

/** The money after the fee: it is on hold during a review, and the operator's after a rejection. */
function creditOf(order: Order): Fact[] {
  const { status, rejectedAt, credited, confirmed } = order
  const row = (label: string, amount: bigint): Fact => ({ label, value: html`<b>${money(amount)}</b>` })
  if (rejectedAt !== null)
    return [row('Kept by the operator', confirmed - feeOn(order, confirmed)), row('Credited', credited)]
  return [row(status === 'FROZEN' ? 'On hold' : 'Credited', credited)]
}

function factsOf(order: Order, merchant: string, visit: Visit): Fact[] {
  const rows: (Fact | undefined)[] = [
    {
      label: 'Merchant',
      value: html`<a href="${visit.href(`/merchants/${order.merchantId}`)}">${merchant}</a>`,
    },
    order.frozenReason === null
      ? undefined
      : { label: 'Frozen because', value: FROZEN_WORDS[order.frozenReason] },
    order.description === null ? undefined : { label: 'Description', value: order.description },
    order.remark === null ? undefined : { label: 'Remark of the payer', value: order.remark },
    {
      label: 'Network',
      value: order.kind === 'app' ? 'Client app' : `${NETWORK_NAMES[order.network]} · ${order.network}`,
    },
    order.kind === 'app'
      ? undefined
      : {
          label: 'Address',
          value: exact(order.address.address, {
            id: 'address',
            text: 'Copy address',
            copied: 'Address copied',
          }),
        },
    order.kind === 'app' || order.paymentLinkId === null
      ? undefined
      : {
          label: 'Payment link',
          value: exact(order.paymentLinkId, {
            id: 'payment-link',
            text: 'Copy id of the link',
            copied: 'Id copied',
          }),
        },
    { label: 'Id', value: exact(order.id, { id: 'order-id', text: 'Copy id', copied: 'Id copied' }) },
    { label: 'Status of the API', value: html`<code>${order.status}</code>` },
    order.paidAt === null ? undefined : { label: 'Paid at', value: visit.time(order.paidAt) },
    { label: 'Window ends', value: visit.time(order.expireAt) },
    { label: 'Version', value: order.version },
  ]
  return rows.filter((row) => row !== undefined)
}

function metadataCard(order: Order): Html {
  const members = metadataOf(order)
  if (members.length === 0) return NOTHING
  const rows = members.map(([name, value]) => ({
    label: html`<code>${name}</code>`,
    value: html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code>`,
  }))
  return card({ id: 'metadata', title: 'Metadata', body: facts(rows) })
}

function refundsCard({ refunds }: OrderStory, visit: Visit): Html {
  if (refunds.length === 0) return NOTHING
  const rows = refunds.map((refund) => ({
    label: html`<a href="${visit.href('/withdrawals', { open: refund.id })}">${money(refund.amount)} USDT</a>`,
    value: statusBadge(refund.status),
  }))
  return card({
    id: 'refunds',
    title: 'Refunds',
    aside: counted(refunds.length, 'refund'),
    body: joinHtml([facts(rows)]),
  })
}
