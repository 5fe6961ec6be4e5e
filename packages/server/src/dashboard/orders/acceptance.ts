import type { OnChainOrder, Order } from '../../domain/orders/order.js'
import { isAcceptable } from '../../domain/orders/order-acceptance.js'
import { linkButton } from '../../pages/parts.js'
import { type Html, html, NOTHING } from '../../runtime/html.js'
import type { Fact } from '../../ui/facts.js'
import { hiddenField } from '../../ui/fields.js'
import { amountOf } from '../../ui/figures.js'
import type { MerchantAction } from '../action-route.js'
import { day } from '../frame/times.js'
import type { Visit } from '../visit.js'
import { getOwnOrder } from './own-order.js'

/** The page that the question was asked from, and to which the answer leads. */
const HOME = 'home'

/** Accepts what an order has received: too little, or the surplus. */
export const acceptAction: MerchantAction = {
  id: 'accept',
  path: '/orders/:id/accept',
  needs: ['sales', 'orders'],
  section: 'orders',
  title: 'accept_order',
  async ask(tx, visit) {
    const order = await getOwnOrder(tx, visit)
    const isFromHome = visit.query('from') === HOME || visit.field('from') === HOME
    return {
      title: visit.text(titleOf(order)),
      text: visit.text('accept_order_text', {
        order: visit.exact(order.orderNumber),
        received: amountOf(order.received),
        amount: amountOf(order.amount ?? order.received),
      }),
      submit: { text: visit.plain(titleOf(order)) },
      fields: isFromHome ? [hiddenField('from', HOME)] : [],
      back: visit.path(isFromHome ? '' : `/orders/${order.id}`),
    }
  },
  async call(visit) {
    const { id } = await visit.repeatable('acceptOrder', { params: { id: visit.param('id') } })
    const path = visit.field('from') === HOME ? '' : `/orders/${id}`
    return { kind: 'redirect', to: visit.path(path, { done: 'order_accepted' }) }
  },
}

const titleOf = ({ status }: Order) => (status === 'UNDERPAID' ? 'accept_order' : 'keep_surplus')

/** The button that leads to the question; nothing where there is nothing to accept. */
export const acceptButton = (visit: Visit, order: Order): Html =>
  visit.may('orders') && isAcceptable(order)
    ? linkButton(visit, titleOf(order), `/orders/${order.id}/accept`, {})
    : NOTHING

/** The amount that the merchant has accepted, and its time. */
export const acceptanceFacts = (visit: Visit, { acceptance }: OnChainOrder): Fact[] =>
  acceptance
    ? [
        {
          label: visit.text('accepted'),
          value: html`${amountOf(acceptance.amount)}<br><small>${day(visit, acceptance.at)}</small>`,
        },
      ]
    : []
