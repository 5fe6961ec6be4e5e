import type { Context } from '../context.js'
import { amountText, differenceText, type Order } from '../orders/order.js'
import type { RecordedTransfer } from '../payments/transfer.js'
import { isoTime } from '../shared/iso-time.js'
import { add, formatUsdt } from '../shared/money.js'
import { EVENT_TRANSACTIONS } from '../shared/policy.js'
import type { Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { refundIds, type Withdrawal } from '../withdrawals/withdrawal.js'
import type { EventType, OrderEvent, WithdrawalEvent } from './event-types.js'
import type { OutgoingEvent } from './webhook.js'

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
  return outgoing(context, order, { event, subject: order.id, data })
}

/** Creates the event of a withdrawal in its current state. */
export function withdrawalEvent(
  context: Context,
  withdrawal: Withdrawal,
  event: WithdrawalEvent,
): OutgoingEvent {
  const data = withdrawalData(event, withdrawal)
  return outgoing(context, withdrawal, { event, subject: withdrawal.id, data })
}

/** Renders the body once; every attempt sends and signs these bytes. */
function outgoing(
  context: Context,
  { merchantId, environment, webhookUrl }: Scope & { webhookUrl: string | null },
  { event, subject, data }: { event: EventType; subject: string; data: object },
): OutgoingEvent {
  const createdAt = context.clock.now()
  const body = JSON.stringify({ event, timestamp: isoTime(createdAt), data })
  const id = context.ids.uuid()
  return { event: { id, merchantId, environment, event, subject, body, createdAt }, ownUrl: webhookUrl }
}

function orderData(event: OrderEvent, order: Order, transactions: readonly object[]): object {
  const money = { order_amount: amountText(order), received_amount: formatUsdt(order.received) }
  const difference = differenceText(order)
  const common = { order_number: order.orderNumber, status: order.status, ...money, ...difference }
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

function withdrawalData(event: WithdrawalEvent, withdrawal: Withdrawal): object {
  const common = {
    withdrawal_id: withdrawal.id,
    withdrawal_number: withdrawal.withdrawalNumber,
    ...refundIds(withdrawal),
    status: withdrawal.status,
    amount: formatUsdt(withdrawal.amount),
    fee: formatUsdt(withdrawal.fee),
    total_debit: formatUsdt(add(withdrawal.amount, withdrawal.fee)),
    currency: 'USDT',
    network: withdrawal.network,
    destination_address: withdrawal.destinationAddress,
  }
  const at = isoTime(withdrawal.updatedAt)
  const tail = { tx_hash: withdrawal.txHash, metadata: JSON.parse(withdrawal.metadata) as unknown }
  return event === 'withdrawal.completed'
    ? { ...common, completed_at: at, ...tail }
    : { ...common, failure_code: withdrawal.failureCode, failed_at: at, ...tail }
}

const presentTransaction = (transfer: RecordedTransfer) => ({
  tx_hash: transfer.txHash,
  amount: formatUsdt(transfer.value),
  block_number: transfer.block.number,
})
