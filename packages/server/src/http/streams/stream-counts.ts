import { DomainError } from '../../domain/shared/errors.js'
import type { SharedCounters } from '../../domain/store/shared-counters.js'

const STREAM_RETRY_SECONDS = 5
const RENEW_EVERY_MS = 10_000
const NAMES_AT_ONCE = 500

/** A name under which a stream counts, and the most streams that it may have. */
export interface StreamPlace {
  readonly name: string
  readonly limit: number
}

/**
 * Counts open streams by name. Servers that share counters count together: the number under each changed name is published,
 * by one statement at a time. While the counters do not answer, each server counts for itself.
 */
export class StreamCounts {
  private readonly open = new Map<string, number>()
  /** Names whose numbers are not published. */
  private changed = new Set<string>()
  private last: Promise<unknown> = Promise.resolve()
  private next: Promise<ReadonlyMap<string, number> | undefined> | undefined
  private readonly timer: NodeJS.Timeout | undefined

  constructor(private readonly counters?: SharedCounters) {
    this.timer = counters && setInterval(() => void this.renew(counters), RENEW_EVERY_MS).unref()
  }

  /** Makes this server known to the others. */
  async begin(): Promise<void> {
    if (this.counters) await this.renew(this.counters)
  }

  /** Compares with the streams of this server. @throws rate_limit_exceeded when a place is full */
  require(places: readonly StreamPlace[]): void {
    for (const { name, limit } of places) if (this.countOf(name) >= limit) throw full()
  }

  /** Counts a stream. @throws rate_limit_exceeded when a place is full */
  async take(places: readonly StreamPlace[]): Promise<void> {
    this.require(places)
    const limits = places.map(({ name, limit }) => ({ name, limit, own: this.change(name, 1) }))
    if (!this.counters) return
    const others = await this.publish(this.counters)
    if (!limits.some(({ name, limit, own }) => own + (others?.get(name) ?? 0) > limit)) return
    this.free(places)
    throw full()
  }

  /** Counts a stream that has ended. */
  free(places: readonly StreamPlace[]): void {
    for (const { name } of places) this.change(name, -1)
    if (this.counters) void this.publish(this.counters)
  }

  stop(): void {
    clearInterval(this.timer)
  }

  private change(name: string, by: 1 | -1): number {
    const count = this.countOf(name) + by
    if (count === 0) this.open.delete(name)
    else this.open.set(name, count)
    if (this.counters) this.changed.add(name)
    return count
  }

  private countOf(name: string): number {
    return this.open.get(name) ?? 0
  }

  /**
   * Publishes everything that has changed, together with what changes until the statement before this one has ended.
   *
   * @returns the streams of other servers under those names; undefined while the counters do not answer
   */
  private publish(counters: SharedCounters): Promise<ReadonlyMap<string, number> | undefined> {
    this.next ??= this.last.then(async () => {
      this.next = undefined
      const names = [...this.changed]
      this.changed = new Set()
      try {
        return await this.publishNames(counters, names)
      } catch {
        for (const name of names) this.changed.add(name)
        return undefined
      }
    })
    this.last = this.next
    return this.next
  }

  private async publishNames(
    counters: SharedCounters,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const others = new Map<string, number>()
    for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
      const some = names.slice(at, at + NAMES_AT_ONCE)
      const counts = new Map(some.map((name) => [name, this.countOf(name)]))
      for (const [name, count] of await counters.publishStreams(counts)) others.set(name, count)
    }
    return others
  }

  private async renew(counters: SharedCounters): Promise<void> {
    try {
      const isKnown = await counters.renew()
      if (!isKnown) for (const name of this.open.keys()) this.changed.add(name)
      if (this.changed.size > 0) await this.publish(counters)
    } catch {
      // The next renewal is soon enough: other servers count this one for 30 s.
    }
  }
}

const full = () => new DomainError('rate_limit_exceeded', { retryAfterSeconds: STREAM_RETRY_SECONDS })
