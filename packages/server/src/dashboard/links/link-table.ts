import { linkStatus, type PaymentLink } from '../../domain/links/payment-link.js'
import { type Html, html } from '../../runtime/html.js'
import { amountOf, number, priceText } from '../../ui/figures.js'
import { type Column, table } from '../../ui/table.js'
import type { Visit } from '../visit.js'

/** A list of links, newest first. */
export const linkTable = (visit: Visit, links: readonly PaymentLink[]): Html =>
  table<PaymentLink>({
    caption: visit.plain('links'),
    rows: links,
    columns: [
      {
        title: visit.plain('for'),
        place: 'name',
        cell: ({ id, description }) =>
          html`<a href="${visit.href(`/links/${id}`)}"><bdi>${description ?? visit.plain('payment_link')}</bdi></a>`,
      },
      { title: visit.plain('created'), place: 'note', cell: ({ createdAt }) => visit.time(createdAt) },
      {
        title: visit.plain('amount'),
        place: 'amount',
        isNumber: true,
        cell: (link) => amountTextOf(visit, link),
      },
      ...(visit.may('read') ? sumColumns(visit) : []),
      {
        title: visit.plain('status'),
        place: 'status',
        cell: (link) => visit.badge(linkStatus(link, visit.now)),
      },
    ],
  })

const sumColumns = (visit: Visit): Column<PaymentLink>[] => [
  {
    title: visit.plain('paid_orders'),
    place: 'none',
    isNumber: true,
    cell: ({ paidOrdersCount, ordersCount }) => `${number(paidOrdersCount)} / ${number(ordersCount)}`,
  },
  { title: visit.plain('received'), place: 'none', isNumber: true, cell: ({ paid }) => amountOf(paid) },
]

/** The amount or the price of a link, or that the payer chooses it. */
export function amountTextOf(visit: Visit, { amount, price }: PaymentLink): Html {
  if (price) return visit.exact(priceText(price))
  return amount === null ? visit.text('custom') : html`${amountOf(amount)} USDT`
}
