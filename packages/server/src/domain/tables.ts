import type { ApiKey } from './api-keys.js'
import type { AppPayment } from './app-payments.js'
import type { AuditEntry } from './audit.js'
import type {
  AddressExcessTable,
  ChainBlockTable,
  ChainConditionTable,
  CursorTable,
  IgnoredTransferTable,
  MovementTable,
  NodeCallTable,
  SandboxTable,
  ScreeningVerdictTable,
  TransferTable,
} from './chain-tables.js'
import type { CustodyTable } from './custody.js'
import type { Account, BookedPosting, LedgerEntry, Posting } from './ledger.js'
import type { LedgerProofTable } from './ledger-proofs.js'
import type { LedgerCheck } from './ledger-verify.js'
import type { MerchantBrandTable } from './merchant-brands.js'
import type { Merchant } from './merchants.js'
import type { Usdt } from './money.js'
import type { OrderStatus } from './order-state.js'
import type { Address, Order } from './orders.js'
import type { ChainId, Environment, Instant, Listed, Network, Page, Scope } from './ports.js'
import type { SealedTable, SealedTableName } from './sealed-table.js'
import type { SignedTransactionTable } from './signed-transactions.js'
import type { WebhookFeedTable } from './webhook-feed.js'
import type { WebhookHistoryTable } from './webhook-history.js'
import type { WebhookRecoveryTable } from './webhook-recovery.js'
import type {
  WebhookAttemptTable,
  WebhookDeliveryTable,
  WebhookEndpointTable,
  WebhookSecretTable,
  WebhookTargetTable,
} from './webhook-tables.js'
import type { WithdrawalLineTable } from './withdrawal-line.js'
import type { WithdrawalStatus } from './withdrawal-state.js'
import type { Withdrawal } from './withdrawals.js'

/** Which rows the operator wants to see; what is undefined does not matter. */
export interface Filter<Status> {
  readonly environment: Environment | undefined
  readonly merchantId: string | undefined
  readonly status: Status | undefined
  readonly limit: number
}

/** As much of an on-chain order as tells whether it changed, or its address may not be paid any more. */
export interface OrderStanding extends ChainId {
  readonly id: string
  readonly version: number
  readonly status: OrderStatus
  readonly isAddressBlacklisted: boolean
}

export interface OrderTable {
  insert(order: Order): Promise<void>
  /** Compare-and-set on `version`: false when another writer was faster. */
  update(order: Order): Promise<boolean>
  find(id: string): Promise<Order | undefined>
  /** Like `find`, and nobody else changes the row until the unit of work ends. */
  lock(id: string): Promise<Order | undefined>
  findByNumber(orderNumber: string): Promise<Order | undefined>
  findByToken(token: string): Promise<Order | undefined>
  /** How on-chain orders stand, in no order: of each as little as tells that it changed. */
  listStandings(ids: readonly string[]): Promise<OrderStanding[]>
  list(scope: Scope, page: Page): Promise<Order[]>
  count(scope: Scope): Promise<number>
  /** Orders of every merchant, newest first. */
  search(filter: Filter<OrderStatus>): Promise<Order[]>
  /** Whether an order of a network waits for its first payment. */
  hasOpen(id: ChainId): Promise<boolean>
  /**
   * Open orders whose window ended at or before `at`, oldest first; `network` null for app-only ones. Those whose address
   * holds something unexplained are left out.
   */
  listDue(query: {
    environment: Environment
    network: Network | null
    at: Instant
    limit: number
  }): Promise<Order[]>
}

export interface MerchantTable {
  /** False when the platform user id is taken. */
  insert(merchant: Merchant): Promise<boolean>
  find(id: string): Promise<Merchant | undefined>
  /** Like `find`, and whoever else locks the merchant waits until the unit of work ends: its things are counted in peace. */
  lock(id: string): Promise<Merchant | undefined>
  list(page: Page): Promise<Pick<Listed<Merchant>, 'rows' | 'total'>>
  update(merchant: Merchant): Promise<void>
}

/** A key and whose it is. */
export interface OwnedApiKey extends ApiKey {
  readonly merchant: Merchant
}

export interface ApiKeyTable extends SealedTable {
  insert(key: ApiKey): Promise<void>
  find(keyId: string): Promise<ApiKey | undefined>
  findOwned(keyId: string): Promise<OwnedApiKey | undefined>
  /** All active keys and the newest revoked ones, newest first. */
  list(merchantId: string): Promise<ApiKey[]>
  countActive(scope: Scope): Promise<number>
  /** Whether there ever was a key, revoked ones included. */
  exists(scope: Scope): Promise<boolean>
  revoke(keyId: string, at: Instant): Promise<void>
  markUsed(keyId: string, at: Instant): Promise<void>
}

/** An order's time with an address, in the network's time. */
export interface AddressLease {
  readonly orderId: string
  readonly addressId: string
  readonly fromAt: Instant
}

export interface LeaseTimes {
  readonly fromAt: Instant
  /** Its payments come in blocks after that one; null where nobody knows. */
  readonly afterBlock: number | null
  /** When its order was done with it; null before. */
  readonly releasedAt: Instant | null
  /** Transfers count for the order until then; null while it has no end. */
  readonly untilAt: Instant | null
}

/** An address with the order that has it now or had it last. */
export interface ListedAddress extends Address, ChainId {
  readonly index: number
  /** The only merchant whose orders get it; null for one that no order ever had. */
  readonly merchantId: string | null
  readonly orderId: string | null
  /** When another order of its merchant may get it; null while an order has it. */
  readonly freeAt: Instant | null
}

/** The addresses of a network that belong to one merchant. */
export interface AddressShare {
  readonly total: number
  /** Whether no other merchant has an address of the network. */
  readonly isOnly: boolean
}

