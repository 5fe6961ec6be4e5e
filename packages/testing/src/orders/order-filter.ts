import { findableMembers } from '@merchantpay/core/metadata-members'
import type { Input } from '../http/handler.js'
import { isWithin } from '../http/time-filter.js'
import type { Order } from './order.js'

/** Whether an order matches the filters of a list. */
export function isListed(order: Order, query: Input<'listOrders'>['query']): boolean {
  const { status, order_number, network, metadata = {} } = query
  return (
    (status ?? order.status) === order.status &&
    (order_number ?? order.orderNumber) === order.orderNumber &&
    (network === undefined || (order.kind === 'on-chain' && order.network === network)) &&
    isWithin(order.createdAt, { from: query.created_from, to: query.created_to }) &&
    isWithin(order.updatedAt, { from: query.updated_from, to: query.updated_to }) &&
    isWithin(order.paidAt, { from: query.paid_from, to: query.paid_to }) &&
    Object.entries(metadata).every(([name, value]) =>
      findableMembers(order.metadata).some((member) => member.name === name && member.value === value),
    )
  )
}
