import type { Order } from '../../domain/orders/order.js'
import { listOrderDeliveries } from '../../domain/orders/order-deliveries.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { errorForMerchant } from '../../domain/webhooks/delivery-error.js'
import type { DeliveryWithEvent } from '../../domain/webhooks/webhook.js'
import type { Refund } from '../../domain/withdrawals/withdrawal.js'
import { type Dated, history } from '../../pages/views/history.js'
import { transactionLink } from '../../pages/views/transaction-link.js'
import { type Html, html } from '../../runtime/html.js'
import { exact } from '../../ui/copy-field.js'
import { amountOf, NETWORK_NAMES } from '../../ui/figures.js'
import { day, exactTime } from '../frame/times.js'
import type { Visit } from '../visit.js'

const MOST_DELIVERIES = 50

/** Tells what happened with an order, oldest first, without what concerns the operator alone. */
export async function readHistory(
  tx: Tx,
  visit: Visit,
  order: Order,
  refunds: readonly Refund[],
): Promise<Html> {
  const transfers = await tx.transfers.listByOrder(order.id)
  const page = { limit: MOST_DELIVERIES, offset: 0 }
  const { rows: deliveries } = await listOrderDeliveries(tx, visit.caller, order.id, page)
  const story: Dated[] = [
    created(visit, order),
    ...transfers
      .filter(({ orphanedAt, ignoredReason }) => orphanedAt === null && ignoredReason === null)
      .map(
        ({ value, from, txHash, network, block }): Dated => ({
          at: block.timeAt,
          tone: 'info',
          icon: 'arrow-in',
          title: visit.text('transfer_seen', { amount: amountOf(value) }),
          text: visit.text('transfer_from', {
            sender: exact(from),
            hash: transactionLink(visit, { environment: visit.environment, network, txHash }),
          }),
        }),
      ),
    ...ended(visit, order),
    ...refunds.map(
      (refund): Dated => ({
        at: refund.createdAt,
        tone: 'warn',
        icon: 'undo',
        title: visit.text('refund_of', { amount: amountOf(refund.amount) }),
        text: html`<a href="${visit.href(`/withdrawals/${refund.id}`)}">${visit.word(refund.status)}</a>`,
      }),
    ),
    ...deliveries.map((delivery) => deliveryOf(visit, delivery)),
  ]
  return history(story, {
    timeOf: (at) => exactTime(visit, at),
    days: { dayOf: (at) => day(visit, at), begin: order.createdAt },
  })
}

function created(visit: Visit, order: Order): Dated {
  const network = order.kind === 'app' ? visit.plain('client_app') : NETWORK_NAMES[order.network]
  return {
    at: order.createdAt,
    tone: 'grey',
    icon: 'plus',
    title: visit.text('created'),
    text:
      order.amount === null
        ? visit.text('any_amount')
        : visit.text('created_text', { amount: amountOf(order.amount), network }),
  }
}

function ended(visit: Visit, order: Order): Dated[] {
  const rows: Dated[] = []
  if (order.windowEndedAt !== null)
    rows.push({ at: order.windowEndedAt, tone: 'grey', icon: 'clock', title: visit.text('window_ended') })
  if (order.paidAt !== null)
    rows.push({
      at: order.paidAt,
      tone: 'ok',
      icon: 'check-circle',
      title: paidTitle(visit, order),
      text: visit.text('paid_text', {
        received: amountOf(order.confirmed),
        fee: amountOf(order.confirmed - order.credited),
        credited: amountOf(order.credited),
      }),
    })
  if (order.status === 'FROZEN')
    rows.push({
      at: order.updatedAt,
      tone: 'ice',
      icon: 'snowflake',
      title: visit.text('status_frozen'),
      text: visit.text('frozen_text'),
    })
  return rows
}

function paidTitle(visit: Visit, order: Order): Html {
  const more = order.kind === 'app' ? 0n : order.confirmed - order.amount
  return more > 0n ? visit.text('paid_more', { amount: amountOf(more) }) : visit.text('status_paid')
}

function deliveryOf(visit: Visit, delivery: DeliveryWithEvent): Dated {
  const { event, status, deliveredAt, createdAt, id } = delivery
  const error = errorForMerchant(delivery)
  const values = { event: visit.exact(event.event) }
  const link = html`<a href="${visit.href('/deliveries', { open: id })}">${visit.text('show_attempts')}</a>`
  if (status === 'DELIVERED')
    return {
      at: deliveredAt ?? createdAt,
      tone: 'ok',
      icon: 'antenna',
      title: visit.text('webhook_delivered', values),
      text: link,
    }
  return {
    at: createdAt,
    tone: status === 'FAILED' ? 'bad' : 'grey',
    icon: 'antenna',
    title: visit.text(status === 'FAILED' ? 'webhook_failed' : 'webhook_waiting', values),
    text: error === null ? link : html`${visit.exact(error)} ${link}`,
  }
}
