import { onAbort } from './abort.js'
import { attempt } from './attempt.js'
import { backoffMs, STREAM_BACKOFF } from './backoff.js'
import { type Call, requestIdOf } from './call.js'
import { classify } from './classify.js'
import { Connection, type Heartbeat } from './connection.js'
import { type Attempt, type MerchantPayError, StreamError, UsageError } from './errors.js'
import { abortedBetween, type Exchange, type OpenStream } from './exchange.js'
import { toError } from './failure.js'
import { checkDuration } from './limits.js'
import type { Settings } from './options.js'
import { Delivered, isTerminal, type OrderEvent, readOrder } from './order-events.js'
import { prepare } from './prepare.js'
import { withCaller } from './send.js'
import { answeredRequestId, record, startNow } from './settlement.js'
import { sleep } from './timer.js'

/** Options of an order stream. */
export interface StreamOptions {
  /** Ends the stream in every phase, as an `AbortError`. */
  readonly signal?: AbortSignal | undefined
  /** Reconnects after this long without a byte, milliseconds. Default: 45 s where the server sends comments, else 240 s. */
  readonly idleTimeoutMs?: number | undefined
  /** Connections in a row without anything new before the stream gives up. Default: 10. */
  readonly maxConsecutiveFailures?: number | undefined
}

/** The states of an order, in a `for await` loop. Leaving the loop closes the connection. */
export type OrderStream = AsyncIterableIterator<OrderEvent>

/** A connection that lived this long counts as a working one even without events, milliseconds. */
const STEADY_MS = 10_000
const DEFAULT_MAX_FAILURES = 10

