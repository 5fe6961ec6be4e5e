import type { Response } from 'express'
import type { Caller } from '../../domain/merchants/api-key.js'
import { DomainError } from '../../domain/shared/errors.js'
import { scopeName } from '../../domain/shared/types.js'
import { EventStream, whenClosed } from './sse.js'
import { TimerWheel } from './timer-wheel.js'

const STREAM_RETRY_SECONDS = 5
export const COMMENT_EVERY_MS = 15_000

/** The most open streams per name in each group that a stream counts in. */
type StreamLimits<Group extends string> = Readonly<Record<Group, number>>
/** The name under which a stream counts in each group, such as the id of its key. */
type StreamPlaces<Group extends string> = Readonly<Record<Group, string>>

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
  private readonly counts = new Map<string, number>()
  private readonly comments = new TimerWheel<Entry>(COMMENT_EVERY_MS, (entries) => {
    for (const { stream, owner } of entries) {
      owner.beat(stream)
      stream.comment()
    }
  })

  constructor(private readonly limits: StreamLimits<Group>) {}

  get size(): number {
    return this.open.size
  }

  /** @throws rate_limit_exceeded when a group is full */
  require(places: StreamPlaces<Group>): void {
    for (const [group, name] of entriesOf(places))
      if (this.countOf(group, name) >= this.limits[group])
        throw new DomainError('rate_limit_exceeded', { retryAfterSeconds: STREAM_RETRY_SECONDS })
  }

  /**
   * Opens a stream for its owner.
   *
   * @throws rate_limit_exceeded when a group is full
   */
  start(places: StreamPlaces<Group>, response: Response, owner: StreamOwner): EventStream {
    this.require(places)
    const stream = new EventStream(response)
    const entry = { stream, owner }
    this.count(places, 1)
    this.open.add(entry)
    const leave = this.comments.add(entry)
    whenClosed(response, () => {
      leave()
      this.open.delete(entry)
      this.count(places, -1)
      owner.over()
    })
    return stream
  }

  endAll(): void {
    for (const { stream } of this.open) stream.end()
  }

  private count(places: StreamPlaces<Group>, change: 1 | -1): void {
    for (const [group, name] of entriesOf(places)) {
      const count = this.countOf(group, name) + change
      if (count === 0) this.counts.delete(`${group} ${name}`)
      else this.counts.set(`${group} ${name}`, count)
    }
  }

  private countOf(group: Group, name: string): number {
    return this.counts.get(`${group} ${name}`) ?? 0
  }
}

const entriesOf = <Group extends string>(places: StreamPlaces<Group>) =>
  Object.entries(places) as [Group, string][] // the keys are groups

/** The streams of merchants; `subject` is an order, or the deliveries of an environment. */
export type ApiStreams = OpenStreams<'key' | 'subject' | 'scope'>

export const placesOf = (caller: Caller, subject: string) => ({
  key: caller.keyId,
  subject,
  scope: scopeName(caller),
})
