import type { OrderSummary } from '../generated/contract.gen.js'
import type { Order } from '../resources/order-kind.js'
import { type Clock, startTimer } from '../util/time.js'
import type { OrderEvent } from './order-events.js'
import type { OrderSource, Poller } from './poller.js'
import { isRefusal } from './polling-errors.js'
import type { ConnectionListener } from './stream-source.js'

/** The functions that watching an order needs. */
export interface WatchPorts {
  readonly clock: Clock
  readonly source: OrderSource
  /** The watches under way, by order. */
  readonly watches: Map<string, OrderWatch>
  /** Called at each use, since an idle poller is forgotten. */
  poller(): Poller
  /** Opens the event stream of an order, which reconnects without end. */
  follow(id: string, signal: AbortSignal, listener: ConnectionListener): AsyncIterable<OrderEvent>
}

/** Receives every state of a watched order. */
export interface WatchListener {
  seen(order: Order | OrderSummary): void
  /** A request failed; nothing follows a refusal. */
  failed(error: unknown): void
}

/** A first event that takes longer than this is held back by a proxy, milliseconds. */
const FIRST_EVENT_MS = 5_000
/** Servers send a comment every 15 s; with one missing the stream may hang. Milliseconds. */
const COMMENT_MS = 20_000
/** Without comments a silent stream may hang, so the order is requested at this interval, milliseconds. */
const CHECK_MS = 60_000

/**
 * Watches an order. Listeners of one order share a watch, since the server allows few streams of one order; a later
 * listener receives the last news first.
 *
 * @returns a function that ends it
 */
export function watchOrder(ports: WatchPorts, id: string, listener: WatchListener): () => void {
  const { watches } = ports
  const watch = watches.get(id) ?? new OrderWatch(ports, id)
  watches.set(id, watch)
  watch.add(listener)
  return () => watch.remove(listener)
}

/**
 * Watches one order by its event stream, and by polling while the stream is silent for too long, is broken, has
 * ended, or exceeds the number of streams.
 */
class OrderWatch {
  readonly #ports: WatchPorts
  readonly #id: string
  readonly #listeners = new Set<WatchListener>()
  /** Reports the last news. */
  #repeatNews = (_: WatchListener) => {}
  readonly #stop = new AbortController()
  #stopTimer = () => {}
  #stopPolling: (() => void) | undefined
  /** Whether polling ends with the first answer. */
  #isCheck = false

  constructor(ports: WatchPorts, id: string) {
    this.#ports = ports
    this.#id = id
    const giveBack = ports.poller().takeStream()
    if (giveBack) void this.#follow(giveBack)
    else this.#poll()
  }

  add(listener: WatchListener): void {
    this.#listeners.add(listener)
    this.#repeatNews(listener)
  }

  /** Removes a listener. With the last one the stream is closed and all timers end. */
  remove(listener: WatchListener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    this.#ports.watches.delete(this.#id)
    this.#stop.abort()
    this.#pause()
  }

  #report(news: (listener: WatchListener) => void): void {
    this.#repeatNews = news
    for (const listener of [...this.#listeners]) news(listener)
  }

  async #follow(giveBack: () => void): Promise<void> {
    const { signal } = this.#stop
    const heard = (hasComments: boolean) => {
      this.#pause()
      this.#pollAfter(hasComments ? COMMENT_MS : CHECK_MS, !hasComments)
    }
    const lost = () => this.#poll()
    this.#pollAfter(FIRST_EVENT_MS)
    try {
      const events = this.#ports.follow(this.#id, signal, { heard, lost })
      for await (const { order } of events) this.#report((listener) => listener.seen(order))
    } catch (error) {
      this.#report((listener) => listener.failed(error))
      if (isRefusal(error)) return
    } finally {
      giveBack()
    }
    if (!signal.aborted) this.#poll()
  }

  #pollAfter(ms: number, isCheck = false): void {
    this.#stopTimer = startTimer(this.#ports.clock, ms, () => this.#poll(isCheck))
  }

  #poll(isCheck = false): void {
    this.#stopTimer() // its callback would turn this poll into a check
    this.#isCheck = isCheck
    this.#stopPolling ??= this.#ports.poller().watch({
      id: this.#id,
      source: this.#ports.source,
      seen: (order) => this.#answer(order),
      failed: (error) => this.#report((listener) => listener.failed(error)),
    })
  }

  #answer(order: Order | OrderSummary): void {
    if (this.#isCheck) {
      this.#pause()
      this.#pollAfter(CHECK_MS, true)
    }
    this.#report((listener) => listener.seen(order))
  }

  #pause(): void {
    this.#stopTimer()
    this.#stopPolling?.()
    this.#stopPolling = undefined
  }
}