/** Streams an order over as many connections as it takes. */
export function streamOrder(settings: Settings, id: string, options: StreamOptions): OrderStream {
  const caller = new Error() // taken now, since an awaited promise no longer knows who called
  const session = new Session(settings, id, options)
  const events = session.events(caller)
  return {
    next: () => events.next(),
    // A generator would answer only after its pending read, so the connection is closed first.
    return: () => {
      session.close()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

class Session {
  readonly #settings: Settings
  readonly #id: string
  readonly #options: StreamOptions
  readonly #heartbeat: Heartbeat = { isExpected: false }
  readonly #delivered = new Delivered()
  /** The attempts since the last progress. */
  #attempts: Attempt[] = []
  #connectionCount = 0
  /** Aborted by the caller's signal and when the loop is left. */
  readonly #stop = new AbortController()
  /** Whether the present connection brought anything new. */
  #hasProgress = false
  /** Connections in a row without progress. */
  #failures = 0

  constructor(settings: Settings, id: string, options: StreamOptions) {
    this.#settings = settings
    this.#id = id
    this.#options = options
  }

  close(): void {
    this.#stop.abort()
  }

  async *events(caller: Error): AsyncGenerator<OrderEvent, undefined, undefined> {
    const { signal } = this.#options
    const stopListening = onAbort(signal, () => this.close())
    try {
      const call = this.#prepare()
      if (signal?.aborted) this.close()
      yield* this.#connections(call)
    } catch (error) {
      throw withCaller(error, caller)
    } finally {
      stopListening()
    }
    return undefined
  }

  #prepare(): Call {
    const { idleTimeoutMs, maxConsecutiveFailures = DEFAULT_MAX_FAILURES } = this.#options
    if (idleTimeoutMs !== undefined) checkDuration('idleTimeoutMs', idleTimeoutMs)
    if (!(maxConsecutiveFailures >= 1)) {
      throw new UsageError('invalid_option', 'maxConsecutiveFailures must be 1 or more')
    }
    const options = { signal: this.#stop.signal }
    return prepare(this.#settings, 'streamOrderEvents', { path: { id: this.#id } }, options)
  }

  async *#connections(call: Call): AsyncGenerator<OrderEvent, void, undefined> {
    for (let waitMs = 0; ; ) {
      await sleep(waitMs, this.#stop.signal)
      if (this.#isOver(call)) return
      const exchange = await this.#connect(call, waitMs)
      const stream = exchange.kind === 'answer' ? exchange.stream : undefined
      if (this.#stop.signal.aborted) stream?.close()
      if (this.#isOver(call)) return
      if (stream === undefined) {
        waitMs = this.#afterRefusal(call, exchange)
        continue
      }
      const retryMs = yield* this.#read(call, stream)
      if (retryMs === 'ended') return
      waitMs = this.#afterLoss(call, retryMs)
    }
  }

  /** Tells whether the loop was left. @throws AbortError when the caller's signal ended it */
  #isOver(call: Call): boolean {
    const { signal } = this.#options
    if (signal?.aborted) throw this.#error(call, abortedBetween(signal))
    return this.#stop.signal.aborted
  }

  async #connect(call: Call, waitedMs: number): Promise<Exchange> {
    const { lastEventId } = this.#delivered
    const headers =
      lastEventId === undefined ? call.headers : { ...call.headers, 'last-event-id': lastEventId }
    const started = startNow()
    this.#connectionCount += 1
    const request = { ...call, headers }
    const exchange = await attempt(this.#settings, request, this.#connectionCount, call.timeoutMs)
    this.#attempts.push(record(exchange, started, waitedMs))
    return exchange
  }

  /** Yields what one connection brings; returns the server's reconnection time, or that the order is done. */
  async *#read(call: Call, stream: OpenStream): AsyncGenerator<OrderEvent, number | 'ended', undefined> {
    const connection = new Connection(stream, this.#heartbeat, this.#options.idleTimeoutMs)
    const openedAt = performance.now()
    const stopListening = onAbort(this.#stop.signal, () => connection.close())
    try {
      for (;;) {
        const events = await this.#next(call, connection)
        if (this.#isOver(call)) return 'ended'
        if (performance.now() - openedAt >= STEADY_MS) this.#hasProgress = true
        if (events === undefined) return connection.retryMs ?? 0
        for (const event of events) {
          const order = readOrder(event.data)
          if (order === undefined) return connection.retryMs ?? 0
          if (this.#delivered.isRepeat(event)) continue
          this.#hasProgress = true
          yield this.#delivered.accept(event, order)
          if (isTerminal(order)) return 'ended'
        }
      }
    } finally {
      stopListening()
      connection.close()
    }
  }

  async #next(call: Call, connection: Connection): ReturnType<Connection['read']> {
    try {
      return await connection.read()
    } catch (cause) {
      const message = `${call.operationId}: an event exceeds the size limit; the answer may not come from the API`
      throw new StreamError(message, { ...this.#details(call), reason: 'event_too_large', cause })
    }
  }

  /** The wait after a connection that did not open. @throws its error when it will not open later either */
  #afterRefusal(call: Call, exchange: Exchange): number {
    const verdict = classify(call.operation, exchange, { retries: 0, maybeProcessed: false })
    const error = this.#error(call, exchange)
    if (verdict.retry === undefined) throw error
    const isRateLimit = exchange.kind === 'answer' && exchange.status === 429
    return this.#afterLoss(call, isRateLimit ? verdict.retry.ms : (verdict.retry.askedMs ?? 0), error)
  }

  /** Counts a lost connection and says how long to wait, at least what was asked for. */
  #afterLoss(call: Call, leastMs: number, cause?: MerchantPayError): number {
    this.#delivered.reconnect()
    const { maxConsecutiveFailures = DEFAULT_MAX_FAILURES } = this.#options
    if (this.#hasProgress) this.#attempts = []
    this.#failures = this.#hasProgress ? 0 : this.#failures + 1
    this.#hasProgress = false
    const backoff = backoffMs(STREAM_BACKOFF, Math.max(this.#failures - 1, 0))
    if (this.#failures < maxConsecutiveFailures) return Math.max(backoff, leastMs)
    const message = `${call.operationId}: ${this.#failures} connections in a row brought nothing new`
    throw new StreamError(message, { ...this.#details(call), reason: 'reconnects_exhausted', cause })
  }

  #error(call: Call, exchange: Exchange): MerchantPayError {
    const requestId = answeredRequestId(exchange) ?? this.#requestId(call)
    return toError(call, {
      kind: 'failure',
      exchange,
      attempts: this.#attempts,
      maybeProcessed: false,
      requestId,
      retryAfterMs: undefined,
    })
  }

  #details(call: Call) {
    const { operationId } = call
    return {
      outcome: 'unknown',
      operationId,
      attempts: this.#attempts,
      requestId: this.#requestId(call),
    } as const
  }

  #requestId(call: Call): string {
    return requestIdOf(call, Math.max(this.#connectionCount, 1))
  }
}
