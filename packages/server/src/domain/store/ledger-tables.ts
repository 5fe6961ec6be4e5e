import type { Account } from '../ledger/account.js'
import type { LedgerCheck } from '../ledger/ledger-check.js'
import type { LedgerEntry, Posting, RecordedPosting } from '../ledger/ledger-entry.js'
import type { LedgerProof } from '../ledger/ledger-proof.js'
import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant } from '../shared/types.js'
import type { StoredTransaction } from '../withdrawals/signed-transaction.js'

export interface LedgerTable {
  /** Every unit of work books once. @throws Error when it did already */
  begin(): void
  /** @returns undefined when it is new, else the input hash of the one that has its key */
  insertTransaction(entry: LedgerEntry): Promise<string | undefined>
  /** Locks accounts in the order given, making those that are missing. @returns balances by id */
  lock(accounts: readonly Account[]): Promise<Map<string, bigint>>
  /** Adds to a balance; false when it would fall below the floor. */
  move(account: Account, delta: bigint): Promise<boolean>
  insertPostings(postings: readonly Posting[]): Promise<void>
  /** Balances by id; accounts that never moved are left out. */
  balances(ids: readonly string[]): Promise<Map<string, bigint>>
  /** What was booked about an order, a withdrawal or a payment, oldest first. */
  listByReference(reference: string): Promise<RecordedPosting[]>
}

/** A row that contradicts another one. */
export interface LedgerFinding {
  readonly id: string
  /** Which of its amounts, or what it lacks. */
  readonly aspect: string
  readonly found: bigint | null
  readonly expected: bigint | null
}

export interface LedgerCheckTable {
  /** Rows that break a check, `limit` of them at most. */
  list(check: LedgerCheck, limit: number): Promise<LedgerFinding[]>
}

export interface LedgerProofTable {
  /** Undefined before the first proof has ended. */
  find(): Promise<LedgerProof | undefined>
  /** Marks a proof as begun. @returns false where one was begun at or after `dueAt` */
  claim(times: { now: Instant; dueAt: Instant }): Promise<boolean>
  record(proof: LedgerProof): Promise<void>
}

export interface CustodyTable {
  /** Hot wallets that ever signed on a network. */
  listWallets(id: ChainId): Promise<string[]>
  /** What left a hot wallet by withdrawals that have ended, 1e-8 USDT. */
  sumPaid(query: ChainId & { wallet: string }): Promise<bigint>
  /** What corrections by hand added to the custody of a network, 1e-8 USDT; below zero for what they took. */
  sumAdjusted(id: ChainId): Promise<bigint>
}

/** An address at a block, as the books have it. */
export interface RecordedHolding {
  readonly address: string
  /** 1e-8 USDT; below zero where the books know too little. */
  readonly booked: bigint
  /** How much more the operator said to be of another time. */
  readonly accepted: Usdt
}

/** A hot wallet at a block, as the books have it, but for payments that may or may not have left it. */
export interface RecordedWallet {
  readonly address: string
  readonly booked: bigint
  readonly open: readonly {
    readonly amount: Usdt
    readonly payment: StoredTransaction
    readonly replacement: StoredTransaction | undefined
  }[]
}
