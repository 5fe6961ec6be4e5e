import { amountText, metadataOf, type Order } from '../../domain/orders/order.js'
import type { Environment } from '../../domain/shared/types.js'
import { ordersTable } from '../../pages/views/orders-table.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import { badge, statusBadge } from '../../ui/badge.js'
import { money } from '../../ui/figures.js'
import type { Column } from '../../ui/table.js'
import type { Visit } from '../visit.js'

/** A table of orders. @param names of their merchants; without names they are all of one merchant */
export function orderTable(
  orders: readonly Order[],
  visit: Visit,
  names?: ReadonlyMap<string, string>,
): Html {
  const merchant: Column<Order> = {
    title: 'Merchant',
    place: 'note',
    cell: ({ merchantId }) =>
      html`<a href="${visit.href(`/merchants/${merchantId}`)}"><bdi>${names?.get(merchantId) ?? merchantId}</bdi></a>`,
  }
  return ordersTable(visit, orders, {
    caption: 'Orders, newest first',
    about: [
      ...(names ? [merchant] : []),
      {
        title: 'Reference',
        place: names ? 'none' : 'note',
        cell: (order) => html`<bdi>${referenceOf(order)}</bdi>`,
      },
    ],
    amountOf,
    receivedOf: ({ received, amount }) =>
      received === amount ? money(received) : html`<b>${money(received)}</b>`,
    statusOf: (order) =>
      html`${statusBadge(order.status)}${overpaid(order)}${testMark(order.environment, visit)}`,
  })
}

const amountOf = (order: Order): string =>
  order.kind === 'on-chain' ? money(order.amount) : (amountText(order) ?? 'any')

const overpaid = (order: Order): Html =>
  order.kind === 'on-chain' && order.received > order.amount
    ? html` ${badge({ tone: 'grey', text: `+${money(order.received - order.amount)}`, title: 'overpaid' })}`
    : NOTHING

/** Marks something of the test environment on a page of the live one. */
export const testMark = (environment: Environment | undefined, visit: Visit): Html =>
  environment === 'test' && visit.environment === 'live'
    ? html` ${badge({ tone: 'warn', text: 'Test' })}`
    : NOTHING

const MAX_REFERENCE = 40

/** The first members of the metadata, or else the description: what a merchant knows the order by. */
function referenceOf(order: Order): string {
  const { description } = order
  const simple = metadataOf(order).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number',
  )
  const text =
    simple.length > 0 ? simple.map(([name, value]) => `${name} ${value}`).join(', ') : (description ?? '')
  return text.length > MAX_REFERENCE ? `${[...text].slice(0, MAX_REFERENCE - 1).join('')}…` : text
}
