import type { Environment, Instant, ListTotal, Page, Scope, TimeRange } from '../shared/types.js'
import type { DeliveryResult } from '../webhooks/endpoint-health.js'
import type { ListedEvent } from '../webhooks/event-position.js'
import type { EventType } from '../webhooks/event-types.js'
import type { FeedItem, FeedPlace } from '../webhooks/feed-item.js'
import type { EventDeliveryState, Recovery, RecoveryRequest } from '../webhooks/recovery.js'
import type {
  AttemptedDelivery,
  Delivery,
  DeliveryWithEvent,
  DueDelivery,
  NumberedEvent,
  WebhookEndpoint,
  WebhookEvent,
  WebhookSecret,
} from '../webhooks/webhook.js'
import type { RecordedAttempt, WebhookAttempt } from '../webhooks/webhook-attempt.js'
import type { EncryptedTable } from './encrypted-table.js'
import type { Filter } from './order-tables.js'

export interface WebhookEndpointTable {
  insert(endpoint: WebhookEndpoint): Promise<void>
  /** Finds an endpoint. Deleted endpoints are not found, here and below. */
  find(scope: Scope, id: string): Promise<WebhookEndpoint | undefined>
  /** Like `find`, and locks the row until the transaction ends. */
  lock(scope: Scope, id: string): Promise<WebhookEndpoint | undefined>
  list(scope: Scope): Promise<WebhookEndpoint[]>
  update(endpoint: WebhookEndpoint): Promise<void>
  delete(id: string, at: Instant): Promise<void>
  /** Lists endpoints that were deleted since then but still have a pending delivery. */
  listDeletedWithPending(since: Instant): Promise<string[]>
}

export interface WebhookSecretTable extends EncryptedTable {
  insert(secret: WebhookSecret): Promise<void>
  /** Lists the current secret, then a retiring one that is still valid. */
  listValid(scope: Scope, at: Instant): Promise<WebhookSecret[]>
  /** Retires the current secret at `retiresAt` and deletes an earlier retiring one. */
  retireCurrent(scope: Scope, retiresAt: Instant): Promise<void>
  /** Lists scopes whose secret was created since then but that still have a delivery waiting for one. */
  listScopesWithPending(since: Instant): Promise<Scope[]>
}

/** The leases that are valid, in real time: those that end after `now` and not after `until`. */
export interface LeaseWindow {
  readonly now: Instant
  readonly until: Instant
}

/** Due deliveries of a target, and how many of its deliveries are leased, by any process; undefined if none is due. */
export interface DueDeliveries {
  readonly due: readonly DueDelivery[]
  readonly leases: number | undefined
}

/** Selects deliveries to an endpoint by the time of their creation and more. Undefined fields match every delivery. */
export interface DeliveryListFilter extends TimeRange {
  readonly status?: Delivery['status'] | undefined
}

export interface WebhookDeliveryTable {
  insertEvent(event: WebhookEvent): Promise<void>
  /** Stores an event that reports nothing new: a sample, or one that repeats another. The list of events leaves it out. */
  insertUnlistedEvent(event: WebhookEvent): Promise<void>
  /** @param scope the environment of its event */
  insert(delivery: Delivery, scope: Scope): Promise<void>
  list(webhookId: string, filter: DeliveryListFilter, page: Page): Promise<DeliveryWithEvent[]>
  /** Counts the deliveries of a list; without a filter, in constant time. */
  count(webhookId: string, filter: DeliveryListFilter): Promise<ListTotal>
  /** Lists the deliveries of all events of an order or a withdrawal, newest first. */
  listBySubject(subject: string, page: Page): Promise<DeliveryWithEvent[]>
  countBySubject(subject: string): Promise<number>
  /** Finds a delivery to an endpoint. */
  find(webhookId: string, id: string): Promise<DeliveryWithEvent | undefined>
  /**
   * Fails the pending deliveries of a target with an error. An attempt in flight records nothing. Its FAILED deliveries
   * need no operator any more.
   */
  failPending(target: string, error: string, at: Instant): Promise<void>
  /** Counts the leased deliveries of a target, over all processes. */
  countLeases(target: string, window: LeaseWindow): Promise<number>
  /** Counts the pending deliveries of a target, due or not, leased or not, up to `atMost`. */
  countWaiting(target: string, atMost: number): Promise<number>
  /** Finds due deliveries of a target that are not leased, the longest due first. */
  findDue(query: {
    target: string
    dueAt: Instant
    standing: LeaseWindow
    limit: number
  }): Promise<DueDeliveries>
  /** Leases found deliveries until `until`. @returns ids of those that were still free */
  claim(
    ids: readonly string[],
    lease: { owner: string; until: Instant; standing: LeaseWindow },
  ): Promise<ReadonlySet<string>>
  /**
   * Records the outcomes of attempts. The due times of targets whose deliveries are due again must be lowered before.
   *
   * @returns ids of the deliveries whose lease was still valid
   */
  record(
    attempted: readonly (AttemptedDelivery & Pick<Delivery, 'isErrorHidden'>)[],
    owner: string,
  ): Promise<ReadonlySet<string>>
  /** Releases the leases of one owner, or all leases. */
  release(owner?: string): Promise<void>
  /** Releases the deliveries that waited for a secret. */
  releaseHeld(scope: Scope): Promise<void>
  /** Fails deliveries that were created at or before `until` and still wait for a secret, oldest first. @returns their number */
  failHeld(query: { until: Instant; at: Instant; realAt: Instant; limit: number }): Promise<number>
  /** Deletes deliveries that ended by then, with their attempts, oldest first. @returns their number */
  purge(until: Instant, limit: number): Promise<number>
  /** Deletes events that happened by then and have no delivery left, oldest first. @returns their number */
  purgeEvents(until: Instant, limit: number): Promise<number>
}