export interface AddressTable {
  /**
   * Takes the merchant's address that has rested longest, with the end of its rest; none that the token's owner
   * blacklisted.
   */
  takeRested(
    id: ChainId,
    merchantId: string,
    at: Instant,
  ): Promise<(Address & { restedUntil: Instant | null }) | undefined>
  /** It is never taken again. An address that nobody leased is left alone. */
  blacklist(id: ChainId, address: string, at: Instant): Promise<void>
  /** Whether the token's owner keeps what is on it from moving, or it was retired. */
  isBlacklisted(addressId: string): Promise<boolean>
  /** None that there is now is ever taken again. */
  retireAll(id: ChainId, at: Instant): Promise<void>
  /** The highest index that was taken; 0 before the first. */
  highestIndex(id: ChainId): Promise<number>
  /** The next index of the wallet; nobody else gets it. */
  takeIndex(id: ChainId): Promise<number>
  /** Stores an address of the merchant, which keeps it for good. */
  insert(address: Address & ChainId & { merchantId: string; index: number }): Promise<void>
  /** Does not change until the unit of work ends, once {@link takeIndex} was called. */
  shareOf(id: ChainId, merchantId: string): Promise<AddressShare>
  /** The number of addresses that unfinished orders of the merchant have, on all networks; counts to `upTo` at most. */
  countLeased(scope: Scope, upTo: number): Promise<number>
  /** Its payments come after the block where the network's cursor stands. */
  insertLease(lease: AddressLease): Promise<void>
  /** The order is done with its address: transfers still count until `until`, and nobody else gets it before. */
  rest(end: { addressId: string; orderId: string; at: Instant; until: Instant }): Promise<void>
  /** Undefined for an address that is not ours; without an order where no lease held it at that time. */
  findHolder(id: ChainId, address: string, at: Instant): Promise<{ orderId: string | undefined } | undefined>
  findLease(orderId: string): Promise<LeaseTimes | undefined>
  /** Addresses with a higher index, ascending. */
  listSince(id: ChainId, index: number, limit: number): Promise<{ index: number; address: string }[]>
  /** Those of them that are ours. */
  listKnown(id: ChainId, addresses: readonly string[]): Promise<string[]>
  /** The newest addresses of a network first. */
  list(query: ChainId & { limit: number }): Promise<ListedAddress[]>
}

export interface IdempotencyCall extends Scope {
  readonly operation: string
  readonly key: string
  readonly inputHash: string
  readonly resourceId: string
  readonly expiresAt: Instant
}

export interface IdempotencyTable {
  /** The first call with its key, this one or an earlier one whose time is not over. */
  claim(call: IdempotencyCall, at: Instant): Promise<{ inputHash: string; resourceId: string }>
}

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
  listByReference(reference: string): Promise<BookedPosting[]>
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

export interface AppPaymentTable {
  insert(payment: AppPayment): Promise<void>
  /** Compare-and-set on the status it had: false when another writer was faster. */
  update(payment: AppPayment, from: AppPayment['status']): Promise<boolean>
  find(id: string): Promise<AppPayment | undefined>
  /** The one that is not voided. */
  findStanding(orderId: string): Promise<AppPayment | undefined>
  /** Voided ones included, oldest first. */
  listByOrder(orderId: string): Promise<AppPayment[]>
}

export interface AuditTable {
  insert(entry: AuditEntry): Promise<void>
  list(query: { subject: string | undefined; limit: number }): Promise<AuditEntry[]>
}

/** What tells whether the database can be worked with. */
export interface HealthTable {
  /** Writes something that nobody reads, so that a commit has to reach the disk. */
  probeWrite(): Promise<void>
  /** The migrations that ran, each with its checksum. */
  listMigrations(): Promise<ReadonlyMap<string, string>>
}

/** One transaction. Nothing else may be awaited while it is open. */
export interface Tx {
  readonly merchants: MerchantTable
  readonly merchantBrands: MerchantBrandTable
  readonly apiKeys: ApiKeyTable
  readonly orders: OrderTable
  readonly addresses: AddressTable
  readonly idempotency: IdempotencyTable
  readonly transfers: TransferTable
  readonly screeningVerdicts: ScreeningVerdictTable
  readonly cursors: CursorTable
  readonly chainBlocks: ChainBlockTable
  readonly chainConditions: ChainConditionTable
  readonly movements: MovementTable
  readonly ignoredTransfers: IgnoredTransferTable
  readonly addressExcesses: AddressExcessTable
  readonly nodeCalls: NodeCallTable
  readonly sandbox: SandboxTable
  readonly webhookEndpoints: WebhookEndpointTable
  readonly webhookSecrets: WebhookSecretTable
  readonly webhookDeliveries: WebhookDeliveryTable
  readonly webhookAttempts: WebhookAttemptTable
  readonly webhookTargets: WebhookTargetTable
  readonly webhookHistory: WebhookHistoryTable
  readonly webhookFeed: WebhookFeedTable
  readonly webhookRecoveries: WebhookRecoveryTable
  readonly ledger: LedgerTable
  readonly ledgerChecks: LedgerCheckTable
  readonly ledgerProofs: LedgerProofTable
  readonly withdrawals: WithdrawalTable
  readonly withdrawalLine: WithdrawalLineTable
  readonly signedTransactions: SignedTransactionTable
  readonly custody: CustodyTable
  readonly appPayments: AppPaymentTable
  readonly audit: AuditTable
  readonly health: HealthTable
}

export const sealedTableOf = (tx: Tx, name: SealedTableName): SealedTable =>
  name === 'api_keys' ? tx.apiKeys : tx.webhookSecrets
