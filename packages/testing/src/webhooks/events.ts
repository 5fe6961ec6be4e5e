import { SAMPLE_EVENTS } from '@merchantpay/core/sample-events'
import type { EventType, PaymentConfirmedEvent } from '@merchantpay/sdk'
import { add, format, usdt } from '@merchantpay/sdk/money'
import type { OnChainOrder, Order, Transfer } from '../orders/order.js'
import { amountText, creditedOf, differenceOf, linkOf } from '../orders/orders.js'
import { priceFieldsOf } from '../orders/rates.js'
import type { Environment, Scope } from '../scope.js'
import { refundIds, type Withdrawal } from '../withdrawals/withdrawal.js'
import { isoTime, type World } from '../world.js'
import { fanOut } from './deliveries.js'
import type { WebhookEvent } from './event.js'

type Transaction = PaymentConfirmedEvent['data']['transactions'][number]

/** The event types of orders. */
export type OrderEventType = Exclude<EventType, `withdrawal.${string}`>

/** Emits an event of an order. */
export function emitOrderEvent(world: World, order: Order, type: OrderEventType, transfer?: Transfer): void {
  const event = orderEvent(order, type, envelopeOf(world, order), transfer)
  // An order's own URL gets the six events that every receiver knows.
  const owner = type === 'payment.overpaid' ? { ...order, webhookUrl: undefined } : order
  fanOut(world, owner, { event, subject: order.id })
}

/** Emits the event of a finished withdrawal. */
export function emitWithdrawalEvent(world: World, withdrawal: Withdrawal): void {
  const event = withdrawalEvent(withdrawal, envelopeOf(world, withdrawal))
  fanOut(world, withdrawal, { event, subject: withdrawal.id })
}

/** The contract's example of an event, about an order or a withdrawal that does not exist. */
export function sampleEvent(world: World, scope: Scope, type: EventType): WebhookEvent {
  const { event, data } = SAMPLE_EVENTS[type]
  const aboutId = 'order_id' in data ? { order_id: world.ids.uuid() } : { withdrawal_id: world.ids.uuid() }
  const named = event satisfies WebhookEvent['event']
  return {
    event: named,
    ...envelopeOf(world, scope),
    data: { ...data, ...aboutId },
  } as unknown as WebhookEvent // the contract's lint checks the example
}

interface Envelope {
  readonly timestamp: string
  readonly environment: Environment
}

function envelopeOf(world: World, { environment }: Scope): Envelope {
  return { timestamp: isoTime(world.clock.now()), environment }
}

function orderEvent(
  order: Order,
  type: OrderEventType,
  envelope: Envelope,
  transfer: Transfer | undefined,
): WebhookEvent {
  const common = commonOf(order)
  const metadata = { ...order.metadata }
  const at = isoTime(order.updatedAt)
  if (type === 'payment.expired') {
    const data = { ...common, order_amount: amountText(order), ...railOf(order), expired_at: at, metadata }
    return { event: type, ...envelope, data }
  }
  const credit = { credited_amount: format(creditedOf(order)) }
  if (type === 'payment.confirmed') {
    const paid = {
      transactions: confirmedTransfers(order),
      paid_at: isoTime(order.paidAt ?? order.updatedAt),
    }
    return { event: type, ...envelope, data: { ...common, ...credit, ...railOf(order), ...paid, metadata } }
  }
  if (order.kind === 'app') throw new Error(`an app-only order has no ${type}`)
  const rail = { currency: 'USDT' as const, network: order.network }
  if (type === 'payment.underpaid') {
    const rest = { transactions: confirmedTransfers(order), underpaid_at: at, metadata }
    const { missing_amount = format(usdt('0')) } = common
    return { event: type, ...envelope, data: { ...common, ...credit, missing_amount, ...rail, ...rest } }
  }
  if (type === 'payment.overpaid') {
    const { txHash = '', value = usdt('0') } = transfer ?? {}
    const { overpaid_amount = format(usdt('0')) } = common
    const ids = { overpayment_id: `${txHash}:0`, tx_hash: txHash, transfer_amount: format(value) }
    const data = { ...common, ...ids, ...credit, overpaid_amount, ...rail, overpaid_at: at, metadata }
    return { event: type, ...envelope, data }
  }
  const transactions = chainTransfers(order).map(presentTransfer)
  const rest = { reason: order.frozenReason ?? 'compliance', transactions, frozen_at: at, metadata }
  return { event: type, ...envelope, data: { ...common, ...rail, ...rest } }
}

function commonOf(order: Order) {
  return {
    order_id: order.id,
    order_number: order.orderNumber,
    status: order.status,
    order_amount: amountText(order) ?? format(order.received),
    received_amount: format(order.received),
    ...differenceOf(order),
    ...(order.kind === 'on-chain' && priceFieldsOf(order.price)),
    ...linkOf(order),
  }
}

function railOf(order: Order) {
  return { currency: 'USDT' as const, ...(order.kind === 'on-chain' && { network: order.network }) }
}

/** The transfers on the chain, confirmed or not. */
function chainTransfers({ transfers }: OnChainOrder): Transfer[] {
  return transfers.filter(({ state }) => state === 'seen' || state === 'confirmed')
}

function confirmedTransfers(order: Order): Transaction[] {
  const transfers = order.kind === 'on-chain' ? order.transfers : []
  return transfers.filter(({ state }) => state === 'confirmed').map(presentTransfer)
}

function presentTransfer({ txHash, value, blockNumber }: Transfer): Transaction {
  return { tx_hash: txHash, amount: format(value), block_number: blockNumber }
}

function withdrawalEvent(withdrawal: Withdrawal, envelope: Envelope): WebhookEvent {
  const { id, amount, fee, txHash, status, updatedAt, failureCode } = withdrawal
  const common = {
    withdrawal_id: id,
    withdrawal_number: withdrawal.withdrawalNumber,
    ...refundIds(withdrawal),
    status,
    amount: format(amount),
    fee: format(fee),
    total_debit: format(add(amount, fee)),
    currency: 'USDT' as const,
    network: withdrawal.network,
    destination_address: withdrawal.destinationAddress,
  }
  const metadata = { ...withdrawal.metadata }
  const at = isoTime(updatedAt)
  if (status === 'COMPLETED') {
    const data = { ...common, completed_at: at, tx_hash: txHash ?? '', metadata }
    return { event: 'withdrawal.completed', ...envelope, data }
  }
  const failure = { failure_code: failureCode ?? 'canceled', failed_at: at }
  return {
    event: 'withdrawal.failed',
    ...envelope,
    data: { ...common, ...failure, tx_hash: txHash, metadata },
  }
}
