// Loaded with what handles failures: most programs stay within their limit.
import { onAbort } from './abort.js'
import type { SlotLimiter } from './limiter.js'
import type { Lane, Permit, RateLimiter } from './rate-limiter.js'
import { startTimer } from './time.js'

interface Waiter {
  readonly lane: Lane
  readonly start: (permit: Permit) => void
}

const LANES: readonly Lane[] = ['write', 'read', 'background']

/** Those who wait for a slot of a limiter. */
export class Queue implements RateLimiter {
  readonly #limiter: SlotLimiter
  #waiters: Waiter[] = []
  #stopTimer = () => {}

  constructor(limiter: SlotLimiter) {
    this.#limiter = limiter
  }

  get length(): number {
    return this.#waiters.length
  }

  acquire(lane: Lane, signal: AbortSignal): Permit | Promise<Permit> {
    if (this.projectedMs(lane) <= 0) return this.#limiter.acquire(lane)
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter)
        this.serve()
        reject(signal.reason)
      }
      const stopListening = onAbort(signal, leave)
      const start = (permit: Permit) => {
        stopListening()
        resolve(permit)
      }
      const waiter = { lane, start }
      this.#waiters.splice(aheadOf(lane, this.#waiters).length, 0, waiter)
      this.serve()
    })
  }

  projectedMs(lane: Lane): number {
    return this.#waitMs(lane, this.#waiters)
  }

  /** Starts whoever may start, and sets a timer for the next only while somebody waits. */
  serve(): void {
    this.#stopTimer()
    for (let [first] = this.#waiters; first; [first] = this.#waiters) {
      const waitMs = this.#waitMs(first.lane, [])
      if (waitMs > 0) {
        this.#stopTimer = startTimer(this.#limiter.clock, Math.ceil(waitMs), () => this.serve())
        return
      }
      this.#waiters.shift()
      first.start(this.#limiter.acquire(first.lane))
    }
  }

  /** How long a request of this lane waits behind others, if all answers under way came at once. */
  #waitMs(lane: Lane, others: readonly Waiter[]): number {
    const { limit, blockedForMs } = this.#limiter.state
    const { slots, holdMs, clock } = this.#limiter
    const now = clock.monotonic()
    const before = aheadOf(lane, others)
    const startIn = (limit: number, counts: (one: { lane: Lane }) => boolean): number => {
      const ends = slots.filter(counts).map(({ until }) => Math.min(until - now, holdMs))
      const ahead = before.filter(counts).length
      const position = (ahead % limit) - limit + ends.length
      return (ends.sort((a, b) => a - b)[position] ?? 0) + Math.floor(ahead / limit) * holdMs
    }
    const cap = Math.ceil((limit * 2) / 3) // the rest is left to those whom somebody waits for
    const beside = lane === 'background' ? startIn(cap, (one) => one.lane === lane) : 0
    return Math.max(
      startIn(limit, () => true),
      beside,
      blockedForMs,
    )
  }
}

/** All who go first or came first. */
function aheadOf(lane: Lane, waiters: readonly Waiter[]): Waiter[] {
  const rank = LANES.indexOf(lane)
  return waiters.filter((waiter) => LANES.indexOf(waiter.lane) <= rank)
}
