import type { ApiKey } from './api-keys.js'
import type { AppPayment } from './app-payments.js'
import type { AuditEntry } from './audit.js'
import type { Account, BookedPosting, LedgerEntry, Posting } from './ledger.js'
import type { LedgerCheck } from './ledger-verify.js'
import type { Merchant } from './merchants.js'
import type { Usdt } from './money.js'
import type { OrderStatus } from './order-state.js'
import type { Address, Order } from './orders.js'
import type { BlockRef, Cursor, RecordedTransfer } from './payments.js'
import type { Policy } from './policy.js'
import type { SandboxEpoch, SandboxTransfer } from './sandbox.js'
import type { Vault } from './vault.js'
import type { WebhookSecret } from './webhook-secrets.js'
import type { Delivery, DueDelivery, WebhookEndpoint, WebhookEvent } from './webhooks.js'
import type { WithdrawalStatus } from './withdrawal-state.js'
import type { Withdrawal } from './withdrawals.js'

export type Environment = 'live' | 'test'
export type Network = 'TRC20' | 'ERC20'

/** An instant: milliseconds since the Unix epoch, UTC. */
export type Instant = number

/** Business time can be moved by tests; real time judges request signatures and leases. */
export interface Clock {
  now(): Instant
  real(): Instant
}

/** Where unguessable and unique names come from. */
export interface Ids {
  /** UUID version 7, ascending within the process. */
  uuid(): string
  /** `length` characters of the alphabet, uniformly random. */
  random(alphabet: string, length: number): string
  /** 32 random bytes in base64url, 43 characters. */
  secret(): string
}

/** (merchant, environment): every row a merchant can see belongs to one. */
export interface Scope {
  readonly merchantId: string
  readonly environment: Environment
}

export interface Page {
  readonly limit: number
  readonly offset: number
}
export interface Listed<Row> {
  readonly rows: Row[]
  readonly total: number
}

/** (environment, network): what one watcher follows with one cursor. */
export interface ChainId {
  readonly environment: Environment
  readonly network: Network
}

/**
 * One look at a network: everything that happened up to block `to`; or the branch up to `to` that replaced the blocks
 * after `after`; or nothing new.
 */
export type ScanStep =
  | { kind: 'forward'; to: BlockRef; transfers: SeenTransfer[] }
  | { kind: 'rewind'; after: BlockRef; to: BlockRef; transfers: SeenTransfer[] }
  | { kind: 'idle' }

/** A movement of the token as the network tells it. `(network, txHash, logIndex)` identifies it. */
export interface SeenTransfer {
  readonly txHash: string
  readonly logIndex: number
  readonly from: string
  readonly to: string
  /** 1e-8 USDT, > 0 */
  readonly value: Usdt
  readonly block: BlockRef
  /** Screening says that this money must not be passed on. */
  readonly isFlagged: boolean
}

export interface Chain extends ChainId {
  /** Blocks on top of a transfer's own, itself included, before it counts as confirmed. */
  readonly depth: number
  /** The newest block now: where a network's cursor starts. */
  head(): Promise<BlockRef>
  next(cursor: BlockRef, signal: AbortSignal): Promise<ScanStep>
  /** The address of that index in the operator's wallet, in the network's own spelling. */
  deriveAddress(index: number): string
  /**
   * The network's own spelling of an address where somebody else can be paid: well-formed, its checksum right, not zero,
   * not the token; undefined for every other text.
   */
  readDestination(address: string): string | undefined
  /** Absent where no key signs: withdrawals wait for review then. */
  readonly sender?: Sender
}

/** What a withdrawal asks of a network. */
export interface SendIntent {
  readonly withdrawalId: string
  /** As the merchant spelled it. */
  readonly to: string
  /** 1e-8 USDT, a multiple of 1e-6 */
  readonly amount: Usdt
}
/** A transaction that is signed and not yet known to anybody: these bytes are the only ones ever sent for it. */
export interface SignedTransaction {
  readonly txHash: string
  readonly wallet: string
  readonly nonce: number
  readonly raw: string
}
/** Why a withdrawal cannot be signed now: it waits for review, or never will be. */
export type NotNow = { readonly notNow: 'funds' | 'network_fee' } | { readonly never: 'compliance' }
/** What became of a transaction, as its network tells it. */
export type Fate =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'mined'; readonly confirmations: number }
  | { readonly kind: 'completed'; readonly confirmations: number }
  | { readonly kind: 'reverted'; readonly confirmations: number }
  | { readonly kind: 'dead'; readonly failureCode: 'broadcast_rejected' | 'expired_unbroadcast' }

