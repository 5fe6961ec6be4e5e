import type { Order } from '../../domain/orders/order.js'
import type { ConfirmationCount } from '../../domain/payments/confirmation-count.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html } from '../../runtime/html.js'
import { type Status, statusBadge } from '../../ui/badge.js'
import { amountOf, exactText, NETWORK_NAMES } from '../../ui/figures.js'
import { table } from '../../ui/table.js'
import { timeElement, timeUntil } from '../frame/times.js'
import type { Visit } from '../visit.js'
import { readConfirmations } from './confirmations.js'

/** A list of orders, newest first. */
export async function orderTable(tx: Tx, visit: Visit, orders: readonly Order[]): Promise<Html> {
  const confirmations = await readConfirmations(tx, orders)
  return table<Order>({
    caption: visit.plain('orders'),
    rows: orders,
    columns: [
      {
        title: visit.plain('order'),
        place: 'name',
        cell: ({ id, orderNumber }) =>
          html`<a class="mono" href="${visit.href(`/orders/${id}`)}">${exactText(orderNumber)}</a>`,
      },
      { title: visit.plain('when'), place: 'more', cell: ({ createdAt }) => timeElement(visit, createdAt) },
      {
        title: visit.plain('for'),
        place: 'note',
        cell: ({ description }) => html`<bdi>${description ?? '–'}</bdi>`,
      },
      {
        title: visit.plain('amount'),
        place: 'amount',
        isNumber: true,
        cell: ({ amount }) => (amount === null ? visit.text('any_amount') : amountOf(amount)),
      },
      {
        title: visit.plain('received'),
        place: 'none',
        isNumber: true,
        cell: ({ received }) => amountOf(received),
      },
      { title: visit.plain('network'), place: 'none', cell: networkOf(visit) },
      {
        title: visit.plain('status'),
        place: 'status',
        cell: (order) => orderBadge(visit, order, confirmations),
      },
    ],
  })
}

const networkOf =
  (visit: Visit) =>
  (order: Order): string =>
    order.kind === 'app' ? visit.plain('client_app') : NETWORK_NAMES[order.network]

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
  if (status !== 'OPEN' || expireAt <= visit.now) return badgeOf(visit, status)
  return statusBadge(status, visit.text('open_left', { time: timeUntil(visit, expireAt) }))
}

/** The badge of a status, with its word in the language of the page. */
export const badgeOf = (visit: Visit, status: Status): Html => statusBadge(status, wordOf(visit, status))

/** The word of a status in the language of the page. */
export const wordOf = (visit: Visit, status: Status): Html =>
  visit.text(`status_${status.toLowerCase() as Lowercase<Status>}`)
