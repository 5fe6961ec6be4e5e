import type { Beginning } from '../../../domain/orders/beginnings.js'
import type { Order, OrderStatus } from '../../../domain/orders/order.js'
import type { Environment, Position } from '../../../domain/shared/types.js'
import type {
  FoundSums,
  OrderFilter,
  PartsQuery,
  SearchStep,
  SearchWindow,
} from '../../../domain/store/order-tables.js'
import { NETWORKS } from '../../../networks/networks.js'
import type { Sql, SqlValue } from '../../sql.js'
import { beginsWith, type Condition } from '../beginning.js'
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

/**
 * Searches one window. An index finds the window, and its orders are compared with the rest of the filter, so that a
 * search costs at most its window, whatever it looks for.
 */
export async function searchOrders(
  sql: Sql,
  filter: OrderFilter & { readonly environment: Environment },
  { after, rows, limit }: SearchWindow,
): Promise<SearchStep> {
  const window = windowOf(filter, after)
  const { compared } = conditionsOf(filter)
  const end = compared.length === 0 ? undefined : await findEnd(sql, window, rows)
  const where = [...(end ? windowOf(filter, after, end) : window), ...compared]
  const found = await sql.all<OrderRow>(
    `${SELECT_ORDERS} WHERE ${textOf(where)} ORDER BY orders.created_at DESC, orders.id DESC LIMIT ?`,
    ...valuesOf(where),
    limit,
  )
  const orders = found.map(toOrder)
  return { orders, last: orders.length === limit ? orders.at(-1) : end }
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
  const where = [...windowOf(filter, after), ...conditionsOf(filter).compared]
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
  const window = windowOf(filter)
  const end = await findEnd(sql, window, most + 1)
  const where = [...(end ? windowOf(filter, undefined, end) : window), ...conditionsOf(filter).compared]
  const row = await sql.get<{ orders: bigint; asked: bigint; received: bigint }>(
    `SELECT COUNT(*) AS orders, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS asked,
       CAST(COALESCE(SUM(received), 0) AS BIGINT) AS received FROM orders WHERE ${textOf(where)}`,
    ...valuesOf(where),
  )
  const { orders = 0n, asked = 0n, received = 0n } = row ?? {}
  return { orders: Number(orders), asked, received, isCut: end !== undefined }
}

/**
 * The range of an index before `after` and from `end` on. A place goes instead of the time that it is within: SQLite bounds the
 * range by one condition at each end, and reads all rows that only the other one leaves out.
 */
function windowOf(
  filter: OrderFilter & { readonly environment: Environment },
  after?: Position,
  end?: Position,
): Condition[] {
  const { from, to } = filter
  const time = {
    from: end ? undefined : from,
    to: after && (to === undefined || after.createdAt < to) ? undefined : to,
  }
  return [
    ...conditionsOf({ ...filter, ...time }).indexed,
    ...(after ? [isBefore(after)] : []),
    ...(end ? [isFrom(end)] : []),
  ]
}

/** Finds the last order of the window; undefined if fewer are left. */
async function findEnd(sql: Sql, window: readonly Condition[], rows: number): Promise<Position | undefined> {
  const row = await sql.get<{ created_at: bigint; id: string }>(
    `SELECT created_at, id FROM orders WHERE ${textOf(window)}
     ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ?`,
    ...valuesOf(window),
    rows - 1,
  )
  return row && { createdAt: Number(row.created_at), id: row.id }
}

function conditionsOf({ environment, merchantId, status, from, to, ...rest }: OrderFilter): {
  indexed: Condition[]
  compared: Condition[]
} {
  const isRare = status !== undefined && RARE.includes(status)
  const indexed = [
    condition('orders.environment = ?', environment),
    isRare ? condition(`orders.status = ? AND orders.${IS_RARE}`, status) : [],
    isRare ? [] : condition('orders.merchant_id = ?', merchantId),
    condition('orders.created_at >= ?', from),
    condition('orders.created_at < ?', to),
  ]
  const { network, amountMin, amountMax, text, metadataValue } = rest
  const compared = [
    isRare ? [] : condition('orders.status = ?', status),
    // The expression keeps SQLite from the index of merchants, which would read all orders of a merchant.
    isRare ? condition("orders.merchant_id || '' = ?", merchantId) : [],
    condition('orders.network = ?', network),
    condition('orders.amount >= ?', amountMin),
    condition('orders.amount <= ?', amountMax),
    text === undefined ? [] : [textCondition(text)],
    metadataValue === undefined ? [] : [metadataCondition(metadataValue)],
  ]
  return { indexed: indexed.flat(), compared: compared.flat() }
}

const condition = (text: string, value: SqlValue | undefined): Condition[] =>
  value === undefined ? [] : [[text, value]]

/** Both engines compare the case of letters in `REPLACE`, and only one does in `LIKE`. */
const contains = (column: string): string => `REPLACE(${column}, ?, '') <> ${column}`

/**
 * Compares in any letter case; SQLite has small letters for ASCII alone, so that others have to be written as they are stored.
 * Metadata is the text of a JSON object, in which the value is escaped.
 */
function textCondition(text: string): Condition {
  const small = text.toLowerCase()
  const spellings = [...new Set([small, text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())])]
  const columns = ['description', 'remark', 'metadata'].map((name) => `LOWER(orders.${name})`)
  return [
    `(${spellings.flatMap(() => columns.map(contains)).join(' OR ')})`,
    ...spellings.flatMap((each) => [each, each, JSON.stringify(each).slice(1, -1)]),
  ]
}

function metadataCondition(value: string): Condition {
  const asNumber = NUMBER.test(value) ? [`:${value},`, `:${value}}`] : []
  const written = [`:${JSON.stringify(value)}`, ...asNumber]
  return [`(${written.map(() => contains('orders.metadata')).join(' OR ')})`, ...written]
}

const isBefore = ({ createdAt, id }: Position): Condition => [
  '(orders.created_at, orders.id) < (?, ?)',
  createdAt,
  id,
]
const isFrom = ({ createdAt, id }: Position): Condition => [
  '(orders.created_at, orders.id) >= (?, ?)',
  createdAt,
  id,
]

const textOf = (conditions: readonly Condition[]): string => conditions.map(([text]) => text).join(' AND ')
const valuesOf = (conditions: readonly Condition[]): SqlValue[] =>
  conditions.flatMap(([, ...values]) => values)
