import type { OrderList, OrderSummary } from '../generated/contract.gen.js'
import type { RetrievedOrder } from '../resources/order-kind.js'
import { sleep } from '../util/sleep.js'
import type { Clock } from '../util/time.js'
import { restMs } from './polling-errors.js'

/** How a client asks for orders: once, without repeats of its own. */
export interface OrderSource {
  /** Lists a hundred orders from an offset, newest first. */
  list(offset: number, signal: AbortSignal): Promise<OrderList>
  /** Retrieves one. */
  get(id: string, signal: AbortSignal): Promise<RetrievedOrder>
}

/** Somebody who wants to know how an order fares. */
export interface Watcher {
  readonly id: string
  /** Where to ask for it; all watchers of a client have the same. */
  readonly source: OrderSource
  /** An answer tells how the order is. */
  seen(order: OrderSummary | RetrievedOrder): void
  /** There was no answer; it is tried again, unless it was a refusal. */
  failed(error: unknown): void
}

/** The most that the API lists at once. */
const PAGE_ROWS = 100
const PERIOD_MS = 5_000
/** The server allows a key 50 streams; some are left to those that no wait opens. */
const MAX_STREAMS = 40

/**
 * Looks after all orders of a key that are waited for, in place of their event streams: every 5 s it lists
 * the newest orders, which serves all who wait for one of them, and besides makes one request, in turn, for
 * those that are missing there. That is 24 requests a minute at most, however many wait.
 */
export class Poller {
  readonly #clock: Clock
  readonly #watchers = new Set<Watcher>()
  /** The turn in which an order was last told of, or asked for alone. */
  readonly #askedAt = new Map<string, number>()
  #turn = 0
  #nextPage = 1
  #nextAt = -Infinity
  #streams = 0
  #running: AbortController | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether nobody would notice another one in its place. */
  get isIdle(): boolean {
    return this.#watchers.size + this.#streams === 0 && this.#nextAt <= this.#clock.monotonic()
  }

  /** Takes one of the streams that waits may open. @returns what gives it back; undefined when none is left */
  takeStream(): (() => void) | undefined {
    if (this.#streams >= MAX_STREAMS) return undefined
    this.#streams++
    return () => {
      this.#streams--
    }
  }

  /** Asks for an order until the returned function is called. Nothing runs while nobody watches. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher)
    if (!this.#running) {
      this.#running = new AbortController()
      void this.#run(this.#running.signal)
    }
    return () => {
      this.#watchers.delete(watcher)
      if (this.#watchers.size > 0) return
      this.#askedAt.clear()
      this.#running?.abort()
      this.#running = undefined
    }
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (;;) {
      await sleep(this.#clock, this.#nextAt - this.#clock.monotonic(), signal)
      if (signal.aborted) return
      this.#restFor(PERIOD_MS)
      const watchers = [...this.#watchers]
      // Clients take turns, so that one whose requests fail holds up nobody else for long.
      const { source } = watchers[this.#turn++ % watchers.length] ?? {}
      if (source) await this.#ask(source, signal)
      if (!signal.aborted) this.#restFor(PERIOD_MS) // counted from the answers, as requests may have to queue
    }
  }

  async #ask(source: OrderSource, signal: AbortSignal): Promise<void> {
    const newest = await this.#list(source, 0, signal)
    const listed = new Set(newest?.orders.map(({ id }) => id))
    const missing = [...this.#watchers].filter(({ id }) => !listed.has(id))
    const askedAt = ({ id }: Watcher) => this.#askedAt.get(id) ?? 0
    const [first] = missing.sort((a, b) => askedAt(a) - askedAt(b))
    if (!first || signal.aborted) return
    if (!newest) return this.#get(first, signal)
    const pages = Math.ceil(newest.total / PAGE_ROWS)
    const isRoundOver = this.#nextPage >= pages
    if (isRoundOver) this.#nextPage = 1
    // One by one is quicker while they are fewer than the pages; after all pages it is for what is on none.
    const isOnNone = isRoundOver && askedAt(first) < this.#turn - pages
    if (pages > 1 && missing.length >= pages && !isOnNone) {
      await this.#list(source, this.#nextPage++ * PAGE_ROWS, signal)
    } else await this.#get(first, signal)
  }

  async #list(source: OrderSource, offset: number, signal: AbortSignal): Promise<OrderList | undefined> {
    try {
      const list = await source.list(offset, signal)
      for (const order of list.orders) this.#tell(order)
      return list
    } catch (error) {
      await this.#fail(error, signal, (watcher) => watcher.source === source)
      return undefined
    }
  }

  async #get({ source, id }: Watcher, signal: AbortSignal): Promise<void> {
    this.#askedAt.set(id, this.#turn)
    try {
      this.#tell(await source.get(id, signal))
    } catch (error) {
      await this.#fail(error, signal, (watcher) => watcher.source === source && watcher.id === id)
    }
  }

  #tell(order: OrderSummary | RetrievedOrder): void {
    for (const watcher of [...this.#watchers].filter(({ id }) => id === order.id)) {
      this.#askedAt.set(order.id, this.#turn)
      watcher.seen(order)
    }
  }

  /** Tells those whom it concerns, and leaves the server alone for as long as it wants. */
  async #fail(error: unknown, signal: AbortSignal, concerns: (watcher: Watcher) => boolean): Promise<void> {
    if (signal.aborted) return
    for (const watcher of [...this.#watchers].filter(concerns)) watcher.failed(error)
    this.#restFor(restMs(error))
    // Meanwhile those who were refused leave, so nothing more is asked for them.
    await sleep(this.#clock, restMs(error), signal)
  }

  #restFor(ms: number): void {
    this.#nextAt = Math.max(this.#nextAt, this.#clock.monotonic() + ms)
  }
}
