import type { Clock } from '../../src/time.js'

interface Timer {
  readonly at: number
  readonly callback: () => void
}

/** Time that passes only when a test says so. */
export class VirtualClock implements Clock {
  #ms = 0
  readonly #timers = new Set<Timer>()

  /** Timers that have not fired. */
  get pending(): number {
    return this.#timers.size
  }

  /** Milliseconds until the next timer fires. */
  get dueInMs(): number | undefined {
    const [next] = [...this.#timers].map(({ at }) => at - this.#ms).sort((a, b) => a - b)
    return next
  }

  now(): number {
    return 1_760_000_000_000 + this.#ms
  }

  monotonic(): number {
    return this.#ms
  }

  setTimeout(callback: () => void, ms: number): unknown {
    const timer = { at: this.#ms + ms, callback }
    this.#timers.add(timer)
    return timer
  }

  clearTimeout(handle: unknown): void {
    this.#timers.delete(handle as Timer) // what our own setTimeout returned
  }

  /** Lets so many milliseconds pass, and everything happen that is due in them, in order. */
  async pass(ms: number): Promise<void> {
    const end = this.#ms + ms
    for (;;) {
      await idle()
      const [next] = [...this.#timers].sort((a, b) => a.at - b.at)
      if (!next || next.at > end) break
      this.#timers.delete(next)
      this.#ms = Math.max(this.#ms, next.at)
      next.callback()
    }
    this.#ms = end
  }
}

/** Waits until promises that wait for nothing but each other have settled. */
export async function idle(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}
