import { isoTime } from './instant.js'
import { add, formatUsdt, subtract } from './money.js'
import { amountText, type Order } from './orders.js'
import type { RecordedTransfer } from './payments.js'
import { EVENT_TRANSACTIONS } from './policy.js'
import type { Context, Scope } from './ports.js'
import type { Tx } from './tables.js'
import { fanOut } from './webhooks.js'
import type { Withdrawal } from './withdrawals.js'

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
export type OrderEvent = Extract<EventType, `payment.${string}`>
export type WithdrawalEvent = Extract<EventType, `withdrawal.${string}`>

/** Writes an event of an order into the outbox, in the transaction of the change. */
export async function enqueueOrderEvent(
  tx: Tx,
  context: Context,
  order: Order,
  event: OrderEvent,
): Promise<void> {
  const which = event === 'payment.frozen' ? 'canonical' : 'confirmed'
  const told = await tx.transfers.listToTell(order.id, which, EVENT_TRANSACTIONS)
  const data = orderData(event, order, told.map(presentTransaction))
  await enqueue(tx, context, order, { event, subject: order.id, data })
}

/** Writes an event of a withdrawal into the outbox, in the transaction of the change. */
export function enqueueWithdrawalEvent(
  tx: Tx,
  context: Context,
  withdrawal: Withdrawal,
  event: WithdrawalEvent,
): Promise<void> {
  return enqueue(tx, context, withdrawal, {
    event,
    subject: withdrawal.id,
    data: withdrawalData(event, withdrawal),
  })
}

/** The body is rendered here, once: every attempt sends and signs these bytes. */
async function enqueue(
  tx: Tx,
  context: Context,
  { merchantId, environment, webhookUrl }: Scope & { webhookUrl: string | null },
  { event, subject, data }: { event: EventType; subject: string; data: object },
): Promise<void> {
  const createdAt = context.clock.now()
  const body = JSON.stringify({ event, timestamp: isoTime(createdAt), data })
  const row = { id: context.ids.uuid(), merchantId, environment, event, subject, body, createdAt }
  await fanOut(tx, context, row, webhookUrl)
}

function orderData(event: OrderEvent, order: Order, transactions: readonly object[]): object {
  const money = { order_amount: amountText(order), received_amount: formatUsdt(order.received) }
  const common = { order_number: order.orderNumber, status: order.status, ...money }
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
        missing_amount: missingText(order),
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

/** Never below zero: what came in beyond the order's amount is not missing. */
function missingText(order: Order): string {
  const isShort = order.amount !== null && order.amount > order.received
  return isShort ? formatUsdt(subtract(order.amount, order.received)) : '0.00'
}
