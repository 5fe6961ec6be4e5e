import type { Usdt } from '../shared/money.js'
import type { Environment, Instant } from '../shared/types.js'
import type { Account } from './account.js'

/** A debit of one account and a credit of another, of the same amount. */
export interface Leg {
  readonly debit: Account
  readonly credit: Account
  /** 1e-8 USDT, ≥ 0; a leg with amount 0 is not posted. */
  readonly amount: Usdt
}

export type TransactionKind =
  | 'deposit'
  | 'attribute'
  | 'reverse'
  | 'freeze'
  | 'clear'
  | 'reject'
  | 'withdrawal_hold'
  | 'withdrawal_settle'
  | 'withdrawal_release'
  | 'withdrawal_difference'
  | 'app_hold'
  | 'app_settle'
  | 'app_void'
  | 'sweep'
  | 'topup'
  | 'outgoing'
  | 'destroyed'
  | 'explain'
  | 'adjust'

/** A ledger transaction. All of its legs are posted, or none. */
export interface LedgerTransaction {
  readonly environment: Environment
  readonly kind: TransactionKind
  /** Unique in the environment; posting the same ledger transaction again has no effect. */
  readonly key: string
  /** The subject: id of an order, a withdrawal or a payment, or the identity of a transfer. */
  readonly reference: string
  readonly legs: readonly Leg[]
  /** Key of the hold that this one settles or releases; a hold is resolved once. */
  readonly resolves?: string
  /** Key of the ledger transaction that this one reverses; each is reversed at most once. */
  readonly reverses?: string
  /** Refused if `available` is too low. Otherwise the transaction is a fact, and the missing part goes to `shortfall`. */
  readonly requiresFunds?: boolean
}

/** A ledger transaction as stored, without its legs. */
export interface LedgerEntry extends Omit<LedgerTransaction, 'legs' | 'requiresFunds'> {
  readonly id: string
  readonly inputHash: string
  readonly createdAt: Instant
}

/** A leg as stored. */
export interface Posting {
  readonly transactionId: string
  readonly environment: Environment
  readonly sequence: number
  readonly debit: string
  readonly credit: string
  readonly amount: Usdt
}

/** The sum of a merchant's postings of one kind between two accounts. */
export interface MoveSum {
  readonly kind: TransactionKind
  readonly debit: string
  readonly credit: string
  /** 1e-8 USDT */
  readonly amount: bigint
  /** Whether they settled refunds. */
  readonly isRefund: boolean
  /** Whether they were posted before the end of the period. */
  readonly isWithin: boolean
}

/** A posting with data of its ledger transaction. */
export interface RecordedPosting extends Posting {
  readonly kind: TransactionKind
  readonly key: string
  readonly postedAt: Instant
}

/** A posting with the subjects of its ledger transaction. */
export interface ExportedPosting extends RecordedPosting {
  readonly reference: string
  /** Id of the order that the withdrawal of the posting refunds. */
  readonly refundOf: string | null
  /** Number of the order that was paid or is refunded; null where none was. */
  readonly orderNumber: string | null
  readonly withdrawalNumber: string | null
}
