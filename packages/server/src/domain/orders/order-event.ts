import type { RecordedTransfer } from '../chain/transfer.js'
import type { Context } from '../context.js'
import { isoTime } from '../shared/iso-time.js'
import { formatUsdt } from '../shared/money.js'
import { EVENT_TRANSACTIONS } from '../shared/policy.js'
import type { Tx } from '../store/unit-of-work.js'
import type { OrderEvent } from '../webhooks/event-types.js'
import { outgoingEvent } from '../webhooks/outgoing-event.js'
import type { OutgoingEvent } from '../webhooks/webhook.js'
import { amountText, differenceText, linkOf, type Order, priceFields } from './order.js'
import type { OrderFact } from './order-fact.js'

/** Creates the event of an order in its current state. The transaction of the change stores it in the outbox. */
export async function orderEvent(
  tx: Tx,
  context: Context,
  order: Order,
  event: OrderEvent,
  fact: OrderFact,
): Promise<OutgoingEvent> {
  if (event === 'payment.overpaid')
    return outgoingEvent(context, order, { event, subject: order.id, data: overpaidData(order, fact) })
  const which = event === 'payment.frozen' ? 'canonical' : 'confirmed'
  const transfers = await tx.transfers.listForEvent(order.id, which, EVENT_TRANSACTIONS)
  const data = orderData(event, order, transfers.map(presentTransaction))
  return outgoingEvent(context, order, { event, subject: order.id, data })
}

/** The data of the event of a transfer to an order that was paid before. */
function overpaidData(order: Order, fact: OrderFact): object {
  if (fact.kind !== 'transfer_confirmed') throw new Error(`${fact.kind} overpays no order`)
  const { txHash, logIndex, value } = fact.transfer
  return {
    order_id: order.id,
    overpayment_id: `${txHash}:${logIndex}`,
    ...commonOf(order),
    credited_amount: formatUsdt(order.credited),
    ...railOf(order),
    tx_hash: txHash,
    transfer_amount: formatUsdt(value),
    overpaid_at: isoTime(order.updatedAt),
    metadata: JSON.parse(order.metadata) as unknown,
  }
}

function orderData(
  event: Exclude<OrderEvent, 'payment.overpaid'>,
  order: Order,
  transactions: readonly object[],
): object {
  const common = commonOf(order)
  const credited = { credited_amount: formatUsdt(order.credited) }
  const rail = railOf(order)
  const metadata: unknown = JSON.parse(order.metadata)
  const at = isoTime(order.updatedAt)
  switch (event) {
    case 'payment.confirmed':
      return {
        order_id: order.id,
        ...common,
        ...credited,
        ...rail,
        transactions,
        paid_at: isoTime(order.paidAt ?? order.updatedAt),
        metadata,
      }
    case 'payment.expired':
      return { order_id: order.id, ...common, ...rail, expired_at: at, metadata }
    case 'payment.underpaid':
      return {
        order_id: order.id,
        ...common,
        ...credited,
        missing_amount: common.missing_amount ?? '0.00',
        ...rail,
        transactions,
        underpaid_at: at,
        metadata,
      }
    case 'payment.frozen':
      return {
        order_id: order.id,
        ...common,
        ...rail,
        reason: order.frozenReason,
        transactions,
        frozen_at: at,
        metadata,
      }
  }
}

const commonOf = (order: Order) => ({
  order_number: order.orderNumber,
  status: order.status,
  order_amount: amountText(order),
  received_amount: formatUsdt(order.received),
  ...differenceText(order),
  ...priceFields(order),
  ...linkOf(order),
})

const railOf = (order: Order) => ({
  currency: 'USDT',
  ...(order.kind === 'on-chain' ? { network: order.network } : {}),
})

const presentTransaction = (transfer: RecordedTransfer) => ({
  tx_hash: transfer.txHash,
  amount: formatUsdt(transfer.value),
  block_number: transfer.block.number,
})
