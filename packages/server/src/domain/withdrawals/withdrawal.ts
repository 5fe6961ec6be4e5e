import type { Usdt } from '../shared/money.js'
import type { Instant, Network, Scope } from '../shared/types.js'

/** USDT on its way from a merchant's balance to an address outside. */
export interface Withdrawal extends Scope {
  readonly id: string
  readonly withdrawalNumber: string
  readonly status: WithdrawalStatus
  /** What the destination receives; the fee comes on top. */
  readonly amount: Usdt
  readonly fee: Usdt
  readonly network: Network
  readonly destinationAddress: string
  readonly txHash: string | null
  readonly confirmations: number
  readonly failureCode: FailureCode | null
  readonly reviewReason: ReviewReason | null
  readonly approvedAt: Instant | null
  /** When the operator asked for something in the place of its payment that pays nobody. */
  readonly voidRequestedAt: Instant | null
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

/** Why it came to nothing. */
export type FailureCode =
  | 'canceled'
  | 'rejected'
  | 'compliance'
  | 'broadcast_rejected'
  | 'reverted'
  | 'expired_unbroadcast'

/** Why it waits: for a person who looks at it first, or for something that may pass by itself. */
export type ReviewReason = 'auto_limit' | 'daily_limit' | 'no_signer' | ShortageReason

/** What passes by itself: whatever waits for one of these is tried again, and needs nobody's word. */
export const SHORTAGES: readonly ShortageReason[] = [
  'funds',
  'network_fee',
  'token_paused',
  'token_deprecated',
  'token_fee',
  'would_revert',
  'screening',
]

export const isShortage = (reason: ReviewReason | null): boolean => SHORTAGES.some((each) => each === reason)

/** Those of them that somebody told. A judge that did not answer said nothing. */
export const REPORTED_SHORTAGES = SHORTAGES.filter((reason) => reason !== 'screening')
export const isReportedShortage = (reason: ReviewReason | null): boolean =>
  REPORTED_SHORTAGES.some((each) => each === reason)

/** Why a withdrawal cannot be signed now. It is tried again by itself. */
export type ShortageReason =
  | 'funds'
  | 'network_fee'
  | 'token_paused'
  | 'token_deprecated'
  /** Less than its amount would arrive. */
  | 'token_fee'
  /** The token says no for another reason. */
  | 'would_revert'
  /** Nobody can say whether its destination may be paid. */
  | 'screening'