/** The trace contexts of the calls that made orders and withdrawals. */
export interface TraceTable {
  insert(subject: string, traceparent: string): Promise<void>
}

export interface WebhookAttemptTable {
  insert(attempts: readonly WebhookAttempt[]): Promise<void>
  /** Lists the attempts of a delivery, oldest first. */
  list(deliveryId: string): Promise<RecordedAttempt[]>
  /** Lists the results of the deliveries to endpoints that were made since then, at most the newest `most` of each. */
  listResults(
    webhookIds: readonly string[],
    query: { since: Instant; most: number },
  ): Promise<DeliveryResult[]>
}

/** A target with a due delivery. */
export interface DueTarget extends Scope {
  readonly target: string
  /** The endpoint's current URL, or the origin of the orders' own webhook URLs. */
  readonly url: string
  /** Scheme, host and port that have answered with 2xx; null before the first such answer. */
  readonly answeredOrigin: string | null
  /** When an attempt failed first since the last 2xx answer; null if none did. */
  readonly failingSince: Instant | null
  /** The due time of the target: none of its deliveries is due before. */
  readonly nextDueAt: Instant
  readonly lastLeasedAt: Instant
}

export interface WebhookTargetTable {
  /**
   * Lists due targets after `after`, least recently leased first, without those of `exceptMerchants` (at most four) and
   * without inactive endpoints.
   */
  listDue(query: {
    dueAt: Instant
    after: DueTarget | undefined
    exceptMerchants: readonly string[]
    limit: number
  }): Promise<DueTarget[]>
  /** Lists targets after `after` whose due times have come, earliest first, without inactive endpoints. */
  listLongestDue(query: { dueAt: Instant; after: DueTarget | undefined; limit: number }): Promise<DueTarget[]>
  /** Finds the earliest due time of a target's deliveries that are not leased. The target's due time may be earlier. */
  findFirstDue(target: string, window: LeaseWindow): Promise<Instant | undefined>
  /** Lowers the due time of a target to that time. */
  lowerDueTime(target: string, at: Instant): Promise<void>
  /** Records that a target has answered with 2xx at that scheme, host and port. */
  noteAnswer(target: string, origin: string): Promise<void>
  /** Sets the time since which a target has failed; null ends it. An earlier time stays. */
  noteFailing(target: string, since: Instant | null): Promise<void>
  /** Notes that people were told of a failure, by its beginning. @returns false if they were before */
  noteTold(target: string, since: Instant): Promise<boolean>
  /** Moves a target to the end of the queue and locks it for other claimers until the transaction ends. */
  lease(target: string, now: Instant): Promise<void>
  /** Sets the due time of a target after all of its due deliveries were claimed. */
  setDueTime(target: string, window: LeaseWindow): Promise<void>
  /** Returns the age of the oldest open transaction that has stored a delivery, milliseconds; 0 if there is none. */
  oldestTransactionMs(): Promise<number>
  /** Revalidates due times that were set before `unsureBefore`, except those that are due: the next claim sets them again. */
  revalidateDueTimes(
    query: LeaseWindow & { dueAt: Instant; unsureBefore: Instant; limit: number },
  ): Promise<void>
  /** Makes targets with lapsed leases due. */
  lowerDueTimesOfLapsed(window: LeaseWindow): Promise<void>
  /** Returns the times since which some of these targets have failed. */
  listFailing(targets: readonly string[]): Promise<ReadonlyMap<string, Instant>>
  /** Lists targets with a higher name, ascending. */
  listAfter(target: string, limit: number): Promise<string[]>
  /**
   * Brings attempts forward that were scheduled by a clock that has been set back since: deliveries of these targets with
   * `n` attempts are due at `latest[n]` at the latest. Changes at most `limit` rows. @returns their number
   */
  bringForward(targets: readonly string[], latest: readonly Instant[], limit: number): Promise<number>
  /** Lowers later times of leases and of changed due times to that time. */
  limitStamps(now: Instant): Promise<void>
  /** Deletes targets without pending deliveries that were last leased by then. @returns their number */
  purge(idleSince: Instant, limit: number): Promise<number>
}

