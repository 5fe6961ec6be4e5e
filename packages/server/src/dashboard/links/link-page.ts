import { linkStatus, linkUrl, type PaymentLink } from '../../domain/links/payment-link.js'
import { getPaymentLink, listLinkOrders } from '../../domain/links/payment-links.js'
import { metadataOf } from '../../domain/orders/order.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { linkButton } from '../../pages/parts.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { buttons } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { type Fact, facts } from '../../ui/facts.js'
import { amountOf, NETWORK_NAMES, number } from '../../ui/figures.js'
import { notice } from '../../ui/notice.js'
import { pageHead } from '../../ui/shell.js'
import type { MerchantAction } from '../action-route.js'
import { pages, placeOf } from '../frame/lists.js'
import { orderTable } from '../orders/order-table.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { sharePart } from './link-share.js'
import { amountTextOf } from './link-table.js'
import { hasPoster } from './poster-page.js'

/** One link: its page to share, its sums and its orders. Another merchant's link is 404. */
export const linkPage: ReadPage = async (tx, visit) => {
  const link = await getPaymentLink(tx, visit.caller, visit.param('id'))
  const after = placeOf(visit)
  const page = { limit: PAGE_ROWS, offset: 0, ...(after && { after }) }
  const { rows, total, next } = await listLinkOrders(tx, visit.caller, link.id, page, visit.ordersSince)
  const status = linkStatus(link, visit.now)
  const path = `/links/${link.id}`
  const actions = [
    ...(status === 'OPEN'
      ? [linkButton(visit, 'counter', `${path}/counter`, { icon: 'store', query: { since: visit.now } })]
      : []),
    ...(hasPoster(link, visit.now)
      ? [linkButton(visit, 'poster', `${path}/poster`, { icon: 'printer' })]
      : []),
    ...(status === 'OPEN' && visit.may('orders')
      ? [linkButton(visit, 'close_link', `${path}/close`, { icon: 'cross' })]
      : []),
  ]
  const orders = html`${await orderTable(tx, visit, rows, link)}${pages(visit, { path, text: visit.text('count_orders', { n: number(total) }), next })}`
  const main = html`${pageHead({
    path: {
      label: visit.plain('path'),
      link: { href: visit.href('/links'), text: visit.plain('links') },
      here: html`<bdi>${link.description ?? visit.plain('payment_link')}</bdi>`,
    },
    title: html`${amountTextOf(visit, link)}`,
    badges: visit.badge(status),
    line: html`<bdi>${link.description ?? '–'}</bdi>`,
    actions: buttons(...actions),
  })}${twiceNotice(visit, link)}<div class="columns"><div>${
    status === 'OPEN'
      ? card({
          id: 'share',
          body: sharePart(visit, linkUrl(visit.services.settings.publicUrl(), link), link.description),
        })
      : NOTHING
  }${card({
    id: 'orders',
    title: visit.plain('orders'),
    isFlush: true,
    body: total === 0 ? html`<p class="pad dim">${visit.text('no_payer_yet')}</p>` : orders,
  })}</div><div>${card({ id: 'amounts', title: visit.plain('details'), body: facts(factsOf(visit, link)) })}</div></div>`
  return { kind: 'content', title: visit.plain('payment_link'), section: 'links', main }
}

const twiceNotice = (visit: Visit, { uses, paidOrdersCount }: PaymentLink): Html =>
  uses === 'ONCE' && paidOrdersCount > 1
    ? notice({ kind: 'warn', title: visit.text('paid_twice'), text: visit.text('paid_twice_text') })
    : NOTHING

function factsOf(visit: Visit, link: PaymentLink): Fact[] {
  const names = link.networks?.map((network) => NETWORK_NAMES[network]).join(', ')
  return [
    { label: visit.text('how_often'), value: visit.text(link.uses === 'ONCE' ? 'once' : 'many') },
    { label: visit.text('network'), value: names === undefined ? visit.text('all') : visit.exact(names) },
    { label: visit.text('created'), value: visit.time(link.createdAt) },
    ...(link.expiresAt === null
      ? []
      : [{ label: visit.text('valid_until'), value: visit.time(link.expiresAt) }]),
    ...(visit.may('read') ? sumsOf(visit, link) : []),
    ...metadataOf(link).map(([name, value]) => ({
      label: html`<bdi>${name === 'reference' ? visit.plain('reference') : name}</bdi>`,
      value: html`<bdi>${typeof value === 'string' ? value : JSON.stringify(value)}</bdi>`,
    })),
  ]
}

const sumsOf = (visit: Visit, { paidOrdersCount, paid, credited }: PaymentLink): Fact[] => [
  { label: visit.text('paid_orders'), value: number(paidOrdersCount) },
  { label: visit.text('received'), value: amountOf(paid) },
  { label: visit.text('credited'), value: amountOf(credited) },
]

export const closeLinkAction: MerchantAction = {
  id: 'close',
  path: '/links/:id/close',
  needs: ['sales', 'orders'],
  section: 'links',
  title: 'close_link',
  async ask(tx, visit) {
    const link = await getPaymentLink(tx, visit.caller, visit.param('id'))
    return {
      title: visit.text('close_link'),
      text: html`<bdi>${link.description ?? link.id}</bdi> ${visit.text('close_link_text')}`,
      submit: { text: visit.plain('close_link'), isDangerous: true },
      back: visit.path(`/links/${link.id}`),
    }
  },
  async call(visit) {
    const { id } = await visit.repeatable('closePaymentLink', { params: { id: visit.param('id') } })
    return { kind: 'redirect', to: visit.path(`/links/${id}`, { done: 'link_closed' }) }
  },
}
