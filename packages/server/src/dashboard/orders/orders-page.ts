import { ORDER_STATUSES, type Order, type OrderStatus } from '../../domain/orders/order.js'
import { findPage } from '../../domain/orders/order-search.js'
import { listOrders } from '../../domain/orders/orders.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { spellingsOf } from '../../networks/spellings.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { linkButton, noMatch } from '../../pages/parts.js'
import { statusTabs } from '../../pages/views/status-tabs.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { number } from '../../ui/figures.js'
import { pageHead } from '../../ui/shell.js'
import { pages, placeOf } from '../frame/lists.js'
import { day } from '../frame/times.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { orderTable } from './order-table.js'

const TABS: readonly OrderStatus[] = [
  'OPEN',
  'CONFIRMING',
  'PAID',
  'EXPIRED_PAID',
  'UNDERPAID',
  'EXPIRED',
  'FROZEN',
]

/** The orders of the environment, by status, or those that a text finds. */
export const ordersPage: ReadPage = async (tx, visit) => {
  const status = ORDER_STATUSES.find((each) => each === visit.query('status'))
  const text = visit.query('q')
  const list = text === undefined ? await listed(tx, visit, status) : await found(tx, visit, { text, status })
  const main = html`${pageHead({ title: visit.plain('orders'), line: visit.timesIn })}${statusTabs(visit, {
    label: visit.plain('orders'),
    path: '/orders',
    query: { status, q: text },
    statuses: TABS,
  })}${
    text === undefined
      ? NOTHING
      : html`<p class="dim">${visit.text('search_for', { text: html`<bdi>${text}</bdi>` })} <a href="${visit.href('/orders', { status })}">${visit.text('clear_search')}</a></p>`
  }${card({ id: 'list', isFlush: true, body: list })}`
  return { kind: 'content', title: visit.plain('orders'), section: 'orders', main }
}

async function listed(tx: Tx, visit: Visit, status: OrderStatus | undefined): Promise<Html> {
  const after = placeOf(visit)
  const page = { limit: PAGE_ROWS, offset: 0, ...(after && { after }) }
  const { rows, total, next } = await listOrders(tx, visit.caller, { status }, page)
  if (rows.length === 0)
    return status === undefined && !after
      ? noOrders(visit)
      : noMatch(visit, 'search', '/orders', 'no_order_of_status')
  const text = visit.text('count_orders', { n: number(total) })
  return html`${await orderTable(tx, visit, rows)}${pages(visit, { path: '/orders', text, next, query: { status } })}`
}

/** Searches only what belongs to the merchant. */
async function found(
  tx: Tx,
  visit: Visit,
  { text, status }: { text: string; status: OrderStatus | undefined },
): Promise<Html> {
  const { merchantId, environment } = visit.caller
  const after = placeOf(visit)
  const spellings = spellingsOf(text)
  const filter = { merchantId, environment, status }
  const { orders, next, comparedSince } = await findPage(tx, filter, {
    text,
    spellings,
    after,
    rows: PAGE_ROWS,
  })
  const own = orders.filter((order) => isOwn(visit, order))
  const list =
    own.length === 0 ? noMatch(visit, 'search', '/orders', 'no_match_text') : await orderTable(tx, visit, own)
  if (!after && !next) return list
  const compared =
    comparedSince === undefined ? NOTHING : visit.text('compared_since', { day: day(visit, comparedSince) })
  return html`${list}${pages(visit, { path: '/orders', text: compared, next, query: { status, q: text } })}`
}

const isOwn = ({ caller }: Visit, { merchantId, environment }: Order): boolean =>
  merchantId === caller.merchantId && environment === caller.environment

const noOrders = (visit: Visit): Html =>
  emptyState({
    icon: 'inbox',
    title: visit.plain('no_orders'),
    text: visit.plain('no_orders_text'),
    ...(visit.may('orders') && {
      action: linkButton(visit, 'new_link', '/links/new', { kind: 'primary', icon: 'plus' }),
    }),
  })
