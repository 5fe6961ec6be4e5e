import type { Response } from 'express'
import type { Caller } from '../../domain/merchants/api-key.js'
import { scopeName } from '../../domain/shared/types.js'
import { EventStream, whenClosed } from './sse.js'
import { StreamCounts, type StreamPlace } from './stream-counts.js'
import { TimerWheel } from './timer-wheel.js'

export const COMMENT_EVERY_MS = 15_000

/** The most open streams per name in each group that a stream counts in. */
type StreamLimits<Group extends string> = Readonly<Record<Group, number>>
/** The name under which a stream counts in each group, such as the id of its key. */
type StreamNames<Group extends string> = Readonly<Record<Group, string>>

export interface StreamOwner {
  /** Runs before each keep-alive comment, to check whether the stream may stay open. */
  beat(stream: EventStream): void
  /** Runs once, when the stream is closed. */
  over(): void
}
interface Entry {
  readonly stream: EventStream
  readonly owner: StreamOwner
}

/** Keeps the open streams: counts them per group, sends keep-alive comments by one timer, and ends all when the server stops. */
export class OpenStreams<Group extends string> {
  private readonly open = new Set<Entry>()
  private readonly comments = new TimerWheel<Entry>(COMMENT_EVERY_MS, (entries) => {
    for (const { stream, owner } of entries) {
      owner.beat(stream)
      stream.comment()
    }
  })

  constructor(
    private readonly limits: StreamLimits<Group>,
    private readonly counts = new StreamCounts(),
  ) {}

  get size(): number {
    return this.open.size
  }

  /** Compares with the streams of this server. @throws rate_limit_exceeded when a group is full */
  require(names: StreamNames<Group>): void {
    this.counts.require(this.placesOf(names))
  }

  /**
   * Opens a stream for its owner.
   *
   * @throws rate_limit_exceeded when a group is full
   */
  async start(names: StreamNames<Group>, response: Response, owner: StreamOwner): Promise<EventStream> {
    const places = this.placesOf(names)
    await this.counts.take(places)
    const stream = new EventStream(response)
    const entry = { stream, owner }
    this.open.add(entry)
    const leave = this.comments.add(entry)
    whenClosed(response, () => {
      leave()
      this.open.delete(entry)
      this.counts.free(places)
      owner.over()
    })
    return stream
  }

  endAll(): void {
    for (const { stream } of this.open) stream.end()
  }

  private placesOf(names: StreamNames<Group>): StreamPlace[] {
    const entries = Object.entries(names) as [Group, string][] // the keys are groups
    return entries.map(([group, name]) => ({ name: `${group} ${name}`, limit: this.limits[group] }))
  }
}

/** The streams of merchants; `subject` is an order, or the deliveries of an environment. */
export type ApiStreams = OpenStreams<'key' | 'subject' | 'scope'>

export const namesOf = (caller: Caller, subject: string) => ({
  key: caller.keyId,
  subject,
  scope: scopeName(caller),
})
