import type { Instant, Page, Scope } from '../shared/types.js'
import type { FeedItem, FeedPlace } from '../webhooks/feed-item.js'
import type { EventStanding, Recovery, RecoveryRequest } from '../webhooks/recovery.js'
import type {
  AttemptedDelivery,
  Delivery,
  DeliveryWithEvent,
  DueDelivery,
  WebhookEndpoint,
  WebhookEvent,
  WebhookSecret,
} from '../webhooks/webhook.js'
import type { WebhookAttempt } from '../webhooks/webhook-attempt.js'
import type { EncryptedTable } from './encrypted-table.js'
import type { Filter } from './order-tables.js'

export interface WebhookEndpointTable {
  insert(endpoint: WebhookEndpoint): Promise<void>
  /** Deleted ones are not found, here and below. */
  find(scope: Scope, id: string): Promise<WebhookEndpoint | undefined>
  /** Like `find`, and nobody else changes the row until the unit of work ends. */
  lock(scope: Scope, id: string): Promise<WebhookEndpoint | undefined>
  list(scope: Scope): Promise<WebhookEndpoint[]>
  update(endpoint: WebhookEndpoint): Promise<void>
  delete(id: string, at: Instant): Promise<void>
  /** Endpoints deleted since then for which a delivery waits all the same. */
  listDeletedAwaited(since: Instant): Promise<string[]>
}

export interface WebhookSecretTable extends EncryptedTable {
  insert(secret: WebhookSecret): Promise<void>
  /** The current secret first, then a retiring one whose time is not over. */
  listValid(scope: Scope, at: Instant): Promise<WebhookSecret[]>
  /** The current secret retires at `retiresAt`; an earlier retiring one goes now. */
  retireCurrent(scope: Scope, retiresAt: Instant): Promise<void>
  /** Environments with a secret made since then for which a delivery waits all the same. */
  listAwaited(since: Instant): Promise<Scope[]>
}

/** Which leases stand, in real time: those that end after `now` and not after `until`. */
export interface LeaseWindow {
  readonly now: Instant
  readonly until: Instant
}

/** What a target has to send, and how many of its deliveries are leased, by whomever; unknown where there is nothing. */
export interface DueDeliveries {
  readonly due: readonly DueDelivery[]
  readonly leases: number | undefined
}

export interface WebhookDeliveryTable {
  insertEvent(event: WebhookEvent): Promise<void>
  /** @param scope the environment of its event */
  insert(delivery: Delivery, scope: Scope): Promise<void>
  list(webhookId: string, page: Page): Promise<DeliveryWithEvent[]>
  count(webhookId: string): Promise<number>
  /** Deliveries of everything that was told about an order or a withdrawal, newest first. */
  listBySubject(subject: string, page: Page): Promise<DeliveryWithEvent[]>
  countBySubject(subject: string): Promise<number>
  /** One delivery to an endpoint. */
  find(webhookId: string, id: string): Promise<DeliveryWithEvent | undefined>
  /** Ends what waits for a target, with that error; an attempt on its way records nothing. */
  failPending(target: string, error: string, at: Instant): Promise<void>
  /** How many deliveries of a target are leased, by whomever. */
  countLeases(target: string, standing: LeaseWindow): Promise<number>
  /** How many deliveries wait for a target, due or not, leased or not; counted up to `atMost`. */
  countWaiting(target: string, atMost: number): Promise<number>
  /** Due deliveries of a target that nobody has leased, the longest due first. */
  findDue(query: {
    target: string
    dueAt: Instant
    standing: LeaseWindow
    limit: number
  }): Promise<DueDeliveries>
  /** Claims deliveries that were found: nobody else may send them until `until`. @returns ids of those that were free still */
  claim(
    ids: readonly string[],
    lease: { owner: string; until: Instant; standing: LeaseWindow },
  ): Promise<ReadonlySet<string>>
  /**
   * Records what attempts made of deliveries, and whether their merchants are told all of it. Targets of those that are due again have been marked before.
   *
   * @returns ids of those whose claim was not lost meanwhile
   */
  record(
    attempted: readonly (AttemptedDelivery & Pick<Delivery, 'isErrorHidden'>)[],
    owner: string,
  ): Promise<ReadonlySet<string>>
  /** Gives claims back: one owner's, or everybody's. */
  release(owner?: string): Promise<void>
  /** What waited for a secret is due as planned. */
  releaseHeld(scope: Scope): Promise<void>
  /** Ends what was made by `until` and still waits for a secret, oldest first. @returns how many */
  failHeld(query: { until: Instant; at: Instant; realAt: Instant; limit: number }): Promise<number>
  /** Deletes deliveries that ended by then, oldest first, with their attempts. @returns how many */
  purge(until: Instant, limit: number): Promise<number>
  /** Deletes events that happened by then and have no delivery left, oldest first. @returns how many */
  purgeEvents(until: Instant, limit: number): Promise<number>
}