export interface DeliveryFilter extends Filter<Delivery['status']> {
  readonly webhookId: string | undefined
  readonly target?: string | undefined
  /** The newest deliveries, or events of a merchant, that are compared with the rest of the filter; older ones are not found. */
  readonly compared: number
}

/** The operator's view of all merchants' webhooks. */
export interface WebhookHistoryTable {
  /** Searches the deliveries of all merchants, newest first. */
  search(filter: DeliveryFilter): Promise<DeliveryWithEvent[]>
  /** Lists FAILED deliveries that were not sent again, of an environment or of one target, newest first. */
  listFailed(query: {
    environment: Environment
    target: string | undefined
    before?: string | undefined
    limit: number
  }): Promise<DeliveryWithEvent[]>
  find(deliveryId: string): Promise<DeliveryWithEvent | undefined>
  /** Lists deliveries whose id has a beginning. */
  listByBeginning(text: string, limit: number): Promise<DeliveryWithEvent[]>
  /** Finds an endpoint that is not deleted. */
  findEndpoint(webhookId: string): Promise<WebhookEndpoint | undefined>
}

/** The events of an environment, in the order in which they were committed. */
export interface EventListTable {
  /** Returns the position below which no event gets one any more. */
  findLastPosition(): Promise<number>
  /** Lists events after a position and up to another one, lowest position first. */
  list(
    scope: Scope,
    query: { after: number; upTo: number; types: readonly EventType[] | undefined; limit: number },
  ): Promise<ListedEvent[]>
  /** Whether a committed event has no position yet. */
  hasUnnumbered(): Promise<boolean>
  /** Gives committed events without a position the next ones, oldest first. @returns these events */
  number(limit: number): Promise<NumberedEvent[]>
  findBody(id: string): Promise<string | undefined>
  /** Raises the last position to that one. */
  advance(position: number): Promise<void>
}

/** The events of an environment, sorted by time. */
export interface WebhookFeedTable {
  /** Returns the event that the feed shows under a delivery id; undefined for one of another scope. */
  findEvent(scope: Scope, deliveryId: string): Promise<WebhookEvent | undefined>
  listAfter(scope: Scope, after: FeedPlace, limit: number): Promise<FeedItem[]>
  /** Lists the places after an instant and up to a place. */
  listPlaces(scope: Scope, range: { after: Instant; upTo: FeedPlace }): Promise<FeedPlace[]>
  listByIds(scope: Scope, ids: readonly string[]): Promise<FeedItem[]>
  /** Finds the last place after a place. */
  findLast(scope: Scope, after: FeedPlace): Promise<FeedPlace | undefined>
}

export interface WebhookRecoveryTable {
  insert(recovery: Recovery): Promise<void>
  /** Finds the newest unfinished recovery of a request. */
  findUnfinished(request: RecoveryRequest): Promise<Recovery | undefined>
  /** Finds a recovery and locks it until the transaction ends. */
  lock(id: string): Promise<Recovery | undefined>
  update(recovery: Recovery): Promise<void>
  /** Lists the events of the endpoint's environment after a place and before `until`, by time. */
  listEvents(
    query: Scope & { webhookId: string; after: FeedPlace; until: Instant; limit: number },
  ): Promise<EventDeliveryState[]>
}
