import { servedNetworks } from '../../domain/chain/served-chain.js'
import type { Order, OrderStatus } from '../../domain/orders/order.js'
import { COMPARED_PER_PAGE, type FoundPage } from '../../domain/shared/search-window.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { PAGE_ROWS } from '../../pages/pager.js'
import { noMatch } from '../../pages/parts.js'
import { newRows, POLLED_ROWS, pollOf } from '../../pages/polls.js'
import { savedFilters } from '../../pages/saved-filters.js'
import { type Count, statusTabs } from '../../pages/views/status-tabs.js'
import type { Query } from '../../pages/visit.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { card } from '../../ui/card.js'
import { emptyState } from '../../ui/empty-state.js'
import { searchField } from '../../ui/fields.js'
import { money, NETWORK_NAMES, number } from '../../ui/figures.js'
import { filterRange, filterSelect } from '../../ui/filters.js'
import { positionText } from '../../ui/position.js'
import { pageHead } from '../../ui/shell.js'
import { counted, day } from '../formats.js'
import { csvButton } from '../lists/csv.js'
import { listFilters, merchantFilter } from '../lists/filters.js'
import { pagesOf } from '../lists/pages.js'
import { byMerchantName, merchantNames } from '../merchants/merchant-names.js'
import { FILTER_FORMS } from '../operators/saved-filters.js'
import type { ReadPage } from '../page.js'
import type { Visit } from '../visit.js'
import { findOrders } from './find-orders.js'
import { pillsOf, type ReadFilter, readOrderFilter } from './order-filter.js'
import { orderTable } from './order-table.js'

const TABS: readonly OrderStatus[] = [
  'OPEN',
  'CONFIRMING',
  'PAID',
  'UNDERPAID',
  'EXPIRED_PAID',
  'FROZEN',
  'EXPIRED',
]
const DATE = { type: 'date' }
const DECIMAL = { inputmode: 'decimal', size: '7' }
/** The newest orders, which the tabs count. */
const COUNTED = 2_000

/** The orders of all merchants, newest first. */
export const ordersPage: ReadPage = async (tx, visit) => {
  const named = await byMerchantName(tx, visit, '/orders')
  if (named) return named
  const read = readOrderFilter(visit)
  const found = await findOrders(tx, read, PAGE_ROWS)
  const { merchant } = read.query
  const names = await merchantNames(tx, [
    ...found.rows.map(({ merchantId }) => merchantId),
    ...(merchant === undefined ? [] : [`${merchant}`]),
  ])
  const counts = await countTabs(tx, visit)
  const pageLinks = pages(visit, read, found, counts)
  const main = html`${pageHead({
    title: 'Orders',
    line: 'Times are UTC.',
    actions: csvButton(visit, '/orders.csv', read.query),
  })}${statusTabs(visit, {
    label: 'Statuses',
    path: '/orders',
    query: { ...read.query, status: read.status },
    statuses: TABS,
    countOf: counts,
  })}${filters(visit, read, found, names)}${await savedFilters(tx, visit, { list: 'orders', query: read.query, forms: FILTER_FORMS })}${card(
    {
      id: 'orders',
      isFlush: true,
      body:
        found.rows.length === 0
          ? html`${nothingFound(visit, read)}${found.next || read.after ? pageLinks : NOTHING}`
          : html`${orderTable(found.rows, visit, names)}${pageLinks}`,
    },
  )}`
  return {
    kind: 'content',
    title: 'Orders',
    section: 'orders',
    visit,
    main,
    ...pollOf(visit, '/orders.json', read.query, found.rows, read.after),
  }
}

/** The number of new orders that match, for the script of the page. */
export const ordersCount: ReadPage = async (tx, visit) => {
  const read = readOrderFilter(visit)
  const { rows } = await findOrders(tx, { ...read, after: undefined }, POLLED_ROWS, COUNTED)
  return newRows(visit, rows)
}

type Counts = (status: OrderStatus | undefined) => Count

async function countTabs(tx: Tx, { environment }: Visit): Promise<Counts> {
  const total = await tx.overview.countOrders(environment)
  const recent = await tx.overview.countRecent(environment, COUNTED)
  const rare = await tx.overview.countRare(environment)
  const open = (await tx.orders.countOpen()).get(environment) ?? 0
  const isCut = [...recent.values()].reduce((sum, each) => sum + each, 0) < total
  return (status) => {
    if (status === undefined) return { count: total, isCut: false }
    if (status === 'OPEN') return { count: open, isCut: false }
    const isRare = status === 'UNDERPAID' || status === 'EXPIRED_PAID' || status === 'FROZEN'
    return isRare ? { count: rare.get(status) ?? 0, isCut: false } : { count: recent.get(status) ?? 0, isCut }
  }
}

function filters(
  visit: Visit,
  read: ReadFilter,
  found: FoundPage<Order>,
  names: ReadonlyMap<string, string>,
): Html {
  const { query, status } = read
  const value = (name: string) => `${query[name] ?? ''}`
  const networks = [
    { value: '', text: 'All' },
    ...servedNetworks(visit.services.context).map((value) => ({ value, text: NETWORK_NAMES[value] })),
  ]
  const end = (name: string, label: string, attributes: Record<string, string>) => ({
    name,
    label,
    value: value(name),
    attributes,
  })
  return listFilters(visit, {
    path: '/orders',
    status,
    label: 'Filter orders',
    fields: [
      searchField({ name: 'text', label: 'Number, transaction, address, metadata', value: value('text') }),
      merchantFilter(visit, names.get(value('merchant')) ?? value('merchant')),
    ],
    folded: {
      title: 'More filters',
      fields: [
        filterSelect({ name: 'network', label: 'Network', value: value('network'), options: networks }),
        filterRange('Created', end('from', 'From', DATE), end('to', 'Until', DATE)),
        filterRange('Amount', end('min', 'Amount from', DECIMAL), end('max', 'Amount up to', DECIMAL)),
      ],
      isOpen: ['network', 'from', 'to', 'min', 'max'].some((name) => query[name] !== undefined),
    },
    pills: pillsOf(visit, read, names.get(`${query.merchant}`)),
    summary: found.rows.length === 0 ? NOTHING : summaryOf(found),
  })
}

const summaryOf = ({ rows }: FoundPage<Order>): string =>
  `${counted(rows.length, 'order')} on this page, ${money(rows.reduce((sum, { received }) => sum + received, 0n))} USDT received`

const nothingFound = (visit: Visit, { query, status }: ReadFilter): Html =>
  isFiltered(query) || status !== undefined
    ? noMatch(visit, 'receipt', '/orders', 'no_match_text')
    : emptyState({
        icon: 'receipt',
        title: 'No orders yet',
        text: 'The first order of a merchant appears here.',
      })

function pages(visit: Visit, { query, status }: ReadFilter, found: FoundPage<Order>, counts: Counts): Html {
  const { rows, next, comparedSince } = found
  const { count, isCut } = counts(status)
  return pagesOf(visit, {
    path: '/orders',
    query,
    rows: rows.length,
    next: next && positionText(next),
    total: isFiltered(query) || isCut ? undefined : count,
    ...(comparedSince !== undefined && {
      note: `. Compared the newest ${number(COMPARED_PER_PAGE)} orders, back to ${day(comparedSince)}: narrow the search, or go on`,
    }),
  })
}

/** Whether anything besides the status selects orders. */
const isFiltered = (query: Query): boolean =>
  Object.entries(query).some(([name, value]) => name !== 'status' && value !== undefined)
