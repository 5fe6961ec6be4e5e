import type { OrderStatus } from '../../../domain/orders/order.js'
import type { Environment, Position } from '../../../domain/shared/types.js'
import type { FoundSums, OrderFilter, SearchStep, SearchWindow } from '../../../domain/store/order-tables.js'
import type { Sql, SqlValue } from '../../sql.js'
import { type OrderRow, SELECT_ORDERS, toOrder } from './order-rows.js'

/** Statuses of few orders, which may be old: they have an index of their own. */
const RARE: readonly OrderStatus[] = ['EXPIRED_PAID', 'UNDERPAID', 'FROZEN']
/** The condition of that index, word for word. */
export const IS_RARE = `status IN (${RARE.map((status) => `'${status}'`).join(', ')})`

/** A number as JSON writes it. */
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/

type Condition = readonly [text: string, ...values: SqlValue[]]

/**
 * Searches one window. An index finds the window, and its orders are compared with the rest of the filter, so that a
 * search costs at most its window, whatever it looks for.
 */
export async function searchOrders(
  sql: Sql,
  filter: OrderFilter & { readonly environment: Environment },
  { after, rows, limit }: SearchWindow,
): Promise<SearchStep> {
  const { indexed, compared } = conditionsOf(filter)
  const window = [...indexed, ...(after ? [isBefore(after)] : [])]
  const end = compared.length === 0 ? undefined : await findEnd(sql, window, rows)
  const where = [...window, ...(end ? [isFrom(end)] : []), ...compared]
  const found = await sql.all<OrderRow>(
    `${SELECT_ORDERS} WHERE ${textOf(where)} ORDER BY orders.created_at DESC, orders.id DESC LIMIT ?`,
    ...valuesOf(where),
    limit,
  )
  const orders = found.map(toOrder)
  return { orders, last: orders.length === limit ? orders.at(-1) : end }
}

/** Counts and sums the newest orders that match, over a window of them. */
export async function sumFound(
  sql: Sql,
  filter: OrderFilter & { readonly environment: Environment },
  most: number,
): Promise<FoundSums> {
  const { indexed, compared } = conditionsOf(filter)
  const end = await findEnd(sql, indexed, most + 1)
  const where = [...indexed, ...(end ? [isFrom(end)] : []), ...compared]
  const row = await sql.get<{ orders: bigint; asked: bigint; received: bigint }>(
    `SELECT COUNT(*) AS orders, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS asked,
       CAST(COALESCE(SUM(received), 0) AS BIGINT) AS received FROM orders WHERE ${textOf(where)}`,
    ...valuesOf(where),
  )
  const { orders = 0n, asked = 0n, received = 0n } = row ?? {}
  return { orders: Number(orders), asked, received, isCut: end !== undefined }
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
const contains = (column: string): string => `REPLACE(orders.${column}, ?, '') <> orders.${column}`

/** Metadata is the text of a JSON object, in which the value is escaped. */
const textCondition = (text: string): Condition => [
  `(${['description', 'remark', 'metadata'].map(contains).join(' OR ')})`,
  text,
  text,
  JSON.stringify(text).slice(1, -1),
]

function metadataCondition(value: string): Condition {
  const asNumber = NUMBER.test(value) ? [`:${value},`, `:${value}}`] : []
  const written = [`:${JSON.stringify(value)}`, ...asNumber]
  return [`(${written.map(() => contains('metadata')).join(' OR ')})`, ...written]
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
