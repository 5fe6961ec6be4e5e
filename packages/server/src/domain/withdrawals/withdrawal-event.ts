import type { Context } from '../context.js'
import { isoTime } from '../shared/iso-time.js'
import { add, formatUsdt } from '../shared/money.js'
import type { WithdrawalEvent } from '../webhooks/event-types.js'
import { outgoingEvent } from '../webhooks/outgoing-event.js'
import type { OutgoingEvent } from '../webhooks/webhook.js'
import { refundIds, type Withdrawal } from './withdrawal.js'

/** Creates the event of a withdrawal in its current state. */
export function withdrawalEvent(
  context: Context,
  withdrawal: Withdrawal,
  event: WithdrawalEvent,
): OutgoingEvent {
  const data = withdrawalData(event, withdrawal)
  return outgoingEvent(context, withdrawal, { event, subject: withdrawal.id, data })
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
