import type { OrderList, OrderSummary } from '../generated/contract.gen.js'
import type { RetrievedOrder } from '../resources/order-kind.js'
import { sleep } from '../util/sleep.js'
import type { Clock } from '../util/time.js'
import { restMs } from './polling-errors.js'

/** The requests of a client for orders, each sent once without retries. */
export interface OrderSource {
  /** Lists a hundred orders from an offset, newest first. */
  list(offset: number, signal: AbortSignal): Promise<OrderList>
  /** Retrieves one. */
  get(id: string, signal: AbortSignal): Promise<RetrievedOrder>
}

/** A listener for the state of one order. */
export interface Watcher {
  readonly id: string
  /** The requests for it; all watchers of a client share one source. */
  readonly source: OrderSource
  /** An answer has the order. */
  seen(order: OrderSummary | RetrievedOrder): void
  /** A request failed; it is repeated, unless it was a refusal. */
  failed(error: unknown): void
}

/** The most rows of a page. */
const PAGE_ROWS = 100
const PERIOD_MS = 5_000
/** The server allows a key 50 streams; the rest is left to streams that no wait opens. */
const MAX_STREAMS = 40

/**
 * Polls the orders of a key whose `waitForPaid` has no event stream. Every 5 s it lists the newest orders, which serves
 * every wait for one of them, and makes one more request for the orders that are missing there, in turn. That is at
 * most 24 requests a minute for any number of waits.
 */
export class Poller {
  readonly #clock: Clock
  readonly #watchers = new Set<Watcher>()
  /** The turn in which an order was last reported or requested alone. */
  readonly #askedAt = new Map<string, number>()
  #turn = 0
  #nextPage = 1
  #nextAt = -Infinity
  #streams = 0
  #running: AbortController | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether a new poller could take its place. */
  get isIdle(): boolean {
    return this.#watchers.size + this.#streams === 0 && this.#nextAt <= this.#clock.monotonic()
  }

  /**
   * Reserves one of the `MAX_STREAMS` streams.
   *
   * @returns a function that gives it back; undefined when none is left
   */
  takeStream(): (() => void) | undefined {
    if (this.#streams >= MAX_STREAMS) return undefined
    this.#streams++
    return () => {
      this.#streams--
    }
  }

  /** Polls an order until the returned function is called. Without watchers nothing runs. */
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
      this.#waitAtLeast(PERIOD_MS)
      const watchers = [...this.#watchers]
      // Clients take turns, so that one whose requests fail does not hold up the others.
      const { source } = watchers[this.#turn++ % watchers.length] ?? {}
      if (source) await this.#poll(source, signal)
      if (!signal.aborted) this.#waitAtLeast(PERIOD_MS) // counted from the answer, as requests may have to queue
    }
  }

  async #poll(source: OrderSource, signal: AbortSignal): Promise<void> {
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
    // Single requests are quicker while fewer orders are missing than there are pages, and find orders on no page.
    const isUnlisted = isRoundOver && askedAt(first) < this.#turn - pages
    if (pages > 1 && missing.length >= pages && !isUnlisted) {
      await this.#list(source, this.#nextPage++ * PAGE_ROWS, signal)
    } else await this.#get(first, signal)
  }

  async #list(source: OrderSource, offset: number, signal: AbortSignal): Promise<OrderList | undefined> {
    try {
      const list = await source.list(offset, signal)
      for (const order of list.orders) this.#report(order)
      return list
    } catch (error) {
      await this.#fail(error, signal, (watcher) => watcher.source === source)
      return undefined
    }
  }

  async #get({ source, id }: Watcher, signal: AbortSignal): Promise<void> {
    this.#askedAt.set(id, this.#turn)
    try {
      this.#report(await source.get(id, signal))
    } catch (error) {
      await this.#fail(error, signal, (watcher) => watcher.source === source && watcher.id === id)
    }
  }

  #report(order: OrderSummary | RetrievedOrder): void {
    for (const watcher of [...this.#watchers].filter(({ id }) => id === order.id)) {
      this.#askedAt.set(order.id, this.#turn)
      watcher.seen(order)
    }
  }

  /** Reports an error to the watchers it concerns, and waits as long as the server asked. */
  async #fail(error: unknown, signal: AbortSignal, concerns: (watcher: Watcher) => boolean): Promise<void> {
    if (signal.aborted) return
    for (const watcher of [...this.#watchers].filter(concerns)) watcher.failed(error)
    this.#waitAtLeast(restMs(error))
    // Refused watchers leave meanwhile, so no request is made for them.
    await sleep(this.#clock, restMs(error), signal)
  }

  #waitAtLeast(ms: number): void {
    this.#nextAt = Math.max(this.#nextAt, this.#clock.monotonic() + ms)
  }
}
