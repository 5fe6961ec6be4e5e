import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../../src/time.js'

interface Timer {
  readonly dueAt: number
  readonly callback: () => void
}

/** Time that stands still until it is told to pass, and then passes as fast as the work in it allows. */
export class VirtualClock implements Clock {
  #elapsedMs = 0
  /** By when they are due, and in the order they were set. */
  readonly #timers: Timer[] = []

  /** @param startAt Unix milliseconds at the start */
  constructor(private readonly startAt = Date.UTC(2026, 0, 1)) {}

  now(): number {
    return this.startAt + this.#elapsedMs
  }

  monotonic(): number {
    return this.#elapsedMs
  }

  setTimeout(callback: () => void, ms: number): unknown {
    const timer = { dueAt: this.#elapsedMs + ms, callback }
    const later = this.#timers.findIndex(({ dueAt }) => dueAt > timer.dueAt)
    this.#timers.splice(later < 0 ? this.#timers.length : later, 0, timer)
    return timer
  }

  clearTimeout(handle: unknown): void {
    const at = this.#timers.indexOf(handle as Timer) // what its own setTimeout returned
    if (at >= 0) this.#timers.splice(at, 1)
  }

  /** Timers that are set. */
  get pending(): number {
    return this.#timers.length
  }

  /** Milliseconds until the next one fires. */
  get dueInMs(): number | undefined {
    const [next] = this.#timers
    return next && next.dueAt - this.#elapsedMs
  }

  /** Waits, in this time. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.setTimeout(resolve, ms))
  }

  /** Lets so much time pass, and everything happen in it. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsedMs + ms
    for (;;) {
      await idle()
      const [next] = this.#timers
      if (next === undefined || next.dueAt > end) break
      this.#fire(next)
    }
    this.#elapsedMs = end
  }

  /** Lets time pass until a promise is settled. @throws Error when nothing is left that time could bring about */
  async run<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false
    const settled = () => {
      isSettled = true
    }
    promise.then(settled, settled)
    for (;;) {
      await idle()
      if (isSettled) return promise
      const [next] = this.#timers
      if (next === undefined) throw new Error('nothing is left to wait for')
      this.#fire(next)
    }
  }

  #fire(timer: Timer): void {
    this.#timers.shift()
    this.#elapsedMs = Math.max(this.#elapsedMs, timer.dueAt)
    timer.callback()
  }
}

/** Lets all work that waits for no timer come to its end; bodies take more than one turn. */
export async function idle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await setImmediate()
}
