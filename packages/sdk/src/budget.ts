import type { Clock } from './time.js'

/** How many retries a client may begin. */
export interface RetryBudgetOptions {
  /** Retries a minute that are always allowed. */
  readonly min: number
  /** Retries allowed besides, as a share of the calls begun in the same minute. */
  readonly ratio: number
}

const SECONDS = 60

/** Keeps a client from multiplying the load of a server that fails: retries are counted against calls, over the last minute. */
export class RetryBudget {
  readonly #clock: Clock
  readonly #options: RetryBudgetOptions
  /** Calls and retries begun, by second. */
  readonly #begun = new Map<number, { calls: number; retries: number }>()

  constructor(clock: Clock, options: RetryBudgetOptions) {
    this.#clock = clock
    this.#options = options
  }

  /** Counts a call. */
  begin(): void {
    this.#present().calls++
  }

  /** Counts a retry if there is one left, and tells whether there was. */
  take(): boolean {
    const present = this.#present()
    let calls = 0
    let retries = 0
    for (const second of this.#begun.values()) {
      calls += second.calls
      retries += second.retries
    }
    const { min, ratio } = this.#options
    const isLeft = retries + 1 <= min + ratio * calls
    if (isLeft) present.retries++
    return isLeft
  }

  #present(): { calls: number; retries: number } {
    const now = Math.floor(this.#clock.monotonic() / 1000)
    const known = this.#begun.get(now)
    if (known) return known
    for (const second of this.#begun.keys()) if (second <= now - SECONDS) this.#begun.delete(second)
    const present = { calls: 0, retries: 0 }
    this.#begun.set(now, present)
    return present
  }
}
