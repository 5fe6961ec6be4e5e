import type { OrderStatus } from '../../domain/orders/order.js'
import { COMPARED_PER_PAGE, type FoundPage } from '../../domain/orders/order-search.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { STATUSES } from '../../ui/badge.js'
import { buttonLink } from '../../ui/button.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { searchField } from '../../ui/fields.js'
import { money, number } from '../../ui/figures.js'
import { filterBar, filterInput, filterSelect } from '../../ui/filters.js'
import { pagination } from '../../ui/pagination.js'
import { positionText } from '../../ui/position.js'
import { pageHead } from '../../ui/shell.js'
import { tabs } from '../../ui/tabs.js'
import { merchantNames } from '../merchants/merchant-names.js'
import type { ConsolePage, ReadPage } from '../page.js'
import { counted, day } from '../shown.js'
import type { Visit } from '../visit.js'
import { findOrders } from './find-orders.js'
import { pillsOf, type ReadFilter, readOrderFilter } from './order-filter.js'
import { orderTable } from './order-table.js'

const TABS: readonly (OrderStatus | undefined)[] = [
  undefined,
  'OPEN',
  'CONFIRMING',
  'PAID',
  'UNDERPAID',
  'EXPIRED_PAID',
  'FROZEN',
  'EXPIRED',
]
const PAGE_ROWS = 50

/** The orders of all merchants, newest first. */
export const ordersPage: ReadPage = async (tx, visit): Promise<ConsolePage> => {
  const read = readOrderFilter(visit)
  const found = await findOrders(tx, visit, read, PAGE_ROWS)
  const { merchant } = read.query
  const names = await merchantNames(tx, [
    ...found.orders.map(({ merchantId }) => merchantId),
    ...(merchant === undefined ? [] : [`${merchant}`]),
  ])
  const main = html`${pageHead({
    title: 'Orders',
    line: 'Times are UTC.',
    actions: buttonLink({
      text: 'Export CSV',
      icon: 'download',
      href: visit.href('/orders.csv', read.query),
    }),
  })}${tabs('Statuses', await tabsOf(tx, visit, read))}${filters(visit, read, found, names)}${card({
    id: 'orders',
    isFlush: true,
    body:
      found.orders.length === 0
        ? html`${nothingFound(visit, read)}${found.next ? pages(visit, read, found) : NOTHING}`
        : html`${orderTable(found.orders, names, visit)}${pages(visit, read, found)}`,
  })}`
  return {
    kind: 'content',
    title: 'Orders',
    section: 'orders',
    visit,
    main,
    polls: visit.href('/orders.json', read.query),
  }
}

/** The newest order that matches, for the script of the page. */
export const ordersCount: ReadPage = async (tx, visit) => {
  const read = readOrderFilter(visit)
  const { orders } = await findOrders(tx, visit, { ...read, after: undefined }, 1)
  const count = await tx.overview.countOrders(visit.environment)
  return {
    kind: 'data',
    type: 'application/json',
    text: JSON.stringify({ newest: orders[0]?.id ?? '', count }),
  }
}

async function tabsOf(tx: Tx, visit: Visit, { query, status }: ReadFilter) {
  const { environment } = visit
  const total = await tx.overview.countOrders(environment)
  const recent = await tx.overview.countRecent(environment)
  const rare = await tx.overview.countRare(environment)
  const open = (await tx.orders.countOpen()).get(environment) ?? 0
  // Beyond the newest orders, which are counted, there may be more.
  const isAll = [...recent.values()].reduce((sum, each) => sum + each, 0) >= total
  const countOf = (each: OrderStatus | undefined): string => {
    if (each === undefined) return number(total)
    if (each === 'OPEN') return number(open)
    const exact = rare.get(each)
    const isRare = each === 'UNDERPAID' || each === 'EXPIRED_PAID' || each === 'FROZEN'
    if (isRare) return number(exact ?? 0)
    return `${number(recent.get(each) ?? 0)}${isAll ? '' : '+'}`
  }
  return TABS.map((each) => ({
    href: visit.href('/orders', { ...query, status: each }),
    text: each === undefined ? 'All' : STATUSES[each].word,
    count: countOf(each),
    isHere: each === status,
  }))
}

function filters(visit: Visit, read: ReadFilter, found: FoundPage, names: ReadonlyMap<string, string>): Html {
  const { query, status } = read
  const value = (name: string) => `${query[name] ?? ''}`
  const networks = [
    { value: '', text: 'All' },
    { value: 'TRC20', text: 'Tron' },
    { value: 'ERC20', text: 'Ethereum' },
  ]
  const input = (name: string, label: string, attributes: Record<string, string>) =>
    filterInput({ name, label, value: value(name), attributes })
  return filterBar({
    action: visit.href('/orders'),
    label: 'Filter orders',
    fields: [
      searchField({ name: 'text', label: 'Number, transaction, address, metadata', value: value('text') }),
      input('merchant', 'Merchant', { size: '10', placeholder: 'id' }),
      filterSelect({ name: 'network', label: 'Network', value: value('network'), options: networks }),
      input('from', 'From', { type: 'date' }),
      input('to', 'Until', { type: 'date' }),
      input('min', 'Amount from', { inputmode: 'decimal', size: '7' }),
      input('max', 'to', { inputmode: 'decimal', size: '7' }),
    ],
    kept: {
      ...(visit.environment === 'test' && { env: 'test' }),
      ...(status !== undefined && { status }),
    },
    pills: pillsOf(visit, read, names.get(`${query.merchant}`)),
    clearHref: visit.href('/orders', { status }),
    summary: found.orders.length === 0 ? NOTHING : summaryOf(found),
    words: { apply: 'Apply', clear: 'Clear filters', remove: 'Remove filter:' },
  })
}

const summaryOf = ({ orders }: FoundPage): string =>
  `${counted(orders.length, 'order')} on this page, ${money(orders.reduce((sum, { received }) => sum + received, 0n))} USDT received`

function nothingFound(visit: Visit, { query, status }: ReadFilter): Html {
  const isFiltered = Object.entries(query).some(([name, value]) => name !== 'status' && value !== undefined)
  const text = isFiltered
    ? 'No order matches all filters.'
    : status === undefined
      ? 'The first order of a merchant appears here.'
      : 'No order has this status.'
  return emptyState({
    tone: 'grey',
    icon: 'receipt',
    title: isFiltered || status !== undefined ? 'No match' : 'No orders yet',
    text,
    ...((isFiltered || status !== undefined) && {
      action: buttonLink({ text: 'Clear filters', href: visit.href('/orders') }),
    }),
  })
}

function pages(visit: Visit, { query, after }: ReadFilter, { orders, next, comparedSince }: FoundPage): Html {
  const cut =
    comparedSince === undefined
      ? ''
      : `. Compared the newest ${number(COMPARED_PER_PAGE)} orders, back to ${day(comparedSince)}: narrow the search, or go on`
  return pagination({
    label: 'Pages',
    text: `${counted(orders.length, 'order')}${after ? ', older ones' : ', newest first'}${cut}`,
    ...(after && { newer: { href: visit.href('/orders', query), text: 'Newest' } }),
    ...(next && {
      older: { href: visit.href('/orders', { ...query, after: positionText(next) }), text: 'Older' },
    }),
  })
}
