import { ORDER_STATUSES } from '../../../domain/orders/order.js'
import type { Page, Position, Scope } from '../../../domain/shared/types.js'
import type { OrderListFilter } from '../../../domain/store/order-tables.js'
import { NETWORKS } from '../../../networks/networks.js'
import { pageOfIds } from '../../page-clause.js'
import type { SqlValue } from '../../sql.js'
import { SELECT_ORDERS } from './order-rows.js'

type Condition = readonly [text: string, ...values: SqlValue[]]
type Query = [text: string, ...values: SqlValue[]]

/** A range of an index in which the orders of a list stand by time. */
interface Range {
  readonly table: 'orders' | 'order_metadata'
  readonly where: readonly Condition[]
}

const ID_OF = { orders: 'id', order_metadata: 'order_id' } as const

/** Counts the orders of a list. The cost grows with the orders that match, whatever the filter. */
export function countQuery(scope: Scope, filter: OrderListFilter): Query {
  const ranges = rangesOf(scope, filter)
  const counts = ranges.map(
    ({ table, where }) => `SELECT COUNT(*) AS found FROM ${table} WHERE ${textOf(where)}`,
  )
  return [
    `SELECT CAST(SUM(found) AS BIGINT) AS total FROM (${counts.join(' UNION ALL ')}) AS counts`,
    ...ranges.flatMap(({ where }) => valuesOf(where)),
  ]
}

/** Selects a page of a list, newest first. */
export function listQuery(scope: Scope, filter: OrderListFilter, page: Page): Query {
  const [only, ...more] = rangesOf(scope, filter)
  if (!only) throw new Error('a list of orders has at least one range')
  const ids = more.length === 0 ? newestOfOne(only, page) : newestOfAll([only, ...more], page)
  return pageOfIds({ select: SELECT_ORDERS, table: 'orders' }, ids)
}

/**
 * Returns the ranges that hold the orders of a list, each order once. The index of a status, and that of a member, have the
 * time behind status and network: each pair of these is one range.
 */
function rangesOf(scope: Scope, filter: OrderListFilter): Range[] {
  const { status, network, orderNumber, member } = filter
  const { merchantId, environment } = scope
  const own: Condition = ['merchant_id = ? AND environment = ?', merchantId, environment]
  const created = [...given('created_at >= ?', filter.from), ...given('created_at < ?', filter.to)]
  if (orderNumber !== undefined) {
    const rest = [...given('status = ?', status), ...given('network = ?', network), ...hasMember(member)]
    return [{ table: 'orders', where: [['order_number = ?', orderNumber], own, ...created, ...rest] }]
  }
  if (status === undefined && network === undefined && !member)
    return [{ table: 'orders', where: [own, ...created] }]
  const statuses = status === undefined ? ORDER_STATUSES : [status]
  const networks = network === undefined ? [...NETWORKS, null] : [network]
  const isMember: Condition[] = member ? [['name = ? AND value = ?', member.name, member.value]] : []
  return statuses.flatMap((oneStatus) =>
    networks.map((oneNetwork) => ({
      table: member ? 'order_metadata' : 'orders',
      where: [
        own,
        ...isMember,
        ['status = ?', oneStatus],
        oneNetwork === null ? ['network IS NULL'] : ['network = ?', oneNetwork],
        ...created,
      ],
    })),
  )
}

function newestOfOne({ table, where }: Range, { limit, offset, after }: Page): Query {
  const id = ID_OF[table]
  const conditions = [...where, ...isAfter(id, after)]
  return [
    `SELECT ${id} FROM ${table} WHERE ${textOf(conditions)} ORDER BY created_at DESC, ${id} DESC LIMIT ? OFFSET ?`,
    ...valuesOf(conditions),
    limit,
    offset,
  ]
}

/** Takes from each range as many ids as the page may need. */
function newestOfAll(ranges: readonly Range[], { limit, offset, after }: Page): Query {
  const each = ranges.map(({ table, where }): Condition => {
    const id = ID_OF[table]
    const conditions = [...where, ...isAfter(id, after)]
    // PostgreSQL does not see that a range with the network NULL is in the order of time, unless the network is named.
    const text = `SELECT * FROM (SELECT created_at, ${id} AS id FROM ${table} WHERE ${textOf(conditions)}
      ORDER BY network DESC, created_at DESC, ${id} DESC LIMIT ?) AS newest`
    return [text, ...valuesOf(conditions), limit + offset]
  })
  return [
    `SELECT id FROM (${each.map(([text]) => text).join(' UNION ALL ')}) AS newest
     ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
    ...valuesOf(each),
    limit,
    offset,
  ]
}

const hasMember = (member: OrderListFilter['member']): Condition[] =>
  member
    ? [
        [
          'EXISTS (SELECT 1 FROM order_metadata WHERE order_id = orders.id AND name = ? AND value = ?)',
          member.name,
          member.value,
        ],
      ]
    : []

const isAfter = (id: string, after: Position | undefined): Condition[] =>
  after ? [[`(created_at, ${id}) < (?, ?)`, after.createdAt, after.id]] : []

const given = (text: string, value: SqlValue | undefined): Condition[] =>
  value === undefined ? [] : [[text, value]]
const textOf = (conditions: readonly Condition[]): string => conditions.map(([text]) => text).join(' AND ')
const valuesOf = (conditions: readonly Condition[]): SqlValue[] =>
  conditions.flatMap(([, ...values]) => values)
