import { ORDER_STATUSES } from '../../../domain/orders/order.js'
import type { Page, Scope } from '../../../domain/shared/types.js'
import type { OrderListFilter } from '../../../domain/store/order-tables.js'
import { NETWORKS } from '../../../networks/networks.js'
import {
  type Condition,
  countOfRanges,
  given,
  idsOfRanges,
  type Range,
  wholeRange,
  within,
} from '../../list-ranges.js'
import { pageOfIds } from '../../page-clause.js'
import type { SqlValue } from '../../sql.js'
import { SELECT_ORDERS } from './order-rows.js'

type Query = [text: string, ...values: SqlValue[]]

/** Counts the orders of a list. */
export const countQuery = (scope: Scope, filter: OrderListFilter): Query =>
  countOfRanges(rangesOf(scope, filter))

/** Selects a page of a list, newest first. */
export const listQuery = (scope: Scope, filter: OrderListFilter, page: Page): Query =>
  pageOfIds({ select: SELECT_ORDERS, table: 'orders' }, idsOfRanges(rangesOf(scope, filter), page))

/**
 * Returns the ranges that hold the orders of a list, each order once. The index of a status, and that of a member, have the
 * time behind status and network: each pair of these is one range. The orders that were paid or changed in a time are read
 * whole, and compared with the other filters.
 */
function rangesOf(scope: Scope, filter: OrderListFilter): Range[] {
  const { status, network, orderNumber, member, updated, paid } = filter
  const { merchantId, environment } = scope
  const own: Condition = ['merchant_id = ? AND environment = ?', merchantId, environment]
  const created = within('created_at', filter)
  const rest = [...given('status = ?', status), ...given('network = ?', network), ...hasMember(member)]
  if (orderNumber !== undefined) {
    const times = [...within('updated_at', updated ?? {}), ...within('paid_at', paid ?? {})]
    const number: Condition = ['order_number = ?', orderNumber]
    return [{ from: ['orders'], id: 'id', where: [number, own, ...created, ...times, ...rest] }]
  }
  if (updated ?? paid) {
    const columns = ['status', 'network', ...(updated && paid ? ['updated_at'] : [])]
    const time = paid ? within('paid_at', paid) : within('updated_at', updated ?? {})
    const where = [...created, ...(paid ? within('updated_at', updated ?? {}) : []), ...rest]
    return [{ from: wholeRange('orders', columns, [own, ...time]), id: 'id', where }]
  }
  if (status === undefined && network === undefined && !member)
    return [{ from: ['orders'], id: 'id', where: [own, ...created] }]
  const statuses = status === undefined ? ORDER_STATUSES : [status]
  const networks = network === undefined ? [...NETWORKS, null] : [network]
  const isMember: Condition[] = member ? [['name = ? AND value = ?', member.name, member.value]] : []
  return statuses.flatMap((oneStatus) =>
    networks.map((oneNetwork) => ({
      from: [member ? 'order_metadata' : 'orders'] as const,
      id: member ? 'order_id' : 'id',
      where: [
        own,
        ...isMember,
        ['status = ?', oneStatus] as const,
        oneNetwork === null ? (['network IS NULL'] as const) : (['network = ?', oneNetwork] as const),
        ...created,
      ],
      fixed: 'network',
    })),
  )
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
