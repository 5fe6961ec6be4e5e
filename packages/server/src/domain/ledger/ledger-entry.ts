import type { Usdt } from '../shared/money.js'
import type { Environment, Instant } from '../shared/types.js'
import type { Account } from './account.js'

/** Money moves from nowhere to nowhere: each leg debits one account and credits another. */
export interface Leg {
  readonly debit: Account
  readonly credit: Account
  /** 1e-8 USDT, ≥ 0; a leg of nothing is left out. */
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
  | 'adjust'

/** One ledger transaction: all of its legs or none. */
export interface LedgerTransaction {
  readonly environment: Environment
  readonly kind: TransactionKind
  /** Unique within the environment: the same ledger transaction twice is one ledger transaction. */
  readonly key: string
  /** What it is about: the id of an order, a withdrawal or a payment, or a transfer's identity. */
  readonly reference: string
  readonly legs: readonly Leg[]
  /** Key of the hold that this one settles or gives back; a hold is resolved once. */
  readonly resolves?: string
  /** Key of the ledger transaction that this one takes back; a ledger transaction is taken back once. */
  readonly reverses?: string
  /** A wish, refused where `available` does not suffice. Facts post always: what is missing goes to `shortfall`. */
  readonly requiresFunds?: boolean
}

/** A ledger transaction as stored. */
export interface LedgerEntry extends Omit<LedgerTransaction, 'legs' | 'isWish'> {
  readonly id: string
  readonly inputHash: string
  readonly createdAt: Instant
}

export interface Posting {
  readonly transactionId: string
  readonly environment: Environment
  readonly sequence: number
  readonly debit: string
  readonly credit: string
  readonly amount: Usdt
}

/** A posting with the ledger transaction that it is part of. */
export interface RecordedPosting extends Posting {
  readonly kind: TransactionKind
  readonly key: string
  readonly postedAt: Instant
}
