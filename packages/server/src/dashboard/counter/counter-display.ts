import { arrivedFor } from '../../domain/orders/arrived.js'
import type { OnChainOrder, OrderStatus } from '../../domain/orders/order.js'
import { DomainError } from '../../domain/shared/errors.js'
import { formatUsdt, subtract } from '../../domain/shared/money.js'
import { amountForField } from '../../domain/shared/typed-amount.js'
import type { Instant, Network } from '../../domain/shared/types.js'
import { postForm } from '../../pages/parts.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { attributes } from '../../ui/attributes.js'
import { button, buttonLink } from '../../ui/button.js'
import { hiddenField } from '../../ui/fields.js'
import { amountOf, money, NETWORK_NAMES, priceText } from '../../ui/figures.js'
import { icon } from '../../ui/icons.js'
import { qrOf } from '../../ui/qr.js'
import { wholeAddress } from '../../ui/whole-address.js'
import { getOwnOrder } from '../orders/own-order.js'
import type { ReadPage } from '../page.js'
import { openNetworks } from '../payment-fields.js'
import type { Visit } from '../visit.js'
import { counterFrame, paidFact, readPaid } from './counter-frame.js'

/** Rows of the checkout page, by the part of the display that stands for them. */
const ROWS = {
  wait: 'pay pay_rest',
  part: 'confirming_part',
  seen: 'confirming final_check late',
  paid: 'paid expired_paid',
  over: 'paused checking underpaid expired frozen pending',
} as const
type Part = keyof typeof ROWS

const PARTS: Partial<Record<OrderStatus, Part>> = {
  CONFIRMING: 'seen',
  PAID: 'paid',
  EXPIRED_PAID: 'paid',
}
/** Characters of an amount that fit beside the code. */
const LONG = 8

/** A page for the customer at a counter: what to pay, and that it is paid. It follows the order like its checkout page. */
export const counterDisplay: ReadPage = async (tx, visit) => {
  const order = await getOwnOrder(tx, visit)
  if (order.kind === 'app') throw new DomainError('order_not_found')
  const { brand } = visit
  const part = partFor(order, visit.now)
  return counterFrame(visit, {
    brand,
    logo: `/pay/${order.checkoutToken}/logo`,
    title: `${formatUsdt(order.amount)} USDT`,
    data: {
      'data-feed': `/pay/${order.checkoutToken}`,
      'data-now': visit.now,
      'data-expire': order.expireAt,
    },
    parts: html`${waiting(visit, order, part)}
${partOf(visit, order, { part: 'part', icon: 'warning', shown: part })}
${partOf(visit, order, { part: 'seen', icon: 'loop', shown: part })}
${partOf(visit, order, { part: 'paid', icon: 'check', shown: part })}
${partOf(visit, order, { part: 'over', icon: 'clock', shown: part })}`,
    ways: html`<span class="ways" data-rows="${ROWS.wait}"${attributes({ hidden: part !== 'wait' })}>${otherWays(visit, order, await openNetworks(tx, visit))}</span>`,
    paid: part === 'paid' ? await readPaid(tx, visit, order) : undefined,
    end: html`<a href="${visit.href(`/orders/${order.id}`)}">${visit.exact(order.orderNumber)}</a>`,
  })
}

function partFor(order: OnChainOrder, now: Instant): Part {
  const { status, expireAt } = order
  const arrived = status === 'CONFIRMING' ? arrivedFor(order) : undefined
  if (arrived === 'part') return 'part'
  if (status === 'OPEN' || arrived === 'nothing') return now < expireAt ? 'wait' : 'over'
  return PARTS[status] ?? 'over'
}

/** The code of the bare address with what to send, and the time that is left. */
function waiting(visit: Visit, order: OnChainOrder, shown: Part): Html {
  const { amount, confirmed, network, expireAt, createdAt, address } = order
  const rest = amountOf(confirmed < amount ? subtract(amount, confirmed) : amount)
  const exactly = html`<b><span data-rest>${rest}</span> USDT</b>`
  const left = Math.max(0, expireAt - visit.now)
  return html`<section class="wait" data-rows="${ROWS.wait}"${attributes({ hidden: shown !== 'wait' })}><div>${purposeOf(order)}<p class="${sumClass(order)}"><span data-rest>${rest}</span> <small>USDT</small></p>${priceLine(order)}<div class="line"><h2>${visit.text('counter_wait')}</h2><strong role="timer" aria-label="${visit.plain('time_left')}" data-left></strong></div><progress data-span aria-label="${visit.plain('time_left')}" value="${left}" max="${expireAt - createdAt}"></progress><p class="strip">${icon('warning')}<span>${visit.text('send_exactly', { amount: exactly, network: html`<b>${NETWORK_NAMES[network]} · ${network}</b>` })}</span></p></div><div><div class="code">${qrOf(address.address)}</div><p>${wholeAddress(address.address)}</p></div></section>`
}

interface PartOptions {
  readonly part: Exclude<Part, 'wait'>
  readonly icon: 'loop' | 'check' | 'clock' | 'warning'
  readonly shown: Part
}

function partOf(visit: Visit, order: OnChainOrder, { part, icon: drawn, shown }: PartOptions): Html {
  const next = buttonLink({
    text: visit.plain('next_customer'),
    icon: 'arrow-right',
    href: visit.href('/counter'),
  })
  const count = html`<p>${visit.text('status_confirming')} <b data-count></b></p>`
  const below = {
    part: count,
    seen: count,
    paid: html`${purposeOf(order)}<p><bdi>${paidFact(visit, order)}</bdi></p>${next}`,
    over: html`<p>${visit.text('counter_over_text')}</p>${next}`,
  }[part]
  const sum =
    part === 'paid'
      ? sumOf(order)
      : html`<p class="${sumClass(order)}"><span data-received>${amountOf(order.received)}</span> / ${amountOf(order.amount)} <small>USDT</small></p>`
  return html`<section class="${part}" data-rows="${ROWS[part]}"${attributes({ hidden: shown !== part, 'data-paid': part === 'paid' })}><span class="emblem">${icon(drawn)}</span><h2>${visit.text(`counter_${part}`)}</h2>${sum}${below}</section>`
}

const purposeOf = ({ description }: OnChainOrder): Html =>
  description === null ? NOTHING : html`<p class="for"><bdi>${description}</bdi></p>`

const sumOf = (order: OnChainOrder): Html =>
  html`<p class="${sumClass(order)}">${amountOf(order.amount)} <small>USDT</small></p>${priceLine(order)}`

/** A long amount is set smaller, so that it stays on its line. */
const sumClass = ({ amount }: OnChainOrder): string => (money(amount).length > LONG ? 'sum long' : 'sum')

const priceLine = ({ price }: OnChainOrder): Html =>
  price === null ? NOTHING : html`<p>${priceText(price)}</p>`

/** Gives the order up, or asks for the same on another network by an order of its own. */
function otherWays(
  visit: Visit,
  { id, network, amount, description }: OnChainOrder,
  open: readonly Network[],
): Html {
  const cancel = postForm(visit, `/orders/${id}/counter`, button({ text: visit.plain('cancel') }))
  const others = open
    .filter((each) => each !== network)
    .map((each) =>
      postForm(
        visit,
        '/counter',
        html`${hiddenField('network', each)}${hiddenField('amount', amountForField(amount))}${hiddenField('description', description ?? '')}${button({ text: visit.text('use_network', { network: NETWORK_NAMES[each] }) })}`,
      ),
    )
  return html`${cancel}${joinHtml(others)}`
}
