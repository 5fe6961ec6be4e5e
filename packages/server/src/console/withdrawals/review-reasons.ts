import {
  type FailureCode,
  isShortage,
  type ReviewReason,
  type Withdrawal,
} from '../../domain/withdrawals/withdrawal.js'
import type { Html } from '../../runtime/html.js'
import { badge, statusBadge } from '../../ui/badge.js'

/** Why a withdrawal waits, in a few words. */
export const REASON_WORDS: Readonly<Record<ReviewReason, string>> = {
  new_destination: 'New destination',
  auto_limit: 'Above limit',
  daily_limit: 'Above daily limit',
  refund_limit: 'Above refund limit',
  no_signer: 'No signer',
  possible_duplicate: 'May be paid already',
  order_frozen: 'Order is frozen',
  funds: 'Waits for funds',
  network_fee: 'Waits for lower fees',
  token_paused: 'Token is paused',
  token_deprecated: 'Token is deprecated',
  token_fee: 'Token takes a fee',
  would_revert: 'Token would refuse',
  screening: 'Waits for screening',
  recovering: 'Database is recovering',
  signer_unavailable: 'Waits for the signer',
  wallet_limit: 'Above limit of the wallet',
  payouts_stopped: 'Payouts are stopped',
}

/** Why a withdrawal was not sent, in a few words. */
export const FAILURE_WORDS: Readonly<Record<FailureCode, string>> = {
  canceled: 'Canceled by its merchant',
  rejected: 'Rejected, or sent to an address of this server',
  compliance: 'Screening flagged its destination',
  broadcast_rejected: 'Refused by the network',
  reverted: 'Failed on the network',
  expired_unbroadcast: 'Expired before it was sent',
}

/** The badge of a withdrawal: its status, or why it waits. */
export function waitBadge({ status, reviewReason, approvedAt, confirmations }: Withdrawal): Html {
  if (status === 'REVIEW' && approvedAt !== null && !isShortage(reviewReason))
    return statusBadge(status, 'Approved')
  if (status === 'REVIEW' && reviewReason !== null)
    return badge({ tone: 'warn', icon: 'eye', text: REASON_WORDS[reviewReason], title: reviewReason })
  if (status === 'BROADCAST') return statusBadge(status, `Sent, ${confirmations} confirmed`)
  return statusBadge(status)
}
