import type { RecordedPosting } from '../ledger/ledger-entry.js'
import type { OrderStatus } from '../orders/order.js'
import type { Environment, Instant, Position } from '../shared/types.js'
import type { DeliveryStatus } from '../webhooks/webhook.js'
import type { WithdrawalStatus } from '../withdrawals/withdrawal.js'

/** Deliveries of an environment. A number is cut where those of both environments that were looked at may not be all. */
export interface DeliveryCounts {
  readonly recent: ReadonlyMap<DeliveryStatus, number>
  readonly isRecentCut: boolean
  readonly failed: number
  readonly isFailedCut: boolean
}

/** Attempts of deliveries in an environment, cut as in {@link DeliveryCounts}. */
export interface TryCounts {
  readonly tried: number
  readonly first: number
  readonly isTriedCut: boolean
  readonly waiting: number
  readonly isWaitingCut: boolean
}

/** Payments of a period, over all merchants. */
export interface PaidSum {
  /** 1e-8 USDT. */
  readonly amount: bigint
  readonly count: number
  /** The first of them that is counted. */
  readonly since: Instant
  /** Whether there were more than are counted. */
  readonly isCut: boolean
}

/** Numbers about all merchants for operators. No method reads more than 10,000 rows. */
export interface OverviewTable {
  /** Sums the payments received since an instant, the newest ones: also those in suspense, and those reversed since. */
  sumPaid(environment: Environment, since: Instant): Promise<PaidSum>
  /** Counts the newest orders by status. @param limit orders that are read, 10,000 by default */
  countRecent(environment: Environment, limit?: number): Promise<ReadonlyMap<OrderStatus, number>>
  /** Counts all orders. Costs one row for each merchant. */
  countOrders(environment: Environment): Promise<number>
  /** Counts all orders in statuses that few orders have. */
  countRare(environment: Environment): Promise<ReadonlyMap<OrderStatus, number>>
  /** Counts the newest 10,000 withdrawals by status. */
  countWithdrawals(environment: Environment): Promise<ReadonlyMap<WithdrawalStatus, number>>
  /** Counts deliveries by status among the newest 1,000, and those that failed and were not sent again among 1,000. */
  countDeliveries(environment: Environment): Promise<DeliveryCounts>
  /** Counts entries of the audit log, up to 10,000. */
  countAudit(subject: string | undefined): Promise<number>
  /**
   * Counts deliveries since an instant that were tried, those that the first attempt delivered, and those that wait now.
   * Looks at 1,000 of each, in both environments.
   */
  countTries(environment: Environment, since: Instant): Promise<TryCounts>
  /** Lists the postings of the newest ledger transactions, newest first. @param before the transaction above them */
  listPostings(environment: Environment, transactions: number, before?: Position): Promise<RecordedPosting[]>
  /** Lists the postings of the newest corrections by hand, newest first. */
  listAdjustments(environment: Environment, transactions: number): Promise<RecordedPosting[]>
}
