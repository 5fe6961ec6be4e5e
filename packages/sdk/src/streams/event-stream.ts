import { type Attempt, type MerchantPayError, UsageError } from '../errors/base-error.js'
import { toError } from '../errors/call-error.js'
import { StreamError } from '../errors/errors.js'
import { attempt } from '../http/attempt.js'
import type { AttemptOutcome, OpenStream } from '../http/attempt-outcome.js'
import { backoffMs } from '../http/backoff.js'
import { type Call, requestIdOf } from '../http/call.js'
import { classify } from '../http/classify.js'
import { prepare } from '../http/prepare.js'
import { correctClock } from '../http/server-clock.js'
import { aborted } from '../http/transport-failure.js'
import type { Settings } from '../options.js'
import { type ServerSentEvent, SseParser } from '../sse.js'
import { checkPositive } from '../util/checks.js'
import { emit } from '../util/logging.js'
import { sleep } from '../util/sleep.js'
import { readBytes } from './connection.js'
import type { ConnectionListener, EventReader, StreamOptions, StreamSource } from './stream-source.js'

const DEFAULT_MAX_FAILURES = 10
const FIRST_WAIT_MS = 500
/** The longest wait between connections that no server asked for, milliseconds. */
const LONGEST_WAIT_MS = 30_000
/** A connection that lived this long counts as a working one even without events, milliseconds. */
const STEADY_MS = 10_000
/** Servers send a comment every 15 s; three missing ones mean a dead connection. */
const IDLE_WITH_COMMENTS_MS = 45_000
/** Without comments silence is normal for long; some runtimes cut it off after 300 s. */
const IDLE_WITHOUT_COMMENTS_MS = 240_000

/** The items of a stream, over as many connections as it takes. */
export class EventStream<Item extends object> {
  readonly #settings: Settings
  readonly #options: StreamOptions
  readonly #maxFailures: number
  readonly #call: Call
  readonly #listener: ConnectionListener | undefined
  readonly #reader: EventReader<Item>
  /** The attempts since the last new item. */
  #attempts: Attempt[] = []
  #connections = 0
  /** Connections in a row that brought nothing new. */
  #failures = 0
  #retryMs = 0
  #isCorrected = false

  /**
   * @param signal ends the stream without an error; `options.signal` has to abort it too, and ends it with an
   * AbortError
   * @throws UsageError for a path or an option that cannot work
   */
  constructor(
    settings: Settings,
    { operationId, path = {}, reader }: StreamSource<Item>,
    options: StreamOptions,
    signal: AbortSignal,
    listener?: ConnectionListener,
  ) {
    const { idleTimeoutMs, maxConsecutiveFailures = DEFAULT_MAX_FAILURES } = options
    if (idleTimeoutMs !== undefined) checkPositive('idleTimeoutMs', idleTimeoutMs)
    if (!(maxConsecutiveFailures >= 1)) {
      throw new UsageError('invalid_option', 'maxConsecutiveFailures must be 1 or more')
    }
    this.#settings = settings
    this.#options = options
    this.#maxFailures = maxConsecutiveFailures
    this.#reader = reader
    this.#call = prepare(settings, operationId, { path }, { signal })
    this.#listener = listener
  }

