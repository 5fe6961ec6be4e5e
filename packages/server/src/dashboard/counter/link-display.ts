import { linkStatus, linkUrl, type PaymentLink } from '../../domain/links/payment-link.js'
import { getPaymentLink } from '../../domain/links/payment-links.js'
import { arrivedFor } from '../../domain/orders/arrived.js'
import type { OnChainOrder } from '../../domain/orders/order.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { attributes } from '../../ui/attributes.js'
import { buttonLink } from '../../ui/button.js'
import { money } from '../../ui/figures.js'
import { icon } from '../../ui/icons.js'
import { qrOf } from '../../ui/qr.js'
import { amountTextOf } from '../links/link-table.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { counterFrame, paidFact, readPaid } from './counter-frame.js'

/** Orders that are read, the newest: a link has at most as many unfinished ones. */
const READ = 50
const MAX_INSTANT = 8.64e15

const PARTS = ['wait', 'part', 'seen', 'paid', 'over'] as const
const ICONS = { paid: 'check', part: 'warning', seen: 'loop', over: 'clock' } as const

/** The state of the display: the code of the link, a payment or a part of one on its way, one that has arrived, or the end. */
interface Shown {
  readonly part: (typeof PARTS)[number]
  readonly order: OnChainOrder | undefined
}

/** A display with the code of a link for one customer after another. It turns green for each payment of the link. */
export const linkDisplay: ReadPage = async (tx, visit) => {
  const link = await getPaymentLink(tx, visit.caller, visit.param('id'))
  const { brand } = visit
  const since = sinceOf(visit)
  const shown = await readShown(tx, visit, link, since)
  const { part, order } = shown
  return counterFrame(visit, {
    brand,
    logo: `/link/${link.token}/logo`,
    title: link.description ?? visit.plain('payment_link'),
    data: {
      // A part of a payment may grow.
      'data-poll': `${part} ${order?.id ?? ''}${part === 'part' ? ` ${sumOf(shown)}` : ''}`,
      'data-sum': sumOf(shown),
      'data-paid-fact': factOf(visit, shown),
      'data-href': visit.href(`/links/${link.id}/counter`, { since: order?.paidAt ?? since }),
      'data-now': visit.now,
    },
    parts: html`<div class="parts">${joinHtml(PARTS.map((each) => partOf(visit, link, { ...shown, since }, each)))}</div>`,
    ways: NOTHING,
    paid: part === 'paid' && order ? await readPaid(tx, visit, order) : undefined,
    end: html`<a href="${visit.href(`/links/${link.id}`)}"><bdi>${link.description ?? visit.plain('payment_link')}</bdi></a>`,
  })
}

/** Payments up to then were shown to their customers. A display that was just opened shows no earlier ones. */
function sinceOf(visit: Visit): Instant {
  const since = parseInt(visit.query('since') ?? '', 10)
  return since >= 0 && since <= MAX_INSTANT ? since : visit.now
}

/** The oldest payment that was not shown goes first, so that none is passed over. */
async function readShown(tx: Tx, visit: Visit, link: PaymentLink, since: Instant): Promise<Shown> {
  const page = { limit: READ, offset: 0 }
  const listed = await tx.paymentLinks.listOrders(link.id, page, visit.ordersSince)
  const orders = listed.flatMap((order) => (order.kind === 'on-chain' ? [order] : []))
  const paid = orders
    .filter(({ paidAt }) => paidAt !== null && paidAt > since)
    .sort((one, other) => (one.paidAt ?? 0) - (other.paidAt ?? 0))[0]
  if (paid) return { part: 'paid', order: paid }
  const seen = orders.find((order) => order.status === 'CONFIRMING' && arrivedFor(order) !== 'nothing')
  if (seen) return { part: arrivedFor(seen) === 'part' ? 'part' : 'seen', order: seen }
  return { part: linkStatus(link, visit.now) === 'OPEN' ? 'wait' : 'over', order: undefined }
}

function sumOf({ part, order }: Shown): string {
  if (!order) return ''
  return part === 'paid' ? money(order.amount) : `${money(order.received)} / ${money(order.amount)}`
}

const factOf = (visit: Visit, { part, order }: Shown): string =>
  part === 'paid' && order ? paidFact(visit, order) : ''

/** All states are on the page, so that the script shows another one without leaving the full screen. */
function partOf(
  visit: Visit,
  link: PaymentLink,
  shown: Shown & { since: Instant },
  part: Shown['part'],
): Html {
  const here = attributes({ 'data-part': part, hidden: part !== shown.part })
  const purpose =
    link.description === null ? NOTHING : html`<p class="for"><bdi>${link.description}</bdi></p>`
  if (part === 'wait') {
    const url = linkUrl(visit.services.settings.publicUrl(), link)
    return html`<section class="wait"${here}><div>${purpose}<p class="sum long">${amountTextOf(visit, link)}</p><div class="line"><h2>${visit.text('counter_wait')}</h2></div></div><div><div class="code">${qrOf(url)}</div></div></section>`
  }
  const sum = html`<p class="sum long"><bdi dir="ltr" data-amount>${sumOf(shown)}</bdi> <small>USDT</small></p>`
  const next = buttonLink({
    text: visit.plain('next_customer'),
    icon: 'arrow-right',
    href: visit.href(`/links/${link.id}/counter`, { since: shown.order?.paidAt ?? shown.since }),
    attributes: { 'data-next': true },
  })
  return html`<section class="${part}"${here}><span class="emblem">${icon(ICONS[part])}</span><h2>${visit.text(`counter_${part}`)}</h2>${part === 'over' ? NOTHING : sum}${purpose}${part === 'paid' ? html`<p><bdi data-fact>${factOf(visit, shown)}</bdi></p>${next}` : NOTHING}</section>`
}
