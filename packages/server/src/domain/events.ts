import { isoTime } from './instant.js'
import { formatUsdt, subtract } from './money.js'
import { amountText, type Order } from './orders.js'
import type { RecordedTransfer } from './payments.js'
import type { Context, Tx } from './ports.js'
import { fanOut } from './webhooks.js'

/** What a webhook endpoint can subscribe to. */
export const EVENT_TYPES = [
  'payment.confirmed',
  'payment.expired',
  'payment.underpaid',
  'payment.frozen',
  'withdrawal.completed',
  'withdrawal.failed',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** The events this version of the server sends. */
export const SENT_EVENTS = ['payment.confirmed', 'payment.expired', 'payment.underpaid'] as const
export type SentEvent = (typeof SENT_EVENTS)[number]

/**
 * Writes an event of an order into the outbox, in the transaction of the change. The body is rendered here, once: every
 * attempt sends and signs these bytes.
 */
export async function enqueueEvent(tx: Tx, context: Context, order: Order, event: SentEvent): Promise<void> {
  const transfers = await tx.transfers.listByOrder(order.id)
  const confirmed = transfers.filter((transfer) => transfer.confirmedAt !== null)
  const createdAt = context.clock.now()
  const timestamp = isoTime(createdAt)
  const body = JSON.stringify({ event, timestamp, data: dataOf(event, order, confirmed) })
  const { merchantId, environment } = order
  const id = context.ids.uuid()
  const row = { id, merchantId, environment, event, subject: order.id, body, createdAt }
  await fanOut(tx, context, row, order.webhookUrl)
}

function dataOf(event: SentEvent, order: Order, transfers: RecordedTransfer[]): object {
  const received = formatUsdt(order.received)
  const credited = formatUsdt(order.credited)
  const money = { order_amount: amountText(order), received_amount: received }
  const common = { order_id: order.id, order_number: order.orderNumber, status: order.status, ...money }
  const rail = { currency: 'USDT', ...(order.kind === 'on-chain' ? { network: order.network } : {}) }
  const transactions = transfers.map(presentTransaction)
  const metadata: unknown = JSON.parse(order.metadata)
  const at = isoTime(order.updatedAt)
  switch (event) {
    case 'payment.confirmed':
      return { ...common, credited_amount: credited, ...rail, transactions, paid_at: at, metadata }
    case 'payment.expired':
      return { ...common, ...rail, expired_at: at, metadata }
    case 'payment.underpaid':
      return {
        ...common,
        credited_amount: credited,
        missing_amount: missingText(order),
        ...rail,
        transactions,
        underpaid_at: at,
        metadata,
      }
  }
}

const presentTransaction = (transfer: RecordedTransfer) => ({
  tx_hash: transfer.txHash,
  amount: formatUsdt(transfer.value),
  block_number: transfer.block.number,
})

/** Never below zero: what came in beyond the order's amount is not missing. */
function missingText(order: Order): string {
  const isShort = order.amount !== null && order.amount > order.received
  return isShort ? formatUsdt(subtract(order.amount, order.received)) : '0.00'
}
