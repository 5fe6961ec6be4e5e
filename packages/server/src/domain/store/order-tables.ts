import type { Member } from '@merchantpay/core/metadata-members'
import type { Beginning } from '../orders/beginnings.js'
import type { OnChainOrder, Order, OrderStatus } from '../orders/order.js'
import type { Usdt } from '../shared/money.js'
import type { SearchStep, SearchWindow } from '../shared/search-window.js'
import type {
  ChainId,
  Environment,
  Instant,
  ListTotal,
  Network,
  Page,
  Position,
  Scope,
  TimeRange,
} from '../shared/types.js'

/** Filter of an operator's search. Undefined fields match all rows. */
export interface Filter<Status> {
  readonly environment: Environment | undefined
  readonly merchantId: string | undefined
  readonly status: Status | undefined
  readonly limit: number
  /** Only rows that are older than the one with this id. */
  readonly before?: string | undefined
}

/** Selects orders. Undefined fields match every order. */
export interface OrderFilter {
  readonly environment?: Environment | undefined
  readonly merchantId?: string | undefined
  readonly status?: OrderStatus | undefined
  readonly network?: Network | undefined
  /** Created at or after it. */
  readonly from?: Instant | undefined
  /** Created before it. */
  readonly to?: Instant | undefined
  /** Least and greatest order amount, 1e-8 USDT. */
  readonly amountMin?: Usdt | undefined
  readonly amountMax?: Usdt | undefined
  /** A part of the description, the metadata or the remark, in any letter case. */
  readonly text?: string | undefined
  /** The whole value of a metadata field, a string or a number. */
  readonly metadataValue?: string | undefined
}

/** Selects orders of a merchant's list by the time of their creation and more. Undefined fields match every order. */
export interface OrderListFilter extends TimeRange {
  readonly status?: OrderStatus | undefined
  readonly orderNumber?: string | undefined
  readonly network?: Network | undefined
  /** When the order last changed. */
  readonly updated?: TimeRange | undefined
  /** When the order was paid. */
  readonly paid?: TimeRange | undefined
  /** A member of the metadata, equal in name and value. */
  readonly member?: Member | undefined
}

/** Parts of orders that have an index. Orders match that have all the words, or something with one of the beginnings. */
export interface PartsQuery {
  /** Words of description and metadata. Those that more than 1,000 orders have find none. */
  readonly words: readonly string[]
  readonly beginnings: readonly Beginning[]
  /** Only orders behind it. */
  readonly after: Position | undefined
  readonly limit: number
}

/** Number and sums of the orders that match a filter, in 1e-8 USDT. */
export interface FoundSums {
  readonly orders: number
  readonly asked: bigint
  readonly received: bigint
  /** Whether older orders were not compared. */
  readonly isCut: boolean
}

/** The fields of an on-chain order that show whether its checkout page has changed. */
export interface OrderVersion extends ChainId {
  readonly id: string
  readonly version: number
  readonly status: OrderStatus
  readonly isAddressBlacklisted: boolean
}

/** The paid orders of a span, which begins and ends with a quarter of an hour: the days of every time zone do. */
export interface PaidSpan {
  readonly from: Instant
  /** The confirmed payments of the orders, 1e-8 USDT. */
  readonly paid: bigint
  readonly orders: number
}

/** An order that may wait for its merchant. */
export interface OrderToDo {
  readonly order: OnChainOrder
  /** The sum of its refunds that did not fail, 1e-8 USDT. */
  readonly refunded: bigint
  /** Whether its task is closed for what it has received. */
  readonly isClosed: boolean
}

/** A note of the people of a shop about an order. */
export interface OrderNote {
  readonly id: string
  readonly text: string
  /** The person, or the key or session of a link. */
  readonly writtenBy: string
  readonly writtenAt: Instant
}

/** An address that was left on the page of an order. */
export interface LeftAddress {
  readonly address: string
  readonly leftAt: Instant
}

