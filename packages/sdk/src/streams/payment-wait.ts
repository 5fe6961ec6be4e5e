import { AbortError, ApiError, WaitError } from '../errors/errors.js'
import type { OrderSummary } from '../generated/contract.gen.js'
import type { Order, RetrievedOrder } from '../resources/order-kind.js'
import { onAbort } from '../util/abort.js'
import { checkPositive } from '../util/checks.js'
import { ownOf } from '../util/lookup.js'
import { sleep } from '../util/sleep.js'
import { type WatchPorts, watchOrder } from './order-watch.js'
import { isRefusal, restMs } from './polling-errors.js'

/** Options of a wait for a payment. */
export interface WaitOptions {
  /** Ends the wait, as an `AbortError`. */
  readonly signal?: AbortSignal | undefined
  /**
   * The whole wait, milliseconds; an order that is over by then may take 5 s more to retrieve. Default: 45 minutes,
   * as an order does not expire while a transfer is in flight.
   */
  readonly timeoutMs?: number | undefined
  /** How long a late payment may take after the order was seen expired or underpaid, milliseconds. Default: 0. */
  readonly graceAfterExpiryMs?: number | undefined
}

/** The functions that waiting for a payment needs. */
export interface WaitPorts extends WatchPorts {
  /**
   * Retrieves the order once its wait seems over, with retries.
   *
   * @param deadlineMs the time for all of it, milliseconds
   */
  retrieve(id: string, signal: AbortSignal | undefined, deadlineMs: number): Promise<RetrievedOrder>
}

/** The end of a wait by the status of its order; with any other status the wait goes on. */
const MEANINGS: ReadonlyMap<string, 'paid' | 'expired' | 'underpaid' | 'frozen'> = new Map([
  ['PAID', 'paid'],
  ['EXPIRED_PAID', 'paid'],
  ['EXPIRED', 'expired'],
  ['UNDERPAID', 'underpaid'],
  ['FROZEN', 'frozen'],
])
const DEFAULT_TIMEOUT_MS = 45 * 60_000
/** The pause before the next look at an order whose sources disagree or fail, milliseconds. */
const DOUBT_MS = 5_000

/** The least time to retrieve an order that seems over, milliseconds. */
const RETRIEVAL_MS = 5_000

/** One wait for the payment of an order. */
export class PaymentWait {
  readonly #ports: WaitPorts
  readonly #id: string
  readonly #signal: AbortSignal | undefined
  readonly #timeoutMs: number
  readonly #graceMs: number
  readonly #endAt: number
  /** When the grace for a late payment ends; Infinity unless the order is expired or underpaid. */
  #graceEndAt = Infinity
  #order: Order | OrderSummary | undefined
  /** The last error of a request for the order, since it was last seen. */
  #trouble: unknown
  #wake = () => {}

  /** @throws UsageError for an invalid grace; the other options are checked before */
  constructor(ports: WaitPorts, id: string, options: WaitOptions) {
    const { signal, timeoutMs = DEFAULT_TIMEOUT_MS, graceAfterExpiryMs = 0 } = options
    if (graceAfterExpiryMs !== 0) checkPositive('graceAfterExpiryMs', graceAfterExpiryMs)
    this.#ports = ports
    this.#id = id
    this.#signal = signal
    this.#timeoutMs = timeoutMs
    this.#graceMs = graceAfterExpiryMs
    this.#endAt = ports.clock.monotonic() + timeoutMs
  }