  /** @throws ApiError when the stream is refused, StreamError when it cannot be resumed, AbortError */
  async *events(): AsyncGenerator<Item, void, undefined> {
    for (let waitMs: number | undefined = 0; waitMs !== undefined; ) {
      await sleep(this.#settings.clock, waitMs, this.#call.signal)
      if (this.#isOver()) return
      const outcome = await this.#connect(waitMs)
      const { stream, headers } = outcome
      if (stream) this.#reader.open(Date.parse(`${headers.get('date')}`))
      waitMs = stream ? yield* this.#read(stream) : this.#takeRefusal(outcome)
    }
  }

  /** Whether the stream was stopped. @throws AbortError when the caller's signal stopped it */
  #isOver(): boolean {
    const { signal } = this.#options
    if (signal?.aborted) throw this.#errorOf(aborted(signal))
    return this.#call.signal?.aborted === true
  }

  #connect(waitedMs: number): Promise<AttemptOutcome> {
    const { lastId } = this.#reader
    const headers = { ...this.#call.headers, ...(lastId && { 'last-event-id': lastId }) }
    const priority = this.#connections === 0 ? 'read' : 'background'
    const call = { ...this.#call, headers, priority } as const
    const number = ++this.#connections
    return attempt(this.#settings, call, { number, endAt: Infinity, waitedMs, attempts: this.#attempts })
  }

  /** Yields what one connection brings. @returns the wait before the next, milliseconds; undefined at the end */
  async *#read(stream: OpenStream): AsyncGenerator<Item, number | undefined, undefined> {
    const { clock } = this.#settings
    const openedAt = clock.monotonic()
    const parser = new SseParser()
    let hasNews = false
    this.#isCorrected = false
    for await (const event of this.#parse(stream, parser)) {
      if (this.#isOver()) return undefined // its reader left after an earlier event of the same bytes
      const item = this.#reader.read(event)
      if (item === 'unreadable') break
      if (item === 'repeated') continue
      hasNews = true
      yield item
      if (this.#reader.isLast(item)) return undefined
    }
    if (this.#isOver()) return undefined
    this.#retryMs = parser.retryMs ?? this.#retryMs
    return this.#lose(hasNews || clock.monotonic() - openedAt >= STEADY_MS)
  }

  async *#parse(stream: OpenStream, parser: SseParser): AsyncGenerator<ServerSentEvent, void, undefined> {
    const { clock, serverClock } = this.#settings
    const usualMs = () => (serverClock.hasComments ? IDLE_WITH_COMMENTS_MS : IDLE_WITHOUT_COMMENTS_MS)
    const idleMs = () => this.#options.idleTimeoutMs ?? usualMs()
    let hasEvents = false // a proxy may hold events back and send comments of its own
    for await (const bytes of readBytes(clock, stream, this.#call.signal, idleMs)) {
      let events: ServerSentEvent[]
      try {
        events = parser.push(bytes)
      } catch (cause) {
        throw this.#broken('event_too_large', 'an event is too large', cause)
      }
      if (parser.sawComment) serverClock.hasComments = true
      hasEvents ||= events.length > 0
      if (hasEvents) this.#listener?.heard(parser.sawComment)
      yield* events
    }
  }

  /** @returns the wait before the next connection, milliseconds; undefined at the end */
  #takeRefusal(outcome: AttemptOutcome): number | undefined {
    if (this.#isOver()) return undefined
    const history = { retries: 0, maybeProcessed: false, isCorrected: this.#isCorrected, isOwnKey: false }
    const { retry } = classify(this.#call, outcome, history, this.#settings.clock.now())
    const error = this.#errorOf(outcome)
    if (!retry) throw error
    if (retry.offsetMs === undefined) return this.#lose(false, error, retry.ms)
    this.#isCorrected = true
    correctClock(this.#settings, this.#call, this.#nextRequestId, retry.offsetMs)
    return 0
  }

  /** @returns the wait before the next connection, milliseconds */
  #lose(hadSuccess: boolean, cause?: MerchantPayError, leastMs = 0): number {
    this.#reader.lose()
    this.#listener?.lost()
    if (hadSuccess) this.#attempts = []
    this.#failures = hadSuccess ? 0 : this.#failures + 1
    if (this.#failures >= this.#maxFailures) {
      throw this.#broken('reconnects_exhausted', `${this.#failures} connections brought nothing new`, cause)
    }
    const backoff = backoffMs(Math.max(this.#failures - 1, 0), FIRST_WAIT_MS, LONGEST_WAIT_MS)
    const waitMs = Math.max(backoff, leastMs, this.#retryMs)
    emit(this.#settings, this.#call, this.#nextRequestId, 'info', { type: 'reconnect', waitMs })
    return waitMs
  }

  get #nextRequestId(): string {
    return this.#call.requestId(this.#connections + 1)
  }

  #errorOf(outcome: AttemptOutcome): MerchantPayError {
    const requestId = requestIdOf(this.#call, this.#connections || 1, outcome)
    return toError(this.#call, { outcome, attempts: this.#attempts, maybeProcessed: false, requestId })
  }

  #broken(reason: StreamError['reason'], text: string, cause: unknown): StreamError {
    const { operationId, requestId } = this.#call
    return new StreamError(`${operationId}: ${text}`, {
      code: reason,
      reason,
      outcome: 'unknown',
      operationId,
      requestId: requestId(this.#connections),
      attempts: this.#attempts,
      cause,
    })
  }
}
