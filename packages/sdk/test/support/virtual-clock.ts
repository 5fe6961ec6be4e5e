import { createTestClock } from '../../../testing/src/clock/test-clock.js'
import type { Clock } from '../../src/util/time.js'

/** The test clock of the in-memory service, which also tells which timers are set and advances until a promise settles. */
export class VirtualClock implements Clock {
  readonly #clock
  /** Timers that are set, with when they are due. */
  readonly #timers = new Map<unknown, number>()

  /** @param startAt Unix milliseconds at the start */
  constructor(startAt = Date.UTC(2026, 0, 1)) {
    this.#clock = createTestClock({ now: startAt })
  }

  now(): number {
    return this.#clock.now()
  }

  monotonic(): number {
    return this.#clock.monotonic()
  }

  setTimeout(callback: () => void, ms: number): unknown {
    const handle = this.#clock.setTimeout(() => {
      this.#timers.delete(handle)
      callback()
    }, ms)
    this.#timers.set(handle, this.monotonic() + ms)
    return handle
  }

  clearTimeout(handle: unknown): void {
    this.#timers.delete(handle)
    this.#clock.clearTimeout(handle)
  }

  /** Timers that are set. */
  get pending(): number {
    return this.#timers.size
  }

  /** Milliseconds until the next one fires. */
  get dueInMs(): number | undefined {
    return this.pending === 0 ? undefined : Math.min(...this.#timers.values()) - this.monotonic()
  }

  /** Waits for virtual time, milliseconds. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.setTimeout(resolve, ms))
  }

  /** Lets time pass, milliseconds, and all timers in it fire. */
  advance(ms: number): Promise<void> {
    return this.#clock.advance(ms)
  }

  /** Lets time pass until a promise is done, and no further. @throws Error when no timer is left */
  async run<T>(promise: Promise<T>): Promise<T> {
    let isDone = false
    const done = () => {
      isDone = true
    }
    promise.then(done, done)
    await this.advance(0)
    while (!isDone) {
      if (this.pending === 0) throw new Error('nothing is left to wait for')
      await this.advance(Math.max(0, this.dueInMs ?? 0))
    }
    return promise
  }
}
