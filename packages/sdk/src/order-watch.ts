import { ApiError } from './errors.js'
import type { FeedListener } from './feed.js'
import type { Order, OrderSummary } from './generated/contract.gen.js'
import type { OrderEvent } from './order-events.js'
import type { OrderSource, Poller } from './poller.js'
import { type Clock, startTimer } from './time.js'

/** What watching an order takes. */
export interface WatchPorts {
  readonly clock: Clock
  readonly source: OrderSource
  /** Asked for at each use, since an idle one is forgotten. */
  poller(): Poller
  /** Opens its event stream, which reconnects for as long as it takes. */
  follow(id: string, signal: AbortSignal, listener: FeedListener): AsyncIterable<OrderEvent>
}

/** Is told of every state that is seen. */
export interface WatchListener {
  seen(order: Order | OrderSummary): void
  /** It could not be asked for; a final failure ends the watch. */
  failed(error: unknown, isFinal: boolean): void
}

/** A first event that takes longer than this is held back by a proxy. */
const FIRST_EVENT_MS = 5_000
/** Servers send a comment every 15 s; with one missing the stream may hang. */
const COMMENT_MS = 20_000
/** Where there are no comments nobody can tell silence from a stream that hangs, so now and then we ask. */
const CHECK_MS = 60_000

/**
 * Watches one order: by its event stream, and by asking for it while the stream is silent for too long, is
 * broken, has ended, or is one too many.
 */
export class OrderWatch {
  readonly #ports: WatchPorts
  readonly #id: string
  readonly #listener: WatchListener
  readonly #stop = new AbortController()
  #stopTimer = () => {}
  #stopPolling: (() => void) | undefined
  /** Whether one answer is enough. */
  #isCheck = false

  constructor(ports: WatchPorts, id: string, listener: WatchListener) {
    this.#ports = ports
    this.#id = id
    this.#listener = listener
    const giveBack = ports.poller().takeStream()
    if (giveBack) void this.#follow(giveBack)
    else this.#poll()
  }

  /** Closes the stream and ends all timers. */
  close(): void {
    this.#stop.abort()
    this.#rest()
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
      for await (const { order } of events) this.#listener.seen(order)
    } catch (error) {
      const isFinal = error instanceof ApiError
      this.#listener.failed(error, isFinal)
      if (isFinal) return
    } finally {
      giveBack()
    }
    if (!signal.aborted) this.#poll()
  }

  #pollAfter(ms: number, isCheck = false): void {
    this.#stopTimer = startTimer(this.#ports.clock, ms, () => this.#poll(isCheck))
  }

  #poll(isCheck = false): void {
    this.#isCheck = isCheck
    this.#stopPolling ??= this.#ports.poller().watch({
      id: this.#id,
      source: this.#ports.source,
      seen: (order) => this.#answer(order),
      failed: (error, isFinal) => this.#listener.failed(error, isFinal),
    })
  }

  #answer(order: Order | OrderSummary): void {
    if (this.#isCheck) {
      this.#rest()
      this.#pollAfter(CHECK_MS, true)
    }
    this.#listener.seen(order)
  }

  #rest(): void {
    this.#stopTimer()
    this.#stopPolling?.()
    this.#stopPolling = undefined
  }
}