export interface OrderTable {
  /** Stores an order, and locks the counters of its merchant and environment until the transaction ends. */
  insert(order: Order): Promise<void>
  /**
   * Compare-and-set on `version`: false if another transaction has changed the row.
   *
   * @param before the status that the row had
   */
  update(order: Order, before: OrderStatus): Promise<boolean>
  find(id: string): Promise<Order | undefined>
  /** Like `find`, and locks the row until the transaction ends. */
  lock(id: string): Promise<Order | undefined>
  findByNumber(orderNumber: string): Promise<Order | undefined>
  findByToken(token: string): Promise<Order | undefined>
  /** Returns the versions of on-chain orders, in no particular order. */
  listVersions(ids: readonly string[]): Promise<OrderVersion[]>
  list(scope: Scope, filter: OrderListFilter, page: Page): Promise<Order[]>
  /** Counts the orders of a list; without a filter, in constant time. */
  count(scope: Scope, filter: OrderListFilter): Promise<ListTotal>
  /** Sums the payments that are not confirmed, over the CONFIRMING orders of a scope, 1e-8 USDT. */
  sumUnconfirmed(scope: Scope): Promise<bigint>
  /** Adds to the sums of the quarter of an hour that begins with the span. */
  addPaid(scope: Scope, span: PaidSpan): Promise<void>
  /**
   * Sums the orders that were paid in each of several spans.
   *
   * @param begins of the spans, ascending: each span ends with the begin of the next one
   * @param to the end of the last span; without it, that span has no end
   */
  sumPaid(scope: Scope, begins: readonly Instant[], to?: Instant): Promise<PaidSpan[]>
  /** Lists the newest on-chain orders that received too little or too much and are not accepted. */
  listToDo(scope: Scope, limit: number): Promise<OrderToDo[]>
  /** Lists the newest EXPIRED_PAID orders. */
  listPaidLate(scope: Scope, limit: number): Promise<OrderToDo[]>
  /** Counts the UNDERPAID orders that were created since then, and sums what they received, 1e-8 USDT. */
  sumUnderpaid(scope: Scope, since: Instant): Promise<{ orders: number; amount: bigint }>
  /** Counts the on-chain orders of the merchant that have not released their address. */
  countUnfinished(scope: Scope): Promise<number>
  /** Makes the transactions that call it for a scope follow each other, so that each counts the orders of all before it. */
  lockUnfinished(scope: Scope): Promise<void>
  /** Adds to the number of on-chain orders that have released their address. */
  addFinished(scope: Scope, count: number): Promise<void>
  /** Compares one window of the orders of an environment with a filter, newest first. */
  search(
    filter: OrderFilter & { readonly environment: Environment },
    window: SearchWindow,
  ): Promise<SearchStep<Order>>
  /** Lists the orders that match a filter and that an index finds by parts of what they have, newest first. */
  searchParts(
    filter: OrderFilter & { readonly environment: Environment },
    query: PartsQuery,
  ): Promise<Order[]>
  /** Counts and sums the newest `most` orders of a merchant that match a filter, and says whether it has older ones. */
  sumFound(filter: OrderFilter & { readonly environment: Environment }, most: number): Promise<FoundSums>
  /** Lists the orders that transfers of these transactions count for, newest first. */
  listByTransfer(txHashes: readonly string[], limit: number): Promise<Order[]>
  /** Lists the orders that have or had one of these addresses, newest first. */
  listByAddress(addresses: readonly string[], limit: number): Promise<Order[]>
  insertNote(orderId: string, note: OrderNote): Promise<void>
  /** Lists the notes of an order, oldest first. */
  listNotes(orderId: string): Promise<OrderNote[]>
  insertRefundAddress(orderId: string, address: LeftAddress): Promise<void>
  /** Lists the addresses that were left on the page of an order, oldest first. */
  listRefundAddresses(orderId: string): Promise<LeftAddress[]>
  /** Counts the orders that wait for a payment, of all merchants. */
  countOpen(): Promise<ReadonlyMap<Environment, number>>
  /** Whether an order of a network is waiting for its first payment. */
  hasOpen(id: ChainId): Promise<boolean>
  /**
   * Lists open orders whose window ended at or before `at`, oldest first; `network` is null for app-only orders. Orders
   * whose address has a balance mismatch are left out.
   */
  listDue(query: {
    environment: Environment
    network: Network | null
    at: Instant
    limit: number
  }): Promise<Order[]>
}
