import type { Order } from '../../domain/orders/order.js'
import { type Html, html } from '../../runtime/html.js'
import type { Content } from '../../ui/attributes.js'
import { NETWORK_NAMES } from '../../ui/figures.js'
import { type Column, table } from '../../ui/table.js'
import type { Visit } from '../visit.js'

type OrderWord = 'order' | 'when' | 'amount' | 'received' | 'network' | 'status' | 'client_app'

interface OrdersOptions {
  readonly caption: string
  /** Columns of this audience, such as the merchant or the description. */
  readonly about: readonly Column<Order>[]
  readonly amountOf: (order: Order) => Content
  readonly receivedOf: (order: Order) => Content
  readonly statusOf: (order: Order) => Content
}

/** A list of orders, newest first. */
export const ordersTable = (
  visit: Visit<string, OrderWord>,
  rows: readonly Order[],
  { caption, about, amountOf, receivedOf, statusOf }: OrdersOptions,
): Html =>
  table<Order>({
    caption,
    rows,
    columns: [
      {
        title: visit.plain('order'),
        place: 'name',
        cell: ({ id, orderNumber }) =>
          html`<a class="mono" href="${visit.href(`/orders/${id}`)}">${visit.exact(orderNumber)}</a>`,
      },
      { title: visit.plain('when'), place: 'more', cell: ({ createdAt }) => visit.time(createdAt) },
      ...about,
      { title: visit.plain('amount'), place: 'amount', isNumber: true, cell: amountOf },
      { title: visit.plain('received'), place: 'none', isNumber: true, cell: receivedOf },
      {
        title: visit.plain('network'),
        place: 'none',
        cell: (order) => (order.kind === 'app' ? visit.plain('client_app') : NETWORK_NAMES[order.network]),
      },
      { title: visit.plain('status'), place: 'status', cell: statusOf },
    ],
  })
