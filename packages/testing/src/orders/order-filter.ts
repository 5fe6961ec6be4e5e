import { findableMembers } from '@merchantpay/core/metadata-members'
import type { Input } from '../http/handler.js'
import type { Order } from './order.js'

/** Whether an order matches the filters of a list. */
export function isListed(order: Order, query: Input<'listOrders'>['query']): boolean {
  const { status, order_number, network, created_from, created_to, metadata = {} } = query
  const { kind, createdAt } = order
  return (
    (status ?? order.status) === order.status &&
    (order_number ?? order.orderNumber) === order.orderNumber &&
    (network === undefined || (kind === 'on-chain' && order.network === network)) &&
    (created_from === undefined || createdAt >= Date.parse(created_from)) &&
    (created_to === undefined || createdAt < Date.parse(created_to)) &&
    Object.entries(metadata).every(([name, value]) =>
      findableMembers(order.metadata).some((member) => member.name === name && member.value === value),
    )
  )
}
