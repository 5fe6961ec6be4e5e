import type { Order, OrderStatus } from '../orders/order.js'
import type { ChainId, Environment, Instant, Network, Page, Scope } from '../shared/types.js'

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
