import { metadataOf, type OnChainOrder, type Order, paysLink } from '../../domain/orders/order.js'
import { isRefundable, refundable } from '../../domain/orders/refunds.js'
import { rateText } from '../../domain/rates/price.js'
import type { Refund } from '../../domain/withdrawals/withdrawal.js'
import { linkButton } from '../../pages/parts.js'
import { refusalNotice } from '../../pages/refusal.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge } from '../../ui/badge.js'
import { buttonLink, buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { exact } from '../../ui/copy-field.js'
import { type Fact, facts } from '../../ui/facts.js'
import { amountOf, NETWORK_NAMES, percent, priceText } from '../../ui/figures.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import { day } from '../frame/times.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { acceptanceFacts, acceptButton } from './acceptance.js'
import { readConfirmations } from './confirmations.js'
import { readHistory } from './order-history.js'
import { notesCard } from './order-notes.js'
import { orderBadge } from './order-table.js'
import { checkoutUrl, getOwnOrder } from './own-order.js'
import { payerCard } from './payer-addresses.js'

const MOST_REFUNDS = 20

/** One order: what happened on chain and with its webhooks, in one list. Another merchant's order is 404. */
export const orderPage: ReadPage = async (tx, visit) => {
  const order = await getOwnOrder(tx, visit)
  const refunds = await tx.withdrawals.listRefunds(order.id, { limit: MOST_REFUNDS, offset: 0 })
  const refunded = await tx.withdrawals.sumRefunds(order.id)
  const left = refundable(order, refunded, 'confirmed')
  const main = html`${pageHead({
    path: {
      label: visit.plain('path'),
      link: { href: visit.href('/orders'), text: visit.plain('orders') },
      here: html`<span class="mono">${visit.exact(order.orderNumber)}</span>`,
    },
    title: order.amount === null ? visit.text('any_amount') : html`${amountOf(order.amount)} USDT`,
    badges: html`${orderBadge(visit, order, await readConfirmations(tx, [order]))} ${differenceBadge(visit, order)}`,
    line: html`<span class="mono">${visit.exact(order.orderNumber)}</span>, ${day(visit, order.createdAt)}`,
    actions: actionsOf(visit, order, left),
  })}${refusalNotice(visit)}<div class="columns"><div>${card({
    id: 'happened',
    title: visit.plain('what_happened'),
    aside: html`${day(visit, order.createdAt)}, ${visit.zoneName}`,
    body: await readHistory(tx, visit, order, refunds),
  })}${await notesCard(tx, visit, order)}</div><div>${card({
    id: 'amounts',
    title: visit.plain('amounts'),
    body: facts(amountsOf(visit, order, refunded)),
  })}${card({ id: 'note', title: visit.plain('details'), body: facts(detailsOf(visit, order)) })}${await payerCard(tx, visit, order)}${refundsCard(visit, refunds)}${
    left > 0n && isRefundable(order)
      ? notice({ kind: 'info', title: visit.text('refund_note', { amount: amountOf(left) }) })
      : NOTHING
  }</div></div>`
  return { kind: 'content', title: order.orderNumber, section: 'orders', main }
}

function differenceBadge(visit: Visit, order: Order): Html {
  if (order.kind === 'app' || order.received === 0n) return NOTHING
  const more = order.received - order.amount
  if (more > 0n)
    return badge({ tone: 'warn', icon: 'undo', text: visit.text('too_much', { amount: amountOf(more) }) })
  return order.received < order.minDue
    ? badge({ tone: 'warn', text: visit.text('missing_amount', { amount: amountOf(-more) }) })
    : NOTHING
}

function actionsOf(visit: Visit, order: Order, left: bigint): Html {
  const links: Html[] = []
  if (order.kind === 'on-chain') links.push(checkoutLink(visit, order))
  if (order.kind === 'on-chain' && order.status === 'OPEN')
    links.push(linkButton(visit, 'share', `/orders/${order.id}/share`, { icon: 'link' }))
  if (order.kind === 'on-chain' && order.status === 'OPEN' && visit.may('orders'))
    links.push(linkButton(visit, 'counter', `/orders/${order.id}/counter`, { icon: 'store' }))
  links.push(acceptButton(visit, order))
  if (visit.may('refunds') && left > 0n && isRefundable(order))
    links.push(linkButton(visit, 'refund', `/orders/${order.id}/refund`, { kind: 'primary', icon: 'undo' }))
  return buttons(...links)
}

/** The page of the payer, which is the receipt once the order is paid. */
function checkoutLink(visit: Visit, order: OnChainOrder): Html {
  const isPaid = paysLink(order)
  return buttonLink({
    text: visit.plain(isPaid ? 'receipt' : 'checkout_page'),
    icon: isPaid ? 'printer' : 'external',
    href: checkoutUrl(visit, order),
    attributes: { rel: 'noreferrer', target: '_blank' },
  })
}

function amountsOf(visit: Visit, order: Order, refunded: bigint): Fact[] {
  const rows: Fact[] = [
    {
      label: visit.text('asked_for'),
      value: order.amount === null ? visit.text('any_amount') : amountOf(order.amount),
    },
    ...priceOf(visit, order),
    { label: visit.text('received'), value: amountOf(order.received) },
  ]
  const difference = order.kind === 'on-chain' ? order.received - order.amount : 0n
  if (difference > 0n)
    rows.push({ label: visit.text('overpaid'), value: html`<b>${amountOf(difference)}</b>` })
  if (difference < 0n && order.received > 0n)
    rows.push({ label: visit.text('missing'), value: html`<b>${amountOf(-difference)}</b>` })
  if (order.kind === 'on-chain') rows.push(...acceptanceFacts(visit, order))
  return [
    ...rows,
    {
      label: visit.text('fee_of', { rate: visit.exact(percent(order.feeRate)) }),
      value: amountOf(order.confirmed - order.credited),
    },
    { label: visit.text('credited'), value: amountOf(order.credited) },
    { label: visit.text('refunded'), value: amountOf(refunded) },
  ]
}

/** The price in another currency and its rate. */
function priceOf(visit: Visit, order: Order): Fact[] {
  if (order.kind === 'app' || !order.price) return []
  const rate = html`<br><small>${visit.exact(rateText(order.price))}</small>`
  return [{ label: visit.text('price'), value: html`${visit.exact(priceText(order.price))}${rate}` }]
}

function detailsOf(visit: Visit, order: Order): Fact[] {
  return [
    { label: visit.text('for'), value: html`<bdi>${order.description ?? '–'}</bdi>` },
    ...metadataOf(order).map(([name, value]) => ({
      label: html`<bdi>${name === 'reference' ? visit.plain('reference') : name}</bdi>`,
      value: html`<bdi>${typeof value === 'string' ? value : JSON.stringify(value)}</bdi>`,
    })),
    ...(order.remark === null
      ? []
      : [{ label: visit.text('remark'), value: html`<bdi>${order.remark}</bdi>` }]),
    {
      label: visit.text('network'),
      value:
        order.kind === 'app'
          ? visit.text('client_app')
          : visit.exact(`${NETWORK_NAMES[order.network]} · ${order.network}`),
    },
    ...(order.kind === 'app'
      ? []
      : [
          {
            label: visit.text('address'),
            value: exact(order.address.address, {
              id: 'address',
              text: visit.plain('copy'),
              copied: visit.plain('copied'),
            }),
          },
        ]),
  ]
}

function refundsCard(visit: Visit, refunds: readonly Refund[]): Html {
  if (refunds.length === 0) return NOTHING
  const rows = refunds.map(({ id, amount, status }) => ({
    label: html`<a href="${visit.href(`/withdrawals/${id}`)}">${amountOf(amount)} USDT</a>`,
    value: visit.badge(status),
  }))
  return card({ id: 'refunds', title: visit.plain('refunds'), body: facts(rows) })
}
