import type { Beginning } from '../orders/beginnings.js'
import type { Usdt } from '../shared/money.js'
import type { SearchStep, SearchWindow } from '../shared/search-window.js'
import type { ChainId, Instant, ListTotal, Network, Page, Scope, TimeRange } from '../shared/types.js'
import type { Approval } from '../withdrawals/approval.js'
import type { Destination } from '../withdrawals/destination.js'
import type {
  NewTransaction,
  StoredTransaction,
  StoredVersions,
  SupersededPayment,
  VersionDelay,
  WalletId,
} from '../withdrawals/signed-transaction.js'
import type { Refund, Withdrawal, WithdrawalStatus } from '../withdrawals/withdrawal.js'
import type {
  QueueQuery,
  RetryQuery,
  WaitingKind,
  WaitingWithdrawal,
} from '../withdrawals/withdrawal-queue.js'
import type { Filter } from './order-tables.js'

/** The unfinished withdrawals in one status. */
export interface OpenTotal {
  readonly count: number
  /** Sum of their amounts without fees, 1e-8 USDT. */
  readonly amount: bigint
}

/** A merchant's sums of a day (UTC), fees included, 1e-8 USDT. */
export interface DaySums {
  readonly withdrawals: bigint
  /** The refunds among them. */
  readonly refunds: bigint
}

/** Selects withdrawals of a merchant by the time of their creation and more. Undefined fields match every withdrawal. */
export interface WithdrawalListFilter extends TimeRange {
  readonly status?: WithdrawalStatus | undefined
  /** When the withdrawal last changed. */
  readonly updated?: TimeRange | undefined
}

/** Parts of withdrawals that a search has. */
export interface WithdrawalParts {
  readonly amount: Usdt | undefined
  readonly beginnings: readonly Beginning[]
  readonly limit: number
}

/** Selects withdrawals and refunds of a merchant in a search. Undefined fields match every one. */
export interface WithdrawalSearch extends Scope, TimeRange {
  readonly status?: WithdrawalStatus | undefined
  readonly network?: Network | undefined
  /** Refunds of orders, or all others. */
  readonly isRefund?: boolean | undefined
  /** Least and greatest amount without the fee, 1e-8 USDT. */
  readonly amountMin?: Usdt | undefined
  readonly amountMax?: Usdt | undefined
  /** Only these. */
  readonly ids?: readonly string[] | undefined
  /** A part of the number, the destination, the transaction, the description or the metadata, in any letter case. */
  readonly text?: string | undefined
}

/** Number and sums of the withdrawals that match a search, without fees, in 1e-8 USDT. */
export interface WithdrawalSums {
  readonly withdrawals: number
  readonly asked: bigint
  /** Those that are COMPLETED. */
  readonly completed: bigint
  /** Whether older withdrawals were not compared. */
  readonly isCut: boolean
}

