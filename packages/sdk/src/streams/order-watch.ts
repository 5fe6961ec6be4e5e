import type { OrderSummary } from '../generated/contract.gen.js'
import type { Order } from '../resources/order-kind.js'
import { type Clock, startTimer } from '../util/time.js'
import type { ConnectionListener } from './event-stream.js'
import type { OrderEvent } from './order-events.js'
import type { OrderSource, Poller } from './poller.js'
import { isRefusal } from './polling-errors.js'

/** What watching an order takes. */
export interface WatchPorts {
  readonly clock: Clock
  readonly source: OrderSource
  /** Those under way, by order. */
  readonly watches: Map<string, OrderWatch>
  /** Asked for at each use, since an idle one is forgotten. */
  poller(): Poller
  /** Opens its event stream, which reconnects for as long as it takes. */
  follow(id: string, signal: AbortSignal, listener: ConnectionListener): AsyncIterable<OrderEvent>
}

/** Is told of every state that is seen. */
export interface WatchListener {
  seen(order: Order | OrderSummary): void
  /** It could not be asked for; nothing comes after a refusal. */
  failed(error: unknown): void
}

/** A first event that takes longer than this is held back by a proxy. */
const FIRST_EVENT_MS = 5_000
/** Servers send a comment every 15 s; with one missing the stream may hang. */
const COMMENT_MS = 20_000
/** Where there are no comments nobody can tell silence from a stream that hangs, so now and then we ask. */
const CHECK_MS = 60_000

/**
 * Watches an order, together with all who watch it already, since the server allows few streams of one order.
 * Who comes later is told the last news.
 *
 * @returns what ends it
 */
export function watchOrder(ports: WatchPorts, id: string, listener: WatchListener): () => void {
  const { watches } = ports
  const watch = watches.get(id) ?? new OrderWatch(ports, id)
  watches.set(id, watch)
  watch.add(listener)
  return () => watch.remove(listener)
}

/**
 * Watches one order: by its event stream, and by asking for it while the stream is silent for too long, is
 * broken, has ended, or is one too many.
 */
class OrderWatch {
  readonly #ports: WatchPorts
  readonly #id: string
  readonly #listeners = new Set<WatchListener>()
  /** Tells the last news. */
  #retell = (_: WatchListener) => {}
  readonly #stop = new AbortController()
  #stopTimer = () => {}
  #stopPolling: (() => void) | undefined
  /** Whether one answer is enough. */
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
    this.#retell(listener)
  }

  /** With the last one it closes the stream and ends all timers. */
  remove(listener: WatchListener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0) return
    this.#ports.watches.delete(this.#id)
    this.#stop.abort()
    this.#rest()
  }

  #tell(news: (listener: WatchListener) => void): void {
    this.#retell = news
    for (const listener of [...this.#listeners]) news(listener)
  }

  async #follow(giveBack: () => void): Promise<void> {
    const { signal } = this.#stop
    const heard = (hasComments: boolean) => {
      this.#rest()
      this.#pollAfter(hasComments ? COMMENT_MS : CHECK_MS, !hasComments)
    }
    const lost = () => this.#poll()
    this.#pollAfter(FIRST_EVENT_MS)
    try {
      const events = this.#ports.follow(this.#id, signal, { heard, lost })
      for await (const { order } of events) this.#tell((listener) => listener.seen(order))
    } catch (error) {
      this.#tell((listener) => listener.failed(error))
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
    this.#stopTimer() // it may be one that would turn this into a check
    this.#isCheck = isCheck
    this.#stopPolling ??= this.#ports.poller().watch({
      id: this.#id,
      source: this.#ports.source,
      seen: (order) => this.#answer(order),
      failed: (error) => this.#tell((listener) => listener.failed(error)),
    })
  }

  #answer(order: Order | OrderSummary): void {
    if (this.#isCheck) {
      this.#rest()
      this.#pollAfter(CHECK_MS, true)
    }
    this.#tell((listener) => listener.seen(order))
  }

  #rest(): void {
    this.#stopTimer()
    this.#stopPolling?.()
    this.#stopPolling = undefined
  }
}
