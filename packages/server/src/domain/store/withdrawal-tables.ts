import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant, Page, Scope } from '../shared/types.js'
import type { NewTransaction, StoredTransaction, WalletId } from '../withdrawals/signed-transaction.js'
import type { Withdrawal, WithdrawalStatus } from '../withdrawals/withdrawal.js'
import type {
  QueueQuery,
  RetryQuery,
  WaitingKind,
  WaitingWithdrawal,
} from '../withdrawals/withdrawal-queue.js'
import type { Filter } from './order-tables.js'

export interface WithdrawalTable {
  insert(withdrawal: Withdrawal): Promise<void>
  /** Compare-and-set on `version`: false when another writer was faster. */
  update(withdrawal: Withdrawal): Promise<boolean>
  find(id: string): Promise<Withdrawal | undefined>
  /** Like `find`, and nobody else changes the row until the unit of work ends. */
  lock(id: string): Promise<Withdrawal | undefined>
  list(scope: Scope, page: Page): Promise<Withdrawal[]>
  count(scope: Scope): Promise<number>
  /** Withdrawals of every merchant, newest first. */
  search(filter: Filter<WithdrawalStatus>): Promise<Withdrawal[]>
  /** Withdrawals of a network in one status, oldest first. */
  listByStatus(query: ChainId & { status: WithdrawalStatus; limit: number }): Promise<Withdrawal[]>
  /** How many have not ended, by status; statuses of none are there too. */
  countOpen(id: ChainId): Promise<ReadonlyMap<WithdrawalStatus, number>>
  /** Adds to what a merchant withdraws on a day. @returns the day's sum, 1e-8 USDT */
  addToDay(scope: Scope, day: number, amount: Usdt): Promise<bigint>
}

/** Which withdrawals of a network are signed next. */
export interface WithdrawalQueueTable {
  /** What can be signed and was never tried, as {@link byTurn} has it; of one merchant the oldest first. */
  listNew(query: QueueQuery): Promise<WaitingWithdrawal[]>
  /** What was tried in vain and is due again, as {@link byTurn} has it; of one merchant the earliest first. */
  listRetries(query: RetryQuery): Promise<WaitingWithdrawal[]>
  /** Puts a try off, whatever becomes of the withdrawal until then. */
  tryAgainAt(id: string, at: Instant): Promise<void>
  /** Puts off nothing of a network any more. */
  tryAllAgain(id: ChainId, at: Instant): Promise<void>
  /** One of that kind of that merchant's was tried. */
  noteServed(merchantId: string, kind: WaitingKind, id: ChainId, at: Instant): Promise<void>
}

export interface SignedTransactionTable {
  /** One of each kind for a withdrawal, and one of each kind with a nonce of a wallet. */
  insert(signed: NewTransaction): Promise<void>
  /** Its payment first. */
  listByWithdrawal(withdrawalId: string): Promise<StoredTransaction[]>
  /** Whether that transaction of a network is one that we signed. */
  isKnown(id: ChainId & { txHash: string }): Promise<boolean>
  /** One above every nonce that the wallet signed with here; undefined where it never did. */
  nextNonce(id: WalletId): Promise<number | undefined>
  /** The operator let the signer of that network go on: what others used of its nonces is accepted. */
  noteResumed(id: ChainId): Promise<void>
  /** Whether it was, and has not signed since. */
  isResumed(id: ChainId): Promise<boolean>
  forgetResumed(id: ChainId): Promise<void>
  noteAlarm(txHash: string, at: Instant): Promise<void>
  noteMoved(txHash: string, moved: Usdt | null): Promise<void>
}
