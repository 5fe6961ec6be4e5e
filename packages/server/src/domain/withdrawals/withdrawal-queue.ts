import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant } from '../shared/types.js'
import type { Withdrawal } from './withdrawal.js'

/** A withdrawal that can be signed, with its place in the queue of all merchants. */
export interface WaitingWithdrawal {
  readonly withdrawal: Withdrawal
  readonly kind: WaitingKind
  /** Position among the merchant's withdrawals of that kind, starting at 1. */
  readonly position: number
  /** When a withdrawal of that kind of the merchant was last tried on the network; 0 if none was. */
  readonly servedAt: Instant
}

/** `retry`: an earlier try failed. */
export type WaitingKind = 'new' | 'retry'

/** Sorts by position, so that all merchants' first withdrawals come before the second ones, then by `servedAt`. */
export const byQueuePosition = (one: WaitingWithdrawal, other: WaitingWithdrawal): number =>
  one.position - other.position ||
  one.servedAt - other.servedAt ||
  (one.withdrawal.id < other.withdrawal.id ? -1 : 1)

export interface QueueQuery extends ChainId {
  /** Later times were written before the clock was set back; such withdrawals come first. */
  readonly latest: Instant
  readonly limit: number
}

export interface RetryQuery extends QueueQuery {
  readonly now: Instant
  /** Lists only smaller amounts, 1e-8 USDT. */
  readonly below: Usdt | undefined
  /** False lists only withdrawals whose last try got no answer, and leaves out reported shortages. */
  readonly canSpare: boolean
}
