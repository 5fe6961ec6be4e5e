import { DAY_MS } from '../shared/policy.js'
import type { Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { FeedItem, FeedPlace } from './feed-item.js'

/** An event has its time when its transaction begins, and is seen when that ends: this much later at most. */
const LATE_MS = 10_000
const PAGE = 100

/** What a reader says that it has: everything up to a place. */
export interface FeedCursor extends FeedPlace {
  /** How many items of the last seconds before it; undefined for all. When there are more by now, some came late. */
  readonly recent: number | undefined
}

/** How far one reader has come. */
export class FeedPosition {
  private late: ReadonlySet<string> = new Set()

  private constructor(
    private place: FeedPlace,
    /** Events of the last seconds that the reader has, in order of time. */
    private seen: Map<string, Instant>,
  ) {}

  /** Behind what the reader says that it has, a day back at most; otherwise with what comes next. */
  static async open(
    tx: Tx,
    scope: Scope,
    cursor: FeedCursor | undefined,
    now: Instant,
  ): Promise<FeedPosition> {
    const oldest = { at: now - DAY_MS, id: '' }
    const given = cursor && cursor.at <= now + LATE_MS ? cursor : undefined
    const wanted = given ?? (await tx.webhookFeed.findLast(scope, oldest))
    const place = wanted && wanted.at > oldest.at ? wanted : oldest
    const recent = await recentPlaces(tx, scope, place)
    // Nobody knows which of them came late: all are told again.
    const lacksSome = given?.recent !== undefined && recent.length > given.recent
    return new FeedPosition(place, new Map(lacksSome ? [] : recent.map((one) => [one.id, one.at])))
  }

  /** The next events: all that the reader lacks, except those that were committed late. */
  async next(tx: Tx, scope: Scope): Promise<FeedItem[]> {
    this.late = new Set()
    return tx.webhookFeed.listAfter(scope, this.place, PAGE)
  }

  /**
   * What came late, then what comes next. Empty when the reader has everything. It reads all places of the last seconds:
   * too much to be done for every event.
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

  /** Notes that the reader gets an item of the last list. @returns what it has then */
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
