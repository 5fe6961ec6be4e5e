import type { Order } from '../../packages/server/src/domain/orders/order.js'
import type { Withdrawal } from '../../packages/server/src/domain/withdrawals/withdrawal.js'

/** Names the row of the state table of orders that a change belongs to. @param before undefined for a new order */
export function orderRow(before: Order | undefined, after: Order): string {
  const name = after.kind === 'app' ? 'app order' : 'order'
  return `${name}: ${before?.status ?? 'none'} -> ${after.status}, ${before ? orderFact(before, after) : 'created'}`
}

/**
 * Names the row of the state table of withdrawals that a change belongs to.
 *
 * @param before undefined for a new one
 * @param hasDeviated whether its payment transferred something else, so that only the operator settles it
 */
export function withdrawalRow(
  before: Withdrawal | undefined,
  after: Withdrawal,
  hasDeviated: boolean,
): string {
  const fact = before ? withdrawalFact(before, after, hasDeviated) : 'created'
  return `withdrawal: ${before?.status ?? 'none'} -> ${after.status}, ${fact}`
}

function orderFact(before: Order, after: Order): string {
  if (after.kind === 'app') return appFact(before, after)
  if (after.confirmed > before.confirmed) return 'transfer confirmed'
  if (after.confirmed < before.confirmed) return 'credited transfer orphaned'
  if (after.received > before.received) return 'transfer seen'
  if (after.received < before.received) return 'transfer orphaned or declined'
  if (after.rejectedAt !== before.rejectedAt) return 'rejected'
  if (after.status === 'FROZEN') return 'flagged'
  return before.status === 'FROZEN' ? 'cleared' : 'window over'
}

function appFact({ status }: Order, after: Order): string {
  if (after.status === 'PENDING_CONFIRM') return 'authorised'
  if (after.status === 'PAID') return 'settled'
  return status === 'PENDING_CONFIRM' ? 'voided' : 'window over'
}

function withdrawalFact(before: Withdrawal, after: Withdrawal, hasDeviated: boolean): string {
  if (after.voidRequestedAt !== before.voidRequestedAt) return 'replacement requested'
  if (after.status === before.status && after.txHash !== before.txHash) return 'version changed'
  switch (after.status) {
    case 'PENDING':
    case 'REVIEW':
      return reviewFact(before, after)
    case 'PROCESSING':
      return 'signed'
    case 'BROADCAST':
      return after.confirmations === before.confirmations ? 'broadcast' : 'confirming'
    case 'COMPLETED':
      if (before.status !== 'BROADCAST' || after.txHash !== before.txHash) return 'settled by transfer'
      return hasDeviated ? 'settled by operator' : 'completed'
    case 'FAILED':
    case 'CANCELED':
      return hasDeviated ? 'settled by operator' : `${after.failureCode}`
  }
}

function reviewFact(before: Withdrawal, { approvedAt, reviewReason }: Withdrawal): string {
  if (approvedAt !== null && approvedAt !== before.approvedAt) return 'approved'
  const isDecision = reviewReason === 'possible_duplicate' || reviewReason === 'order_frozen'
  return isDecision ? reviewReason : 'held back'
}
