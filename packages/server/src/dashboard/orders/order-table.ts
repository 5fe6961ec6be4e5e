import type { PaymentLink } from '../../domain/links/payment-link.js'
import type { Order } from '../../domain/orders/order.js'
import type { ConfirmationCount } from '../../domain/payments/confirmation-count.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { ordersTable } from '../../pages/views/orders-table.js'
import { type Html, html } from '../../runtime/html.js'
import { statusBadge } from '../../ui/badge.js'
import { amountOf } from '../../ui/figures.js'
import { timeUntil } from '../frame/times.js'
import type { Visit } from '../visit.js'
import { readConfirmations } from './confirmations.js'

/** A list of orders, newest first. @param link whose orders they are: its description is that of each */
export async function orderTable(
  tx: Tx,
  visit: Visit,
  orders: readonly Order[],
  link?: PaymentLink,
): Promise<Html> {
  const confirmations = await readConfirmations(tx, orders)
  return ordersTable(visit, orders, {
    caption: visit.plain('orders'),
    about: link
      ? []
      : [
          {
            title: visit.plain('for'),
            place: 'note',
            cell: ({ description }) => html`<bdi>${description ?? '–'}</bdi>`,
          },
        ],
    amountOf: ({ amount }) => (amount === null ? visit.text('any_amount') : amountOf(amount)),
    receivedOf: ({ received }) => amountOf(received),
    statusOf: (order) => orderBadge(visit, order, confirmations),
  })
}

/** The badge of an order, with the time that is left to pay an open one, and the confirmations of a payment. */
export function orderBadge(
  visit: Visit,
  { id, status, expireAt }: Order,
  confirmations: ReadonlyMap<string, ConfirmationCount>,
): Html {
  const count = confirmations.get(id)
  if (count) {
    const values = { n: `${count.count}`, m: `${count.required}` }
    return statusBadge(status, visit.text('confirming_count', values))
  }
  if (status !== 'OPEN' || expireAt <= visit.now) return visit.badge(status)
  return statusBadge(status, visit.text('open_left', { time: timeUntil(visit, expireAt) }))
}