export interface WithdrawalTable {
  insert(withdrawal: Withdrawal): Promise<void>
  /** Compare-and-set on `version`: false if another transaction has changed the row. */
  update(withdrawal: Withdrawal): Promise<boolean>
  find(id: string): Promise<Withdrawal | undefined>
  /**
   * Lists withdrawals that have one of the parts, newest first. Amounts and addresses are compared among the newest
   * withdrawals of the scope, and an index has the others.
   */
  searchParts(scope: Partial<Scope>, parts: WithdrawalParts): Promise<Withdrawal[]>
  findByNumber(withdrawalNumber: string): Promise<Withdrawal | undefined>
  /** Like `find`, and locks the row until the transaction ends. */
  lock(id: string): Promise<Withdrawal | undefined>
  list(scope: Scope, filter: WithdrawalListFilter, page: Page): Promise<Withdrawal[]>
  /** Counts the withdrawals of a list; without a filter, in constant time. */
  count(scope: Scope, filter: WithdrawalListFilter): Promise<ListTotal>
  /** Compares one window of the withdrawals of a merchant with a search, newest first. */
  searchOwn(search: WithdrawalSearch, window: SearchWindow): Promise<SearchStep<Withdrawal>>
  /** Counts and sums the newest `most` withdrawals of a merchant that match, and says whether it has older ones. */
  sumFound(search: WithdrawalSearch, most: number): Promise<WithdrawalSums>
  /** Lists the refunds of an order. */
  listRefunds(orderId: string, page: Page): Promise<Refund[]>
  countRefunds(orderId: string): Promise<number>
  /** Counts the refunds of an order that have not failed. */
  countStandingRefunds(orderId: string): Promise<number>
  /** Sums the amounts of an order's refunds that have not failed, 1e-8 USDT. */
  sumRefunds(orderId: string): Promise<bigint>
  /** Sums the refunds of a maker since an instant that have not failed, with their fees, 1e-8 USDT. */
  sumRefundsBy(scope: Scope, maker: string, since: Instant): Promise<bigint>
  /** Lists the refunds of an order that are not signed, by id. */
  listUnsignedRefunds(orderId: string): Promise<Withdrawal[]>
  /** Searches the withdrawals of all merchants, newest first. */
  search(filter: Filter<WithdrawalStatus>): Promise<Withdrawal[]>
  /** Lists withdrawals of a network in one status, oldest first. */
  listByStatus(query: ChainId & { status: WithdrawalStatus; limit: number }): Promise<Withdrawal[]>
  /** Lists withdrawals of an amount, 1e-8 USDT, to an address that are not signed, oldest first. */
  listUnsigned(query: ChainId & { to: string; amount: Usdt }): Promise<Withdrawal[]>
  /** Lists signed, unfinished withdrawals of an amount, 1e-8 USDT, to an address, oldest first. */
  listSignedLike(query: ChainId & { to: string; amount: Usdt }): Promise<Withdrawal[]>
  /** Counts unfinished withdrawals by status and sums their amounts, including statuses with a count of 0. */
  totalOpen(id: ChainId): Promise<ReadonlyMap<WithdrawalStatus, OpenTotal>>
  /** Adds to the sums of a merchant's day, or takes off down to zero. @returns the sums of the day */
  addToDay(scope: Scope, day: number, sums: DaySums): Promise<DaySums>
}

/** A payment that expires, as the recorded blocks show it. */
export interface PaymentSighting {
  readonly txHash: string
  /** The newest recorded block when it was signed: no block up to it has the payment. */
  readonly afterBlock: number
  /** Whether a recorded block has it. */
  readonly isSeen: boolean
}

export interface PaymentSightingTable {
  insert(payment: Omit<PaymentSighting, 'isSeen'>): Promise<void>
  /** Notes that a recorded block has a payment; no effect for other transactions. */
  noteSeen(txHash: string, block: number): Promise<void>
  find(txHash: string): Promise<PaymentSighting | undefined>
}

export interface WithdrawalApprovalTable {
  /** @returns false if the person has approved this version */
  insert(approval: Approval): Promise<boolean>
  /** Lists the approvals of a withdrawal by version, the oldest first. */
  list(withdrawalId: string): Promise<Approval[]>
}

/** A merchant whose payouts an operator has stopped. */
export interface PayoutStop extends Scope {
  /** The operator and the reason. */
  readonly reason: string
  readonly sinceAt: Instant
}

export interface PayoutStopTable {
  /** Lists the stops of an environment, oldest first. */
  list(environment: Scope['environment']): Promise<PayoutStop[]>
  find(scope: Scope): Promise<PayoutStop | undefined>
  /** @returns false if the merchant has a stop already */
  insert(stop: PayoutStop): Promise<boolean>
  /** @returns false if the merchant has no stop */
  delete(scope: Scope): Promise<boolean>
}