export interface WebhookAttemptTable {
  insert(attempts: readonly WebhookAttempt[]): Promise<void>
  /** Oldest first. */
  list(deliveryId: string): Promise<Omit<WebhookAttempt, 'endedAt'>[]>
}

/** A target with something to send. */
export interface DueTarget extends Scope {
  readonly target: string
  /** Where it is now: the endpoint's URL, or the origin of orders' own ones. */
  readonly url: string
  /** Scheme, host and port that have answered 2xx. */
  readonly answeredOrigin: string | null
  /** None of its deliveries is due before. */
  readonly nextDueAt: Instant
  readonly lastLeasedAt: Instant
}

export interface WebhookTargetTable {
  /**
   * Targets that are due, least recently leased first, behind `after`. Left out are those of up to four merchants, and
   * endpoints that are not active.
   */
  listDue(query: {
    dueAt: Instant
    after: DueTarget | undefined
    exceptMerchants: readonly string[]
    limit: number
  }): Promise<DueTarget[]>
  /** Targets that are due by their marks, the earliest mark first, behind `after`, without endpoints that are not active. */
  listLongestDue(query: { dueAt: Instant; after: DueTarget | undefined; limit: number }): Promise<DueTarget[]>
  /** When the first of a target's deliveries is due that nobody has leased: its mark may be earlier. */
  findFirstDue(target: string, standing: LeaseWindow): Promise<Instant | undefined>
  /** A target is due at that time or earlier. */
  markDue(target: string, at: Instant): Promise<void>
  /** A target has answered 2xx at that scheme, host and port. */
  noteAnswer(target: string, origin: string): Promise<void>
  /** Puts a target last in the queue; rival claimers of it wait until the unit of work ends. */
  lease(target: string, now: Instant): Promise<void>
  /** Marks when a target is due again, after a look that left none of its due deliveries. */
  markAfterClaim(target: string, standing: LeaseWindow): Promise<void>
  /** How long the oldest unit of work has been under way that has stored a delivery, milliseconds; 0 when there is none. */
  oldestUnitMs(): Promise<number>
  /** The second look, which settles marks made by `unsureBefore`, unless they are due: then a look is to come that may make another. */
  revalidateDueHints(
    query: LeaseWindow & { dueAt: Instant; unsureBefore: Instant; limit: number },
  ): Promise<void>
  /** Targets with leases that do not stand any more are due. */
  markLapsed(standing: LeaseWindow): Promise<void>
  /** Targets behind that name, in ascending order. */
  listAfter(target: string, limit: number): Promise<string[]>
  /**
   * Brings attempts forward whose instants a clock wrote that was set back since: none of these targets' deliveries that
   * have had `n` attempts waits for longer than until `latest[n]`. Some at a time. @returns how many
   */
  bringForward(targets: readonly string[], latest: readonly Instant[], limit: number): Promise<number>
  /** No target was leased, and no mark made, after that time. */
  limitStamps(now: Instant): Promise<void>
  /** Deletes targets without any delivery to send that were last leased by then. @returns how many */
  purge(idleSince: Instant, limit: number): Promise<number>
}

/** What the operator sees of every merchant's webhooks. */
export interface WebhookHistoryTable {
  /** Deliveries of every merchant, newest first. */
  search(
    filter: Filter<Delivery['status']> & { readonly webhookId: string | undefined },
  ): Promise<DeliveryWithEvent[]>
  find(deliveryId: string): Promise<DeliveryWithEvent | undefined>
  /** Whose endpoint it is; undefined where there is none, or none any more. */
  findEndpoint(webhookId: string): Promise<WebhookEndpoint | undefined>
}

/** What an environment told, by time. */
export interface WebhookFeedTable {
  listAfter(scope: Scope, after: FeedPlace, limit: number): Promise<FeedItem[]>
  /** What stands after an instant and up to a place. */
  listPlaces(scope: Scope, range: { after: Instant; upTo: FeedPlace }): Promise<FeedPlace[]>
  listByIds(scope: Scope, ids: readonly string[]): Promise<FeedItem[]>
  /** The last of what stands behind a place. */
  findLast(scope: Scope, after: FeedPlace): Promise<FeedPlace | undefined>
}

export interface WebhookRecoveryTable {
  insert(recovery: Recovery): Promise<void>
  /** The newest one of that request that is not finished. */
  findUnfinished(request: RecoveryRequest): Promise<Recovery | undefined>
  /** Nobody else works on it until the unit of work ends. */
  lock(id: string): Promise<Recovery | undefined>
  update(recovery: Recovery): Promise<void>
  /** Events of the endpoint's environment behind a place and before `until`, by time. */
  listStandings(
    query: Scope & { webhookId: string; after: FeedPlace; until: Instant; limit: number },
  ): Promise<EventStanding[]>
}