/** Signs and sends from the hot wallet. Calls talk to the outside: no transaction is open meanwhile. */
export interface Sender {
  readonly wallet: string
  /** @param nonce one that the wallet has not used */
  prepare(intent: SendIntent, nonce: number, signal: AbortSignal): Promise<SignedTransaction | NotNow>
  /** Hands the bytes to a node; again and again is harmless. */
  broadcast(signed: SignedTransaction, signal: AbortSignal): Promise<'accepted' | 'unknown'>
  track(signed: SignedTransaction, signal: AbortSignal): Promise<Fate>
}

/** A chain that takes orders from the test helpers. */
export interface SandboxChain extends Chain {
  /** Sends a payment in the caller's transaction; returns the block it will land in. */
  pay(tx: Tx, payment: SandboxPayment): Promise<BlockRef>
  /** Takes a transfer off the chain: from its block on there is another branch, without it. */
  drop(tx: Tx, transfer: { txHash: string; blockNumber: number }): Promise<void>
}
export interface SandboxPayment {
  readonly to: string
  readonly value: Usdt
  readonly cursor: BlockRef
  /** From an address that screening flags. */
  readonly isFlagged: boolean
}

/** What domain functions need besides their transaction. */
export interface Context {
  readonly clock: Clock
  readonly ids: Ids
  readonly vault: Vault
  readonly policy: Policy
  /** Undefined where the network is switched off in that environment. */
  chain(id: ChainId): Chain | undefined
  sandbox(id: ChainId): SandboxChain | undefined
}

