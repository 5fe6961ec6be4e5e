import { DAY_MS } from '../shared/policy.js'
import type { Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { FeedItem, FeedPlace } from './feed-item.js'

/** An event has the time at which its transaction started, and becomes visible at the commit, at most this much later. */
const LATE_MS = 10_000
const PAGE = 100

/** The position up to which a reader has all events. */
export interface FeedCursor extends FeedPlace {
  /**
   * Number of items that the reader has within {@link LATE_MS} before the position; undefined for all. If there are more
   * now, some were committed late.
   */
  readonly recent: number | undefined
}

/** The position of one reader in the event feed. */
export class FeedPosition {
  private late: ReadonlySet<string> = new Set()

  private constructor(
    private place: FeedPlace,
    /** Events within {@link LATE_MS} that the reader has, in order of time. */
    private seen: Map<string, Instant>,
  ) {}

  /** Opens the feed after a reader's cursor, at most a day back; without a cursor, after the newest event. */
  static async open(
    tx: Tx,
    scope: Scope,
    cursor: FeedCursor | undefined,
    now: Instant,
  ): Promise<FeedPosition> {
    const oldest = { at: now - DAY_MS, id: '' }
    const requested = cursor && cursor.at <= now + LATE_MS ? cursor : undefined
    const start = requested ?? (await tx.webhookFeed.findLast(scope, oldest))
    const place = start && start.at > oldest.at ? start : oldest
    const recent = await recentPlaces(tx, scope, place)
    // It is unknown which of them came late, so all are sent again.
    const lacksSome = requested?.recent !== undefined && recent.length > requested.recent
    return new FeedPosition(place, new Map(lacksSome ? [] : recent.map((one) => [one.id, one.at])))
  }

  /** Returns the next events, without those that were committed late. */
  async next(tx: Tx, scope: Scope): Promise<FeedItem[]> {
    this.late = new Set()
    return tx.webhookFeed.listAfter(scope, this.place, PAGE)
  }

  /**
   * Returns events that were committed late, then the next ones; empty if the reader has everything. Reads all positions
   * within {@link LATE_MS}, which is too expensive to do for every event.
   */
  async nextWithLate(tx: Tx, scope: Scope): Promise<FeedItem[]> {
    const recent = await recentPlaces(tx, scope, this.place)
    const late = recent.filter(({ id }) => !this.seen.has(id)).map(({ id }) => id)
    this.late = new Set(late)
    return [
      ...(late.length === 0 ? [] : await tx.webhookFeed.listByIds(scope, late.slice(0, PAGE))),
      ...(await tx.webhookFeed.listAfter(scope, this.place, PAGE)),
    ]
  }

  /** Notes that an item of the last list was sent. @returns the reader's new cursor */
  pass({ place }: FeedItem): FeedCursor {
    const isLate = this.late.has(place.id)
    if (!isLate) this.place = place
    this.seen.set(place.id, place.at)
    if (isLate) this.seen = new Map([...this.seen].sort(([, one], [, other]) => one - other))
    for (const [id, at] of this.seen) {
      if (at > this.place.at - LATE_MS) break
      this.seen.delete(id)
    }
    return { ...this.place, recent: this.seen.size }
  }
}

const recentPlaces = (tx: Tx, scope: Scope, upTo: FeedPlace): Promise<FeedPlace[]> =>
  tx.webhookFeed.listPlaces(scope, { after: upTo.at - LATE_MS, upTo })
