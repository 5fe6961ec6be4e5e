import type { ShortageReason } from '../chain/sender.js'
import type { Usdt } from '../shared/money.js'
import type { Instant, Network, Scope } from '../shared/types.js'
import type { Maker } from './maker.js'

/** A transfer from a merchant's balance to an external address. */
export interface Withdrawal extends Scope {
  readonly id: string
  readonly withdrawalNumber: string
  readonly status: WithdrawalStatus
  /** Amount that the destination receives; the fee is charged in addition. */
  readonly amount: Usdt
  readonly fee: Usdt
  readonly network: Network
  readonly destinationAddress: string
  readonly txHash: string | null
  readonly confirmations: number
  readonly failureCode: FailureCode | null
  readonly reviewReason: ReviewReason | null
  readonly approvedAt: Instant | null
  /** When the operator requested the replacement of its payment. */
  readonly voidRequestedAt: Instant | null
  /** The order that it refunds. */
  readonly orderId: string | null
  /** Whether it may return the fee on its order too. */
  readonly includesFee: boolean
  /** Null in rows of earlier versions. */
  readonly madeBy: Maker | null
  readonly description: string | null
  /** JSON text of an object. */
  readonly metadata: string
  readonly webhookUrl: string | null
  readonly createdAt: Instant
  readonly updatedAt: Instant
  readonly completedAt: Instant | null
  /** Grows by one with each change. */
  readonly version: number
}

/** A withdrawal that refunds an order. */
export type Refund = Withdrawal & { readonly orderId: string }

/** Returns the ids of a refund as they are written; nothing for another withdrawal. */
export const refundIds = ({ id, orderId }: Withdrawal): { order_id?: string; refund_id?: string } =>
  orderId === null ? {} : { order_id: orderId, refund_id: id }

export const WITHDRAWAL_STATUSES = [
  'PENDING',
  'REVIEW',
  'PROCESSING',
  'BROADCAST',
  'COMPLETED',
  'FAILED',
  'CANCELED',
] as const

export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number]

/** Why a withdrawal failed or was canceled. */
export type FailureCode =
  | 'canceled'
  | 'rejected'
  | 'compliance'
  | 'broadcast_rejected'
  | 'reverted'
  | 'expired_unbroadcast'

/**
 * Why a withdrawal waits: for approval, or for a shortage to end. `new_destination`: its address has not been on the
 * merchant's list for 24 hours.
 */
export type ReviewReason =
  | 'new_destination'
  | 'auto_limit'
  | 'daily_limit'
  /** More refunds of its order, or of the day, than go out without review. */
  | 'refund_limit'
  | 'no_signer'
  | DecisionReason
  | ShortageReason

/** A reason that no other one replaces: only a person decides, and an approval from before did not consider it. */
export type DecisionReason =
  /** A transfer out of the hot wallet that the ledger does not know may be its payment. */
  | 'possible_duplicate'
  /** The order that it refunds is FROZEN. */
  | 'order_frozen'

/** Reasons that end by themselves: withdrawals are tried again without approval. */
export const SHORTAGES: readonly ShortageReason[] = [
  'funds',
  'network_fee',
  'token_paused',
  'token_deprecated',
  'token_fee',
  'would_revert',
  'screening',
  'recovering',
  'signer_unavailable',
  'wallet_limit',
  'payouts_stopped',
]

/** Whether a withdrawal waits for a shortage to end. */
export const isShortage = (reason: ReviewReason | null): boolean => SHORTAGES.some((each) => each === reason)

const OUR_OWN: ReadonlySet<ShortageReason> = new Set([
  'screening',
  'recovering',
  'signer_unavailable',
  'wallet_limit',
  'payouts_stopped',
])
/** Shortages that a node or the token reported: to see whether they have ended takes calls. */
export const REPORTED_SHORTAGES = SHORTAGES.filter((reason) => !OUR_OWN.has(reason))
/** Whether a withdrawal waits for a reported shortage. */
export const isReportedShortage = (reason: ReviewReason | null): boolean =>
  REPORTED_SHORTAGES.some((each) => each === reason)
