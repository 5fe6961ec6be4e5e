import { refundByOperator } from '../../domain/orders/operator-refunds.js'
import type { Order } from '../../domain/orders/order.js'
import { clearOrder, rejectOrder } from '../../domain/orders/order-reviews.js'
import { findNamedOrder } from '../../domain/orders/orders.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { typedAmount } from '../../domain/shared/typed-amount.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { type Html, html, joinHtml, NOTHING } from '../../runtime/html.js'
import { field } from '../../ui/fields.js'
import { money, NETWORK_NAMES } from '../../ui/figures.js'
import { wholeAddress } from '../../ui/whole-address.js'
import type { OperatorAction } from '../access/actions.js'
import type { Visit } from '../visit.js'
import { FROZEN_WORDS, holdsNothing } from './frozen-words.js'

const MOST_SENDERS = 10

const orderPath = (visit: Visit, { id, environment }: Order): string =>
  visit.in(environment).path(`/orders/${id}`)

export const clearAction: OperatorAction = {
  name: 'orders clear',
  path: '/orders/:id/clear',
  async ask(tx, visit) {
    const order = await getOrder(tx, visit)
    return {
      visit: visit.in(order.environment),
      title: `Clear ${order.orderNumber}?`,
      text: html`${holdsNothing(order) ? 'The order holds no money.' : `The merchant gets the ${money(order.credited)} USDT that the order holds.`} The order gets the status that its amounts imply, and an event tells the merchant.${await reviewedFacts(tx, order)}`,
      hidden: { version: `${order.version}` },
      submit: { text: 'Clear', icon: 'check' },
      back: orderPath(visit, order),
    }
  },
  async run(tx, context, visit, mandate) {
    const cleared = await clearOrder(tx, context, visit.param('id'), mandate, visit.seenVersion)
    return { to: orderPath(visit, cleared), done: 'cleared' }
  },
}

export const rejectOrderAction: OperatorAction = {
  name: 'orders reject',
  path: '/orders/:id/reject',
  async ask(tx, visit) {
    const order = await getOrder(tx, visit)
    return {
      visit: visit.in(order.environment),
      title: `Reject ${order.orderNumber}?`,
      text: html`${holdsNothing(order) ? 'The order holds no money.' : `The ${money(order.credited)} USDT go to the account of the operator.`} The order stays frozen. This is final.${await reviewedFacts(tx, order)}`,
      hidden: { version: `${order.version}` },
      submit: { text: 'Reject', icon: 'cross', isDangerous: true },
      back: orderPath(visit, order),
    }
  },
  async run(tx, context, visit, mandate) {
    const rejected = await rejectOrder(tx, context, visit.param('id'), mandate, visit.seenVersion)
    return { to: orderPath(visit, rejected), done: 'order-rejected' }
  },
}

export const refundAction: OperatorAction = {
  name: 'orders refund',
  path: '/orders/:id/refund',
  async ask(tx, visit) {
    const order = await getOrder(tx, visit)
    const at = visit.in(order.environment)
    const network = order.kind === 'app' ? 'no network' : NETWORK_NAMES[order.network]
    return {
      visit: at,
      title: `Refund ${order.orderNumber}?`,
      text: `A withdrawal of the merchant on ${network} returns credited money. Without an amount it returns what was overpaid, or else all that is left of ${money(order.credited)} USDT.`,
      fields: [
        field({
          name: 'refund',
          label: 'Amount',
          note: 'optional',
          value: visit.field('refund'),
          unit: 'USDT',
          attributes: { inputmode: 'decimal', autocomplete: 'off' },
        }),
        field({
          name: 'destination',
          label: 'Address that gets it',
          value: visit.field('destination'),
          attributes: { required: true, autocomplete: 'off', spellcheck: 'false' },
        }),
      ],
      // Two submissions of one form are one refund.
      hidden: { key: visit.formKey },
      submit: { text: 'Refund', icon: 'undo' },
      back: orderPath(visit, order),
    }
  },
  async run(tx, context, visit, mandate) {
    const order = await getOrder(tx, visit)
    const amount = typedAmount(visit.field('refund'))
    const idempotencyKey = visit.sentKey
    if (idempotencyKey === undefined) throw new OperatorError('the form has no key: send it from this page')
    const wanted = {
      amount: amount === '' ? undefined : amount,
      destinationAddress: visit.field('destination'),
      idempotencyKey,
    }
    await refundByOperator(tx, context, order, wanted, mandate)
    return { to: orderPath(visit, order), done: 'refunded' }
  },
}

/** The reason of a freeze, with sender and amount of each transfer. */
async function reviewedFacts(tx: Tx, { id, frozenReason }: Order): Promise<Html> {
  const transfers = (await tx.transfers.listByOrder(id)).slice(0, MOST_SENDERS)
  const sent = transfers.map(
    ({ from, value, isFlagged }) =>
      html`<br>${money(value)} USDT${isFlagged ? ', flagged,' : ''} from ${wholeAddress(from)}`,
  )
  const reason = frozenReason === null ? NOTHING : html`<br><b>${FROZEN_WORDS[frozenReason]}</b>`
  return html`${reason}${joinHtml(sent)}`
}

async function getOrder(tx: Tx, visit: Visit): Promise<Order> {
  const name = visit.param('id')
  const order = await findNamedOrder(tx, name)
  if (!order) throw new OperatorError(`there is no order ${name}`)
  return order
}
