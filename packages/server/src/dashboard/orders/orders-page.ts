import type { Order, OrderStatus } from '../../domain/orders/order.js'
import { findPage } from '../../domain/orders/order-search.js'
import { listOrders } from '../../domain/orders/orders.js'
import { COMPARED_PER_PAGE } from '../../domain/shared/search-window.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { spellingsOf } from '../../networks/spellings.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { linkButton, noMatch } from '../../pages/parts.js'
import { newRows, POLLED_ROWS } from '../../pages/polls.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { emptyState } from '../../ui/empty-state.js'
import { amountOf, countOf } from '../../ui/figures.js'
import { exportList } from '../frame/list-filter.js'
import { listPage } from '../frame/list-page.js'
import { pages, placeOf } from '../frame/lists.js'
import { day } from '../frame/times.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { findSubjects, foundSubjects, onlyPage } from './found-subjects.js'
import { orderFilters, type ReadFilter, readOrderFilter } from './order-filter.js'
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
  const read = readOrderFilter(visit)
  const { rows, list } = read.isNarrow
    ? await found(tx, visit, read)
    : await listed(tx, visit, read.query.status)
  const isFirst = placeOf(visit) === undefined
  const searched = visit.query('q')
  const others = isFirst && searched !== undefined ? await findSubjects(tx, visit, searched) : undefined
  const only = others && rows.length === 0 ? onlyPage(visit, others) : undefined
  if (only !== undefined) return { kind: 'redirect', to: only }
  const counter = visit.may('orders') ? linkButton(visit, 'counter', '/counter', { icon: 'store' }) : NOTHING
  const file = visit.may('read') ? exportList(visit, '/orders.csv', read.query) : NOTHING
  return listPage(tx, visit, {
    name: 'orders',
    section: 'orders',
    head: { actions: html`<div class="buttons">${counter}${file}</div>` },
    statuses: TABS,
    query: read.query,
    filters: orderFilters(visit, read, await summaryOf(tx, visit, read)),
    ...(others && { above: await foundSubjects(tx, visit, others) }),
    list,
    rows,
  })
}

/** The number of new orders that match, for the script of the page. */
export const ordersCount: ReadPage = async (tx, visit) => {
  const { filter, text, isNarrow, query } = readOrderFilter(visit)
  const page = { limit: POLLED_ROWS, offset: 0 }
  const newest = isNarrow
    ? (
        await findPage(tx, filter, {
          text,
          spellings: spellingsIn(text),
          after: undefined,
          rows: POLLED_ROWS,
        })
      ).rows
    : (await listOrders(tx, visit.caller, { status: query.status }, page)).rows
  return newRows(
    visit,
    newest.filter((order) => visit.isOwn(order)),
  )
}

const spellingsIn = (text: string | undefined): string[] => (text === undefined ? [] : spellingsOf(text))

interface List {
  readonly rows: readonly Order[]
  readonly list: Html
}

async function listed(tx: Tx, visit: Visit, status: OrderStatus | undefined): Promise<List> {
  const after = placeOf(visit)
  const page = { limit: PAGE_ROWS, offset: 0, ...(after && { after }) }
  const listing = await listOrders(tx, visit.caller, { status }, page)
  const { rows, next } = listing
  if (rows.length === 0) {
    const isFirst = status === undefined && !after
    const list = isFirst ? noOrders(visit) : noMatch(visit, 'search', '/orders', 'no_order_of_status')
    return { rows, list }
  }
  const text = visit.text('count_orders', { n: countOf(listing) })
  const links = pages(visit, { path: '/orders', text, next, query: { status } })
  return { rows, list: html`${await orderTable(tx, visit, rows)}${links}` }
}

/** The number and the sums of what the filters select; a text may name orders, of which the list shows all. */
async function summaryOf(
  tx: Tx,
  visit: Visit,
  { filter, text, isNarrow }: ReadFilter,
): Promise<Html | undefined> {
  // A cashier sees no sums.
  if (!isNarrow || text !== undefined || !visit.may('read')) return undefined
  const { environment } = visit.caller
  const found = await tx.orders.sumFound({ ...filter, environment }, COMPARED_PER_PAGE)
  const { orders, asked, received, isCut } = found
  const n = countOf({ total: orders, isAtLeast: isCut })
  return visit.text('found_sums', { n, asked: amountOf(asked), received: amountOf(received) })
}

/** Searches only what belongs to the merchant. */
async function found(tx: Tx, visit: Visit, { filter, text, query }: ReadFilter): Promise<List> {
  const after = placeOf(visit)
  const {
    rows: orders,
    next,
    comparedSince,
  } = await findPage(tx, filter, {
    text,
    spellings: spellingsIn(text),
    after,
    rows: PAGE_ROWS,
  })
  const rows = orders.filter((order) => visit.isOwn(order))
  const list =
    rows.length === 0
      ? noMatch(visit, 'search', '/orders', 'no_match_text')
      : await orderTable(tx, visit, rows)
  if (!after && !next) return { rows, list }
  const compared =
    comparedSince === undefined ? NOTHING : visit.text('compared_since', { day: day(visit, comparedSince) })
  return { rows, list: html`${list}${pages(visit, { path: '/orders', text: compared, next, query })}` }
}

const noOrders = (visit: Visit): Html =>
  emptyState({
    icon: 'inbox',
    title: visit.plain('no_orders'),
    text: visit.plain('no_orders_text'),
    ...(visit.may('orders') && {
      action: linkButton(visit, 'new_link', '/links/new', { kind: 'primary', icon: 'plus' }),
    }),
  })
