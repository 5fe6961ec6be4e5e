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

/** Creates the event of an order in its current state. The transaction of the change stores it in the outbox. */
export async function orderEvent(
  tx: Tx,
  context: Context,
  order: Order,
  event: OrderEvent,
): Promise<OutgoingEvent> {
  const which = event === 'payment.frozen' ? 'canonical' : 'confirmed'
  const transfers = await tx.transfers.listForEvent(order.id, which, EVENT_TRANSACTIONS)
  const data = orderData(event, order, transfers.map(presentTransaction))
  return outgoingEvent(context, order, { event, subject: order.id, data })
}

function orderData(event: OrderEvent, order: Order, transactions: readonly object[]): object {
  const money = { order_amount: amountText(order), received_amount: formatUsdt(order.received) }
  const difference = differenceText(order)
  const common = {
    order_number: order.orderNumber,
    status: order.status,
    ...money,
    ...difference,
    ...priceFields(order),
    ...linkOf(order),
  }
  const credited = { credited_amount: formatUsdt(order.credited) }
  const rail = { currency: 'USDT', ...(order.kind === 'on-chain' ? { network: order.network } : {}) }
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
        missing_amount: difference.missing_amount ?? '0.00',
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

const presentTransaction = (transfer: RecordedTransfer) => ({
  tx_hash: transfer.txHash,
  amount: formatUsdt(transfer.value),
  block_number: transfer.block.number,
})
