import type { ApiKey } from './api-keys.js'
import type { Merchant } from './merchants.js'
import type { Usdt } from './money.js'
import type { Address, Order } from './orders.js'
import type { BlockRef, Cursor, RecordedTransfer, SandboxEpoch, SandboxTransfer } from './payments.js'
import type { Policy } from './policy.js'
import type { Vault } from './vault.js'
import type { WebhookSecret } from './webhook-secrets.js'
import type { Delivery, DueDelivery, WebhookEndpoint, WebhookEvent } from './webhooks.js'

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

/** One look at a network: everything that happened up to block `to`, or nothing new. */
export type ScanStep = { kind: 'forward'; to: BlockRef; transfers: SeenTransfer[] } | { kind: 'idle' }

/** A movement of the token as the network tells it. `(network, txHash, logIndex)` identifies it. */
export interface SeenTransfer {
  readonly txHash: string
  readonly logIndex: number
  readonly from: string
  readonly to: string
  /** 1e-8 USDT, > 0 */
  readonly value: Usdt
  readonly block: BlockRef
}

export interface Chain extends ChainId {
  /** Blocks on top of a transfer's own, itself included, before it counts as confirmed. */
  readonly depth: number
  /** The newest block now: where a network's cursor starts. */
  head(): Promise<BlockRef>
  next(cursor: BlockRef, signal: AbortSignal): Promise<ScanStep>
  /** The address of that index in the operator's wallet, in the network's own spelling. */
  deriveAddress(index: number): string
}

/** A chain that takes orders from the test helpers. */
export interface SandboxChain extends Chain {
  /** Sends a payment in the caller's transaction; returns the block it will land in. */
  pay(tx: Tx, payment: { to: string; value: Usdt; cursor: BlockRef }): Promise<BlockRef>
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

export interface OrderTable {
  insert(order: Order): Promise<void>
  /** Compare-and-set on `version`: false when another writer was faster. */
  update(order: Order): Promise<boolean>
  find(id: string): Promise<Order | undefined>
  findByToken(token: string): Promise<Order | undefined>
  list(scope: Scope, page: Page): Promise<Listed<Order>>
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
export interface ApiKeyTable {
  insert(key: ApiKey): Promise<void>
  find(keyId: string): Promise<ApiKey | undefined>
  findAny(): Promise<ApiKey | undefined>
  /** All active keys and the newest revoked ones, newest first. */
  list(merchantId: string): Promise<ApiKey[]>
  countActive(scope: Scope): Promise<number>
  /** Whether there ever was a key, revoked ones included. */
  exists(scope: Scope): Promise<boolean>
  revoke(keyId: string, at: Instant): Promise<void>
  markUsed(keyId: string, at: Instant): Promise<void>
}
export interface AddressTable {
  /** Leases the address that has been free for longest. */
  leaseFree(id: ChainId, lease: { orderId: string; at: Instant }): Promise<Address | undefined>
  nextIndex(id: ChainId): Promise<number>
  insertLeased(address: Address & ChainId & { index: number; orderId: string }): Promise<void>
  /** Ends the lease: the address rests until `freeAt`. */
  release(addressId: string, freeAt: Instant): Promise<void>
  /** The order that holds the address, or held it last: it rests before another gets it. */
  findHolder(id: ChainId, address: string): Promise<string | undefined>
}
export interface IdempotencyRow extends Scope {
  readonly operation: string
  readonly key: string
  readonly inputHash: string
  readonly resourceId: string
  readonly expiresAt: Instant
}
export interface IdempotencyTable {
  find(id: Scope & { operation: string; key: string; at: Instant }): Promise<IdempotencyRow | undefined>
  insert(row: IdempotencyRow): Promise<void>
}
export interface TransferTable {
  /** False when this transfer is known already. */
  insert(transfer: RecordedTransfer): Promise<boolean>
  listByOrder(orderId: string): Promise<RecordedTransfer[]>
  /** Unconfirmed transfers of orders in blocks up to `blockNumber`, in chain order. */
  listToConfirm(id: ChainId, blockNumber: number, limit: number): Promise<RecordedTransfer[]>
  confirm(transfer: RecordedTransfer, at: Instant): Promise<void>
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
  insertTransfer(transfer: SandboxTransfer): Promise<void>
  listTransfers(
    id: ChainId,
    blocks: { after: number; upTo: number; limit: number },
  ): Promise<SandboxTransfer[]>
}
export interface WebhookEndpointTable {
  insert(endpoint: WebhookEndpoint): Promise<void>
  find(scope: Scope, id: string): Promise<WebhookEndpoint | undefined>
  list(scope: Scope): Promise<WebhookEndpoint[]>
}
export interface WebhookSecretTable {
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
}

/** The database cannot answer now and nothing was done: locked, full, or closing. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable'
}

/** Another writer was faster or in the way, and nothing was done: the store runs the unit again before anybody hears of it. */
export class LostRace extends Unavailable {
  override readonly name = 'LostRace'
}
