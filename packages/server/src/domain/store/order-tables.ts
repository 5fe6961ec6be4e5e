import type { Order, OrderStatus } from '../orders/order.js'
import type { ChainId, Environment, Instant, Network, Page, Scope } from '../shared/types.js'

/** Filter of an operator's search. Undefined fields match all rows. */
export interface Filter<Status> {
  readonly environment: Environment | undefined
  readonly merchantId: string | undefined
  readonly status: Status | undefined
  readonly limit: number
}

/** The fields of an on-chain order that show whether its checkout page has changed. */
export interface OrderVersion extends ChainId {
  readonly id: string
  readonly version: number
  readonly status: OrderStatus
  readonly isAddressBlacklisted: boolean
}

export interface OrderTable {
  /** Stores an order, and locks the counters of its merchant and environment until the transaction ends. */
  insert(order: Order): Promise<void>
  /** Compare-and-set on `version`: false if another transaction has changed the row. */
  update(order: Order): Promise<boolean>
  find(id: string): Promise<Order | undefined>
  /** Like `find`, and locks the row until the transaction ends. */
  lock(id: string): Promise<Order | undefined>
  findByNumber(orderNumber: string): Promise<Order | undefined>
  findByToken(token: string): Promise<Order | undefined>
  /** Returns the versions of on-chain orders, in no particular order. */
  listVersions(ids: readonly string[]): Promise<OrderVersion[]>
  list(scope: Scope, page: Page): Promise<Order[]>
  count(scope: Scope): Promise<number>
  /** Counts the on-chain orders of the merchant that have not released their address. */
  countUnfinished(scope: Scope): Promise<number>
  /** Adds to the number of on-chain orders that have released their address. Locks a counter until the transaction ends. */
  addFinished(scope: Scope, count: number): Promise<void>
  /** Searches the orders of all merchants, newest first. */
  search(filter: Filter<OrderStatus>): Promise<Order[]>
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
