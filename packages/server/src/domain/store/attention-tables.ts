import type { Alert, ClaimedAlert } from '../attention/alert.js'
import type { StoredItem } from '../attention/attention-item.js'
import type { FrozenReason } from '../orders/order.js'
import type { Usdt } from '../shared/money.js'
import type { ChainId, Environment, Instant, Scope } from '../shared/types.js'
import type { Maker } from '../withdrawals/maker.js'
import type { ReviewReason } from '../withdrawals/withdrawal.js'
import type { SendQueue } from './send-queue.js'

export interface WithdrawalInReview extends ChainId {
  readonly id: string
  readonly merchantId: string
  readonly amount: Usdt
  readonly fee: Usdt
  readonly destinationAddress: string
  readonly reviewReason: ReviewReason
  readonly version: number
  readonly sinceAt: Instant
  readonly madeBy: Maker | null
}

export interface FrozenOrder {
  readonly id: string
  readonly orderNumber: string
  readonly merchantId: string
  readonly environment: Environment
  readonly received: Usdt
  readonly frozenReason: FrozenReason
  readonly sinceAt: Instant
}

export interface SuspendedTransfer extends ChainId {
  readonly txHash: string
  readonly logIndex: number
  readonly to: string
  /** Time of its block. */
  readonly minedAt: Instant
  readonly value: Usdt
  readonly isFlagged: boolean
  readonly sinceAt: Instant
}

/** Deliveries of a target that are FAILED and were not sent again. */
export interface FailedDeliveries extends Scope {
  readonly target: string
  /** Null for the own URLs of orders. */
  readonly webhookId: string | null
  /** Id of the oldest. */
  readonly firstId: string
  readonly sinceAt: Instant
  /** The time of its event. */
  readonly firstEventAt: Instant
  readonly count: number
}

/** A target that has deliveries to send and has answered none with 2xx since `sinceAt`. */
export interface FailingTarget extends Scope {
  readonly target: string
  /** Null for the own URLs of orders. */
  readonly webhookId: string | null
  readonly sinceAt: Instant
}

/** Deliveries of an environment that wait for its webhook secret. */
export interface HeldDeliveries extends Scope {
  readonly sinceAt: Instant
  readonly count: number
}

/** Everything that waits for a person, over all merchants. No method reads more rows than its limits. */
export interface AttentionTable {
  /** Lists withdrawals in REVIEW, up to `limit` of each reason, longest waiting first; without approved ones. */
  listInReview(limit: number): Promise<WithdrawalInReview[]>
  /** Lists frozen orders that are not rejected, by their last change. */
  listFrozen(limit: number): Promise<FrozenOrder[]>
  /** Lists confirmed transfers in suspense, longest waiting first. */
  listInSuspense(environment: Environment, limit: number): Promise<SuspendedTransfer[]>
  /** Lists targets with FAILED deliveries, by name. @param upTo the highest count */
  listFailed(limit: number, upTo: number): Promise<FailedDeliveries[]>
  /** Lists targets that have failed since `until` or before. @param untold only those that no person was told of */
  listFailing(until: Instant, limit: number, untold?: 'untold'): Promise<FailingTarget[]>
  /** Lists environments whose deliveries wait for a secret, by name. @param upTo the highest count */
  listHeld(limit: number, upTo: number): Promise<HeldDeliveries[]>
  /** Lists active merchants without a live webhook secret, with the time of their activation. */
  listWithoutSecret(limit: number): Promise<{ merchantId: string; sinceAt: Instant }[]>
  /** Returns when the first merchant was activated; undefined before. */
  firstActivation(): Promise<Instant | undefined>
}

/** The items of the last comparison. */
export interface AttentionItemTable {
  /** Lists the stored items with the revision that guards them. */
  list(): Promise<{ items: StoredItem[]; revision: number }>
  /** Takes the next revision: false if another server took it. */
  advance(revision: number): Promise<boolean>
  insert(item: StoredItem): Promise<void>
  /** Records that the receiver of alerts is told of an item. */
  markAlerted(key: string): Promise<void>
  delete(key: string): Promise<void>
}

/** An alert waits for the earlier ones of its item. */
export interface AlertTable extends SendQueue<ClaimedAlert> {
  insert(alert: Alert): Promise<void>
  /** Deletes alerts that were created by then, sent or not. */
  purge(until: Instant): Promise<void>
}
