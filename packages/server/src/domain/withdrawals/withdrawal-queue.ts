import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant } from '../shared/types.js'
import type { Withdrawal } from './withdrawal.js'

/** A withdrawal that can be signed, and where it stands among those of all merchants. */
export interface WaitingWithdrawal {
  readonly withdrawal: Withdrawal
  readonly kind: WaitingKind
  /** 1 for its merchant's first of that kind, 2 for the next one. */
  readonly position: number
  /** When one of that kind of its merchant's was tried last on that network; 0 where none was. */
  readonly servedAt: Instant
}

/** `retry`: it was tried in vain before. */
export type WaitingKind = 'new' | 'retry'

/** Each merchant's first before anybody's second, and of these whoever was served longest ago. */
export const byQueuePosition = (one: WaitingWithdrawal, other: WaitingWithdrawal): number =>
  one.position - other.position ||
  one.servedAt - other.servedAt ||
  (one.withdrawal.id < other.withdrawal.id ? -1 : 1)

export interface QueueQuery extends ChainId {
  /** What was served or put off later than that was so by a clock that ran ahead: it goes first. */
  readonly latest: Instant
  readonly limit: number
}

export interface RetryQuery extends QueueQuery {
  readonly now: Instant
  /** Only smaller ones, 1e-8 USDT. */
  readonly below: Usdt | undefined
  /** False leaves out what somebody said no to, and lists only what nobody answered for. */
  readonly canSpare: boolean
}
