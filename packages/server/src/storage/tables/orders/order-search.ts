import type { Beginning } from '../../../domain/orders/beginnings.js'
import type { Order, OrderStatus } from '../../../domain/orders/order.js'
import type { SearchStep, SearchWindow } from '../../../domain/shared/search-window.js'
import type { Environment } from '../../../domain/shared/types.js'
import type { FoundSums, OrderFilter, PartsQuery } from '../../../domain/store/order-tables.js'
import { NETWORKS } from '../../../networks/networks.js'
import { type Condition, given, textOf, valuesOf } from '../../list-ranges.js'
import { contains, findWindow, type Searched, textCondition } from '../../search-window.js'
import type { Sql } from '../../sql.js'
import { beginsWith } from '../beginning.js'
import { ORDER_COLUMNS, type OrderRow, SELECT_ORDERS, toOrder } from './order-rows.js'
import { HAS_WORDS, matchOf } from './order-words.js'

/** Statuses of few orders, which may be old: they have an index of their own. */
const RARE: readonly OrderStatus[] = ['EXPIRED_PAID', 'UNDERPAID', 'FROZEN']
/** The condition of that index, word for word. */
export const IS_RARE = `status IN (${RARE.map((status) => `'${status}'`).join(', ')})`

/** Orders that words find through their index: more common words are looked for among the newest orders. */
const MOST_WITH_WORDS = 1_000
/** Named, since the indexes have them before what is searched. */
export const ALL_NETWORKS = NETWORKS.map((network) => `'${network}'`).join(', ')

/** A number as JSON writes it. */
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/

/** Searches one window. */
export async function searchOrders(
  sql: Sql,
  filter: OrderFilter & { readonly environment: Environment },
  { after, rows, limit }: SearchWindow,
): Promise<SearchStep<Order>> {
  const searched = searchedBy(filter)
  const { where, end } = await findWindow(sql, searched, {
    after,
    rows: searched.compared.length === 0 ? undefined : rows,
  })
  const found = await sql.all<OrderRow>(
    `${SELECT_ORDERS} WHERE ${textOf(where)} ORDER BY orders.created_at DESC, orders.id DESC LIMIT ?`,
    ...valuesOf(where),
    limit,
  )
  const orders = found.map(toOrder)
  return { rows: orders, last: orders.length === limit ? orders.at(-1) : end }
}

/** Lists the orders that an index finds by parts of what they have, newest first. */
export async function searchParts(
  sql: Sql,
  filter: OrderFilter & { readonly environment: Environment },
  { words, beginnings, after, limit }: PartsQuery,
): Promise<Order[]> {
  const found = beginnings.map(withBeginning)
  const match = matchOf(filter, words)
  if (words.length > 0 && !(await isCommon(sql, match)))
    found.push([`SELECT order_id FROM order_words WHERE ${HAS_WORDS}`, match])
  if (found.length === 0) return []
  const { where } = await findWindow(sql, searchedBy(filter), { after, rows: undefined })
  // SQLite keeps the order of tables in a CROSS JOIN, and so looks up what was found alone.
  const rows = await sql.all<OrderRow>(
    `SELECT ${ORDER_COLUMNS} FROM (${found.map(([text]) => text).join(' UNION ')}) AS found CROSS JOIN orders
       LEFT JOIN addresses ON addresses.id = orders.address_id
     WHERE orders.id = found.order_id AND ${textOf(where)} ORDER BY orders.created_at DESC, orders.id DESC LIMIT ?`,
    ...valuesOf(found),
    ...valuesOf(where),
    limit,
  )
  return rows.map(toOrder)
}

const FOUND_BY = {
  hash: {
    from: `SELECT order_id FROM transfers WHERE environment IN ('live', 'test') AND network IN (${ALL_NETWORKS})`,
    column: 'tx_hash',
  },
  address: {
    from: 'SELECT order_id FROM addresses CROSS JOIN address_leases WHERE address_leases.address_id = addresses.id',
    column: 'LOWER(address)',
  },
  id: { from: 'SELECT id AS order_id FROM orders WHERE 1 = 1', column: 'id' },
  number: { from: 'SELECT id AS order_id FROM orders WHERE 1 = 1', column: 'order_number' },
  link: {
    from: 'SELECT id AS order_id FROM orders WHERE payment_link_id IS NOT NULL',
    column: 'payment_link_id',
  },
} as const

/** Selects ids of orders by a range of an index. */
function withBeginning({ of, text }: Beginning): Condition {
  const { from, column } = FOUND_BY[of]
  const [begins, ...values] = beginsWith(column, text)
  return [`${from} AND ${begins}`, ...values]
}

/** Whether more orders have the words than their index is asked for. */
async function isCommon(sql: Sql, match: string): Promise<boolean> {
  const row = await sql.get<{ total: bigint }>(
    `SELECT COUNT(*) AS total FROM (SELECT order_id FROM order_words WHERE ${HAS_WORDS} LIMIT ?) AS found`,
    match,
    MOST_WITH_WORDS + 1,
  )
  return Number(row?.total ?? 0) > MOST_WITH_WORDS
}

/** Counts and sums the newest orders that match, over a window of them. */
export async function sumFound(
  sql: Sql,
  filter: OrderFilter & { readonly environment: Environment },
  most: number,
): Promise<FoundSums> {
  const { where, end } = await findWindow(sql, searchedBy(filter), { rows: most + 1 })
  const row = await sql.get<{ orders: bigint; asked: bigint; received: bigint }>(
    `SELECT COUNT(*) AS orders, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS asked,
       CAST(COALESCE(SUM(received), 0) AS BIGINT) AS received FROM orders WHERE ${textOf(where)}`,
    ...valuesOf(where),
  )
  const { orders = 0n, asked = 0n, received = 0n } = row ?? {}
  return { orders: Number(orders), asked, received, isCut: end !== undefined }
}

function searchedBy({ environment, merchantId, status, from, to, ...rest }: OrderFilter): Searched {
  const isRare = status !== undefined && RARE.includes(status)
  const { network, amountMin, amountMax, text, metadataValue } = rest
  return {
    table: 'orders',
    indexed: [
      ...given('orders.environment = ?', environment),
      ...(isRare ? given(`orders.status = ? AND orders.${IS_RARE}`, status) : []),
      ...(isRare ? [] : given('orders.merchant_id = ?', merchantId)),
    ],
    time: { from, to },
    compared: [
      ...(isRare ? [] : given('orders.status = ?', status)),
      // The expression keeps SQLite from the index of merchants, which would read all orders of a merchant.
      ...(isRare ? given("orders.merchant_id || '' = ?", merchantId) : []),
      ...given('orders.network = ?', network),
      ...given('orders.amount >= ?', amountMin),
      ...given('orders.amount <= ?', amountMax),
      ...(text === undefined ? [] : [textCondition('orders', ['description', 'remark'], text)]),
      ...(metadataValue === undefined ? [] : [metadataCondition(metadataValue)]),
    ],
  }
}

function metadataCondition(value: string): Condition {
  const asNumber = NUMBER.test(value) ? [`:${value},`, `:${value}}`] : []
  const written = [`:${JSON.stringify(value)}`, ...asNumber]
  return [`(${written.map(() => contains('orders.metadata')).join(' OR ')})`, ...written]
}
