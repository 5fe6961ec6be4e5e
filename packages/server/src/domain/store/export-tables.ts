import type { ExportedPosting, MoveSum } from '../ledger/ledger-entry.js'
import type { Order } from '../orders/order.js'
import type { Batch, Period, Place } from '../shared/period.js'
import type { Environment, Instant, Scope } from '../shared/types.js'
import type { DeliveryWithEvent } from '../webhooks/webhook.js'

/** Long lists of a period, oldest first, in batches that begin after a place. */
export interface ExportTable {
  /** Lists orders by their creation. */
  listOrders(period: Period, after: Place): Promise<Batch<Order>>
  /** Lists the deliveries of events by the time of the event. A redelivery is listed with the event that it repeats. */
  listDeliveries(period: Period, after: Place): Promise<Batch<DeliveryWithEvent>>
  /** Lists postings by the time of their ledger transaction; those of one are in one batch. */
  listPostings(period: Period, after: Place): Promise<Batch<ExportedPosting>>
  /** Whether an environment has more ledger transactions since an instant than a count. */
  hasMore(environment: Environment, from: Instant, count: number): Promise<boolean>
  /** Sums the postings of a merchant since `from`, by kind and accounts, separately before and since `to`. */
  sumMoves(scope: Scope, range: { readonly from: Instant; readonly to: Instant }): Promise<MoveSum[]>
}