  /** @returns the paid order @throws WaitError, ApiError when the order is refused, AbortError */
  async paid(): Promise<RetrievedOrder> {
    const stopListening = onAbort(this.#signal, () => this.#wake())
    try {
      for (;;) {
        await this.#watch()
        // The watched state may be outdated by now, so the order itself decides.
        const order = await this.#retrieve()
        if (order && this.#meaning === 'paid') return order
        if (order && this.#isDecided()) throw this.#error()
        await this.#sleep(Math.min(Math.max(DOUBT_MS, restMs(this.#trouble)), this.#leftMs))
        if (this.#leftMs <= 0) throw this.#error()
      }
    } finally {
      stopListening()
    }
  }

  /** Watches the order until its status decides the wait. */
  async #watch(): Promise<void> {
    const leave = watchOrder(this.#ports, this.#id, {
      seen: (order) => this.#see(order),
      failed: (error) => this.#fail(error),
    })
    try {
      for (;;) {
        this.#throwIfAborted()
        if (this.#isDecided()) return // before the time, which may end together with the wait for news
        if (this.#leftMs <= 0) throw this.#error()
        if (isRefusal(this.#trouble)) throw copyOf(this.#trouble)
        await this.#sleep(Math.min(this.#leftMs, this.#graceEndAt - this.#ports.clock.monotonic()))
      }
    } finally {
      leave()
    }
  }

  /** Retrieves the order; undefined where that fails for now. */
  async #retrieve(): Promise<RetrievedOrder | undefined> {
    try {
      const order = await this.#ports.retrieve(this.#id, this.#signal, Math.max(RETRIEVAL_MS, this.#leftMs))
      this.#note(order)
      return order
    } catch (error) {
      this.#throwIfAborted()
      if (isRefusal(error)) throw error
      this.#trouble = error
      return undefined
    }
  }

  /** The time left of the whole wait, milliseconds. */
  get #leftMs(): number {
    return this.#endAt - this.#ports.clock.monotonic()
  }

  /** Waits for a time or until there is news, milliseconds. */
  #sleep(ms: number): Promise<void> {
    const woken = new AbortController()
    this.#wake = () => woken.abort()
    return sleep(this.#ports.clock, ms, woken.signal)
  }

  get #meaning() {
    return MEANINGS.get(this.#order?.status ?? '')
  }

  #isDecided(): boolean {
    const meaning = this.#meaning
    if (meaning !== 'expired' && meaning !== 'underpaid') return meaning !== undefined
    return this.#ports.clock.monotonic() >= this.#graceEndAt
  }

  #see(order: Order | OrderSummary): void {
    // An event that a proxy held back may come after newer news from polling.
    if (this.#meaning && !MEANINGS.has(order.status)) return
    this.#note(order)
    this.#wake()
  }

  #note(order: Order | OrderSummary): void {
    this.#order = order
    this.#trouble = undefined
    const isLate = this.#meaning === 'expired' || this.#meaning === 'underpaid'
    const graceEndAt = this.#ports.clock.monotonic() + this.#graceMs
    this.#graceEndAt = isLate ? Math.min(this.#graceEndAt, graceEndAt) : Infinity
  }

  #fail(error: unknown): void {
    this.#trouble = error
    if (isRefusal(error)) this.#wake()
  }

  #throwIfAborted(): void {
    if (!this.#signal?.aborted) return
    const cause: unknown = this.#signal.reason
    throw new AbortError('waitForPaid: aborted by the caller', { code: 'aborted', outcome: 'unknown', cause })
  }

  #error(): WaitError {
    const meaning = this.#meaning
    const reason = meaning === 'paid' ? 'paid_not_retrieved' : (meaning ?? 'timeout')
    const texts = {
      timeout: `not paid within timeoutMs ${this.#timeoutMs}`,
      paid_not_retrieved: 'the order is paid, but could not be retrieved; call orders.get',
    }
    const text = ownOf(texts, reason) ?? `the order is ${reason}`
    return new WaitError(`waitForPaid: ${text}`, {
      code: reason,
      reason,
      outcome: 'unknown',
      order: this.#order,
      cause: this.#trouble,
    })
  }
}

/** Copies an error that several waits share, so that each rejects with the stack of its own caller. */
function copyOf(error: ApiError): ApiError {
  return new ApiError(error.message, { ...error, headers: error.headers, cause: error })
}