export interface DestinationTable {
  insert(destination: Destination): Promise<void>
  find(id: string): Promise<Destination | undefined>
  /** Lists all destinations of a scope, newest first. */
  list(scope: Scope): Promise<Destination[]>
  /** Searches the destinations of all merchants, newest first. */
  search(filter: Omit<Filter<never>, 'status'>): Promise<Destination[]>
  /** Lists the ids of merchants that have an address on their list, however it is spelled. */
  listMerchantsOf(id: ChainId, address: string, limit: number): Promise<string[]>
  /** Lists live destinations of all merchants that are not usable at an instant, soonest usable first. */
  listNew(now: Instant, limit: number): Promise<Destination[]>
  /** @returns false if there is none */
  delete(id: string): Promise<boolean>
  /** Sums the noted withdrawals of a scope that were created after an instant, 1e-8 USDT. */
  sumUnlisted(scope: Scope, since: Instant): Promise<bigint>
  /** Notes a withdrawal that goes to a new destination without review. */
  noteUnlisted(withdrawal: Pick<Withdrawal, 'id' | 'amount' | keyof Scope>, at: Instant): Promise<void>
  forgetUnlisted(withdrawalId: string): Promise<void>
}

/** The queue of withdrawals to sign, per network. */
export interface WithdrawalQueueTable {
  /** Lists withdrawals that were never tried, sorted by {@link byQueuePosition}; a merchant's own are sorted oldest first. */
  listNew(query: QueueQuery): Promise<WaitingWithdrawal[]>
  /** Lists failed tries that are due again, sorted by {@link byQueuePosition}; a merchant's own are sorted by due time. */
  listRetries(query: RetryQuery): Promise<WaitingWithdrawal[]>
  /** Sets the time of the next try. */
  postpone(id: string, at: Instant): Promise<void>
  /** Makes all postponed withdrawals of a network due at `at`. */
  retryAll(id: ChainId, at: Instant): Promise<void>
  /** Records when a withdrawal of that kind of the merchant was last tried. */
  noteServed(merchantId: string, kind: WaitingKind, id: ChainId, at: Instant): Promise<void>
}

export interface SignedTransactionTable {
  /**
   * Stores a signed transaction. A withdrawal has at most one of each kind, and so has a nonce of a wallet: an earlier
   * version of a payment is superseded first.
   */
  insert(signed: NewTransaction): Promise<void>
  /** Lists the transactions of a withdrawal, payment first; superseded versions are left out. */
  listByWithdrawal(withdrawalId: string): Promise<StoredTransaction[]>
  /** Returns all transactions of a withdrawal; undefined if it has no payment. */
  findVersions(withdrawalId: string): Promise<StoredVersions | undefined>
  /** Lists the superseded versions of a payment, oldest first. */
  listSuperseded(withdrawalId: string): Promise<SupersededPayment[]>
  /** Moves the payment of a withdrawal to its superseded versions. */
  supersede(withdrawalId: string): Promise<void>
  /** Makes a superseded version the payment of its withdrawal, which has none now. */
  reinstate(txHash: string): Promise<void>
  /** Whether this server signed the transaction. */
  isKnown(id: ChainId & { txHash: string }): Promise<boolean>
  /**
   * Returns one more than the highest nonce that the wallet signed with here, or that an explained transaction used;
   * undefined if there is none.
   */
  nextNonce(id: WalletId): Promise<number | undefined>
  /** Whether a payment that was signed at an instant or later is settled. */
  isAnySettledSince(id: ChainId, at: Instant): Promise<boolean>
  /** Sums the amounts of the other withdrawals whose payment was signed at an instant or later, 1e-8 USDT. */
  sumOthersSince(id: ChainId, at: Instant, withdrawalId: string): Promise<bigint>
  /** Records that the operator resumed the signer, which accepts nonces that others used. */
  noteResumed(id: ChainId): Promise<void>
  /** Whether the signer was resumed and has not signed since. */
  isResumed(id: ChainId): Promise<boolean>
  forgetResumed(id: ChainId): Promise<void>
  noteAlarm(txHash: string, at: Instant): Promise<void>
  noteMoved(txHash: string, moved: Usdt | null): Promise<void>
  noteWaitsFor(txHash: string, delay: VersionDelay | null): Promise<void>
}
