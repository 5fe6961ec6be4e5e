import { onAbort } from './abort.js'
import { attempt } from './attempt.js'
import { backoffMs } from './backoff.js'
import { type Call, requestIdOf } from './call.js'
import { classify } from './classify.js'
import { readBytes } from './connection.js'
import { type Attempt, type MerchantPayError, StreamError, UsageError } from './errors.js'
import { abortFault, type Exchange, type OpenStream } from './exchange.js'
import { toError } from './failure.js'
import { checkPositive } from './limits.js'
import type { Settings } from './options.js'
import { Delivered, isTerminal, type OrderEvent, readOrder } from './order-events.js'
import { prepare } from './prepare.js'
import { withCaller } from './send.js'
import { type ServerSentEvent, SseParser } from './sse.js'
import { sleep } from './time.js'
import { correctClock } from './transport.js'

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

const DEFAULT_MAX_FAILURES = 10
/** The longest wait between connections that no server asked for, milliseconds. */
const LONGEST_WAIT_MS = 30_000
/** A connection that lived this long counts as a working one even without events, milliseconds. */
const STEADY_MS = 10_000
/** Servers send a comment every 15 s; three missing ones mean a dead connection. */
const IDLE_WITH_COMMENTS_MS = 45_000
/** Without comments silence is normal for long; some runtimes cut it off after 300 s. */
const IDLE_WITHOUT_COMMENTS_MS = 240_000

/** Streams an order over as many connections as it takes. */
export function streamOrder(settings: Settings, id: string, options: StreamOptions): OrderStream {
  const caller = new Error() // taken now, since an awaited promise no longer knows who called
  const stop = new AbortController()
  const events = openStream(settings, id, options, stop, caller)
  return {
    next: () => events.next(),
    // A generator would answer only after its pending read, so the connection is closed first.
    return: () => {
      stop.abort()
      return events.return(undefined)
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** @param stop aborted by the caller's signal, and when the loop is left */
async function* openStream(
  settings: Settings,
  id: string,
  options: StreamOptions,
  stop: AbortController,
  caller: Error,
): AsyncGenerator<OrderEvent, undefined, undefined> {
  const { signal } = options
  const stopListening = onAbort(signal, () => stop.abort())
  try {
    if (signal?.aborted) stop.abort()
    const call = prepare(settings, 'streamOrderEvents', { path: { id } }, stop)
    yield* follow(settings, call, options, stop.signal)
  } catch (error) {
    throw withCaller(error, caller)
  } finally {
    stopListening()
  }
  return undefined
}

/** Connects until a final status, or until the signal is aborted. */
async function* follow(
  settings: Settings,
  call: Call,
  options: StreamOptions,
  signal: AbortSignal,
): AsyncGenerator<OrderEvent, void, undefined> {
  const { idleTimeoutMs, maxConsecutiveFailures = DEFAULT_MAX_FAILURES } = options
  if (idleTimeoutMs !== undefined) checkPositive('idleTimeoutMs', idleTimeoutMs)
  if (!(maxConsecutiveFailures >= 1)) {
    throw new UsageError('invalid_option', 'maxConsecutiveFailures must be 1 or more')
  }
  const delivered = new Delivered()
  let attempts: Attempt[] = [] // since the last progress
  let number = 0
  let failures = 0 // connections in a row without anything new
  let hasProgress = false
  let hasComments = false
  let isCorrected = false

  /** Tells whether the loop was left. @throws AbortError when the caller's signal ended it */
  const isOver = (): boolean => {
    if (options.signal?.aborted) throw errorOf(abortFault(options.signal))
    return signal.aborted
  }
  const connect = (waitedMs: number): Promise<Exchange> => {
    const { lastId } = delivered
    const headers = { ...call.headers, ...(lastId && { 'last-event-id': lastId }) }
    const turn = { number: ++number, endAt: settings.clock.monotonic() + call.deadlineMs, waitedMs }
    return attempt(settings, { ...call, headers }, turn, attempts)
  }
  const errorOf = (exchange: Exchange): MerchantPayError => {
    const requestId = requestIdOf(call, number || 1, exchange)
    return toError(call, {
      kind: 'failure',
      exchange,
      attempts,
      maybeProcessed: false,
      requestId,
      retryBudgetExhausted: false,
    })
  }
  const broken = (reason: StreamError['reason'], says: string, cause: unknown): StreamError => {
    const { operationId } = call
    const details = { code: reason, reason, outcome: 'unknown', operationId, attempts, cause } as const
    return new StreamError(`${operationId}: ${says}`, { ...details, requestId: call.requestId(number) })
  }
  /** Yields what one connection brings; returns whether the order is done. */
  async function* read(
    stream: OpenStream,
    parser: SseParser,
  ): AsyncGenerator<OrderEvent, boolean, undefined> {
    const usualMs = () => (hasComments ? IDLE_WITH_COMMENTS_MS : IDLE_WITHOUT_COMMENTS_MS)
    for await (const bytes of readBytes(settings.clock, stream, signal, () => idleTimeoutMs ?? usualMs())) {
      let events: ServerSentEvent[]
      try {
        events = parser.push(bytes)
      } catch (cause) {
        throw broken('event_too_large', 'an event is too large', cause)
      }
      hasComments ||= parser.sawComment
      for (const event of events) {
        const order = readOrder(event.data)
        if (!order) return false
        const item = delivered.accept(event, order)
        if (!item) continue
        hasProgress = true
        yield item
        if (isTerminal(order)) return true
      }
    }
    return false
  }

  for (let waitMs = 0; ; ) {
    await sleep(settings.clock, waitMs, signal)
    if (isOver()) return
    const exchange = await connect(waitMs)
    const stream = exchange.status === undefined ? undefined : exchange.stream
    let leastMs: number
    let cause: MerchantPayError | undefined
    hasProgress = false
    if (stream) {
      const openedAt = settings.clock.monotonic()
      const parser = new SseParser()
      if (yield* read(stream, parser)) return
      if (isOver()) return
      hasProgress ||= settings.clock.monotonic() - openedAt >= STEADY_MS
      leastMs = parser.retryMs ?? 0
    } else {
      if (isOver()) return
      const history = { retries: 0, maybeProcessed: false, isCorrected, isOwnKey: false }
      const { retry } = classify(call.operation, exchange, history, settings.clock.now())
      cause = errorOf(exchange)
      if (!retry) throw cause
      if (retry.offsetMs !== undefined) {
        isCorrected = true
        correctClock(settings, call, call.requestId(number), retry.offsetMs)
        continue
      }
      leastMs = retry.ms
    }
    delivered.lose()
    if (hasProgress) attempts = []
    failures = hasProgress ? 0 : failures + 1
    if (failures >= maxConsecutiveFailures) {
      throw broken('reconnects_exhausted', `${failures} connections brought nothing new`, cause)
    }
    waitMs = Math.max(backoffMs(Math.max(failures - 1, 0), 500, LONGEST_WAIT_MS), leastMs)
  }
}