/** Which rows the operator wants to see; what is undefined does not matter. */
export interface Filter<Status> {
  readonly environment: Environment | undefined
  readonly merchantId: string | undefined
  readonly status: Status | undefined
  readonly limit: number
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
  list(scope: Scope, page: Page): Promise<Listed<Order>>
  /** Orders of every merchant, newest first. */
  search(filter: Filter<OrderStatus>): Promise<Order[]>
  /** Open orders whose window ended at or before `at`, oldest first; `network` null for app-only ones. */
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
  list(page: Page): Promise<Listed<Merchant>>
  update(merchant: Merchant): Promise<void>
}
/** A secret as it is stored. */
export interface SealedRow {
  readonly id: string
  readonly environment: Environment
  readonly sealedSecret: string
}
/** What the master key seals, for whoever replaces that key. */
export interface SealedTable {
  /** Rows behind the one of that id, ascending by id. */
  listSealed(after: string, limit: number): Promise<SealedRow[]>
  /** Compare-and-set on the sealed text: false when the row changed meanwhile. */
  reseal(row: SealedRow, sealedSecret: string): Promise<boolean>
}
/** A key and whose it is. */
export interface OwnedApiKey extends ApiKey {
  readonly merchant: Merchant
}
export interface ApiKeyTable extends SealedTable {
  insert(key: ApiKey): Promise<void>
  find(keyId: string): Promise<ApiKey | undefined>
  findOwned(keyId: string): Promise<OwnedApiKey | undefined>
  findAny(): Promise<ApiKey | undefined>
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
  /** When its order was done with it; null before. */
  readonly releasedAt: Instant | null
  /** Transfers count for the order until then; null while it has no end. */
  readonly untilAt: Instant | null
}
/** An address with whoever has it now or had it last. */
export interface ListedAddress extends Address, ChainId {
  readonly index: number
  readonly orderId: string | null
  /** When another order may get it; null while an order has it. */
  readonly freeAt: Instant | null
}
export interface AddressTable {
  /** Takes the address that has rested longest, with the end of its rest. */
  takeRested(id: ChainId, at: Instant): Promise<(Address & { restedUntil: Instant | null }) | undefined>
  /** The next index of the wallet; nobody else gets it. */
  takeIndex(id: ChainId): Promise<number>
  insert(address: Address & ChainId & { index: number }): Promise<void>
  insertLease(lease: AddressLease): Promise<void>
  /** The order is done with its address: transfers still count until `until`, and nobody else gets it before. */
  rest(end: { addressId: string; orderId: string; at: Instant; until: Instant }): Promise<void>
  /** Undefined for an address that is not ours; without an order where no lease held it at that time. */
  findHolder(id: ChainId, address: string, at: Instant): Promise<{ orderId: string | undefined } | undefined>
  findLease(orderId: string): Promise<LeaseTimes | undefined>
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
export interface TransferTable {
  insert(transfer: RecordedTransfer): Promise<void>
  /** Everything but its identity and value. */
  update(transfer: RecordedTransfer): Promise<void>
  find(id: ChainId & { txHash: string; logIndex: number }): Promise<RecordedTransfer | undefined>
  /** Whether a canonical one, seen in the order's window, waits for its depth. */
  isInFlight(orderId: string): Promise<boolean>
  /** The oldest 1,000, orphaned ones included, in chain order. */
  listByOrder(orderId: string): Promise<RecordedTransfer[]>
  /** Everything that ever came to an address, in chain order. */
  listByAddress(id: ChainId, address: string): Promise<RecordedTransfer[]>
  /** Confirmed transfers that belong to nobody yet, in chain order. */
  listInSuspense(environment: Environment, limit: number): Promise<RecordedTransfer[]>
  /** Unconfirmed canonical transfers whose depth block is there, in chain order. */
  listDue(id: ChainId, blockNumber: number, limit: number): Promise<RecordedTransfer[]>
  /** Canonical transfers in blocks above that one. */
  listAfter(id: ChainId, blockNumber: number): Promise<RecordedTransfer[]>
  /** What unconfirmed canonical transfers add up to, 1e-8 USDT. */
  sumPending(id: ChainId): Promise<bigint>
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
  list(scope: Scope, page: Page): Promise<Listed<Withdrawal>>
  /** Withdrawals of every merchant, newest first. */
  search(filter: Filter<WithdrawalStatus>): Promise<Withdrawal[]>
  /** Withdrawals of a network in one status, oldest first. */
  listByStatus(query: ChainId & { status: WithdrawalStatus; limit: number }): Promise<Withdrawal[]>
  /** What can be signed, accepted or approved: each merchant's oldest first, then each one's next. */
  listReady(query: ChainId & { limit: number }): Promise<Withdrawal[]>
  /** Adds to what a merchant withdraws on a day. @returns the day's sum, 1e-8 USDT */
  addToDay(scope: Scope, day: number, amount: Usdt): Promise<bigint>
  insertSigned(
    signed: SignedTransaction & ChainId & { withdrawalId: string; createdAt: Instant },
  ): Promise<void>
  findSigned(withdrawalId: string): Promise<SignedTransaction | undefined>
  /** One more than the highest nonce the wallet has signed with; 0 for the first. */
  nextNonce(id: ChainId & { wallet: string }): Promise<number>
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
export interface CursorTable {
  find(id: ChainId): Promise<Cursor | undefined>
  insert(id: ChainId, block: BlockRef): Promise<void>
  /** Compare-and-set on `revision`: false when the cursor moved meanwhile. */
  advance(cursor: Cursor, to: BlockRef): Promise<boolean>
  /** Makes steps that were read before now stale. */
  touch(cursor: Cursor): Promise<boolean>
}
export interface SandboxTable {
  latestEpoch(id: ChainId): Promise<SandboxEpoch | undefined>
  insertEpoch(epoch: SandboxEpoch): Promise<void>
  /** False when it stands already. */
  insertTransfer(transfer: SandboxTransfer): Promise<boolean>
  findTransfer(id: ChainId & { txHash: string }): Promise<SandboxTransfer | undefined>
  deleteTransfer(id: ChainId & { txHash: string }): Promise<void>
  insertFork(id: ChainId, firstNumber: number): Promise<void>
  /** How many branches replaced another at or below that block. */
  countForks(id: ChainId, upTo: number): Promise<number>
  /** Their first blocks, the newest branch first. */
  listNewestForks(id: ChainId, upTo: number, limit: number): Promise<number[]>
  listTransfers(
    id: ChainId,
    blocks: { after: number; upTo: number; limit: number },
  ): Promise<SandboxTransfer[]>
  /** What was paid after that block to addresses that the merchant's orders hold or held, 1e-8 USDT. */
  sumPaid(id: ChainId & { merchantId: string; after: number }): Promise<bigint>
}
export interface WebhookEndpointTable {
  insert(endpoint: WebhookEndpoint): Promise<void>
  find(scope: Scope, id: string): Promise<WebhookEndpoint | undefined>
  list(scope: Scope): Promise<WebhookEndpoint[]>
}
export interface WebhookSecretTable extends SealedTable {
  insert(secret: WebhookSecret): Promise<void>
  /** The current secret first, then a retiring one whose time is not over. */
  listValid(scope: Scope, at: Instant): Promise<WebhookSecret[]>
  /** The current secret retires at `retiresAt`; an earlier retiring one goes now. */
  retireCurrent(scope: Scope, retiresAt: Instant): Promise<void>
}
export interface DeliveryLease {
  readonly owner: string
  readonly target: string
  readonly dueAt: Instant
  readonly now: Instant
  readonly until: Instant
  readonly limit: number
}
export interface WebhookDeliveryTable {
  insertEvent(event: WebhookEvent): Promise<void>
  insert(delivery: Delivery): Promise<void>
  list(webhookId: string, page: Page): Promise<Listed<Delivery & { event: WebhookEvent }>>
  /** Deliveries of everything that was told about an order or a withdrawal, newest first. */
  listBySubject(subject: string, page: Page): Promise<Listed<Delivery & { event: WebhookEvent }>>
  /** The target of the delivery that has been due for longest, but for those in `except`. */
  findDueTarget(due: { dueAt: Instant; now: Instant; except: readonly string[] }): Promise<string | undefined>
  /** Claims due deliveries of a target for `owner`; nobody else may send them until `until`. */
  claim(lease: DeliveryLease): Promise<DueDelivery[]>
  /** Records an attempt; false when the claim was lost meanwhile. */
  record(delivery: Delivery, owner: string): Promise<boolean>
  /** Gives claims back: one owner's, or everybody's. */
  release(owner?: string): Promise<void>
  /** What waited for a secret is due as planned. */
  releaseHeld(scope: Scope): Promise<void>
}

/** One transaction. Nothing else may be awaited while it is open. */
export interface Tx {
  readonly merchants: MerchantTable
  readonly apiKeys: ApiKeyTable
  readonly orders: OrderTable
  readonly addresses: AddressTable
  readonly idempotency: IdempotencyTable
  readonly transfers: TransferTable
  readonly cursors: CursorTable
  readonly sandbox: SandboxTable
  readonly webhookEndpoints: WebhookEndpointTable
  readonly webhookSecrets: WebhookSecretTable
  readonly webhookDeliveries: WebhookDeliveryTable
  readonly ledger: LedgerTable
  readonly ledgerChecks: LedgerCheckTable
  readonly withdrawals: WithdrawalTable
  readonly appPayments: AppPaymentTable
  readonly audit: AuditTable
}

export interface Store {
  /** Runs `work` on committed rows. @throws Unavailable when the database cannot be reached */
  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /**
   * Runs `work` in one transaction; resolves after COMMIT. `work` may run more than once, and only its last run counts.
   *
   * @throws Unavailable when the database is locked, full or out of reach, or too much waits already
   */
  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** The same store for the workers: their units go before those of calls and are never refused for a full queue. */
  forWorkers(): Store
  close(): Promise<void>
}

/** What a commit changed, for those who wait: event streams and the dispatcher. */
export interface Committed {
  readonly orders: readonly Order[]
  readonly deliveries: boolean
  readonly withdrawals: boolean
}

/** The database cannot answer now and nothing was done: locked, full, or closing. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** Another writer was faster or in the way, and nothing was done: where several can write the store runs the unit
 * again before anybody hears of it. */
export class LostRace extends Unavailable {
  override readonly name = 'LostRace'
}
