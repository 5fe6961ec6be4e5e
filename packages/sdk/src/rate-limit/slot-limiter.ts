import type { Settings } from '../options.js'
import { onAbort } from '../util/abort.js'
import { shared } from '../util/shared.js'
import { type Clock, startTimer } from '../util/time.js'
import type { Permit, Priority, RateLimitState, Window } from './rate-limiter.js'

/** A request that may count in the server's present window. */
interface Slot {
  readonly priority: Priority
  /** When it no longer counts, milliseconds of the monotonic clock; Infinity while the request is under way. */
  until: number
}

interface Waiter {
  readonly priority: Priority
  readonly start: (permit: Permit) => void
}

/** How long a slot outlives the server's window, milliseconds: the two clocks do not tick alike. */
const MARGIN_MS = 100
const PRIORITIES: readonly Priority[] = ['write', 'read', 'background']

/**
 * Keeps a key within the server's limit whatever the latency. The server's window opens with the first request it
 * counts, at an instant between sending that request and the head of its response. So a slot is held from sending
 * until one window after the response, and a request starts only while fewer than `limit` slots are held. If one
 * request too many fell into a window, all requests before it would have had their responses after the start of that
 * window, and their slots would still be held.
 *
 * Requests without a free slot wait in a queue. All clients of a key in a process share one limiter.
 */
export class SlotLimiter {
  readonly #clock: Clock
  #limit = Infinity
  #holdMs = 0
  #slots: Slot[] = []
  #waiters: Waiter[] = []
  #blockedUntil = -Infinity
  #stopTimer = () => {}

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether nothing is held, queued or blocked. */
  get isIdle(): boolean {
    const { held, queued, blockedForMs } = this.state
    return held + queued + blockedForMs === 0
  }

  get state(): RateLimitState {
    const now = this.#clock.monotonic()
    this.#slots = this.#slots.filter(({ until }) => until > now)
    const blockedForMs = Math.max(0, this.#blockedUntil - now)
    return { limit: this.#limit, held: this.#slots.length, queued: this.#waiters.length, blockedForMs }
  }

  /** Keeps to a window; of several windows for one key, to the strictest. */
  restrictTo({ limit, windowMs }: Window): void {
    this.#limit = Math.min(this.#limit, limit)
    this.#holdMs = Math.max(this.#holdMs, windowMs + MARGIN_MS)
  }

  /** How long a request would wait now, milliseconds. */
  projectedMs(priority: Priority): number {
    return this.#waitMs(priority, this.#waiters)
  }

  /** Waits for a slot. Rejects when the signal is aborted. */
  acquire(priority: Priority, signal: AbortSignal): Permit | Promise<Permit> {
    if (this.projectedMs(priority) <= 0) return this.#take(priority)
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter)
        this.#serve()
        reject(signal.reason)
      }
      const stopListening = onAbort(signal, leave)
      const start = (permit: Permit) => {
        stopListening()
        resolve(permit)
      }
      const waiter = { priority, start }
      this.#waiters.splice(aheadOf(priority, this.#waiters).length, 0, waiter)
      this.#serve()
    })
  }

  /** Takes a slot, which has to be free. */
  #take(priority: Priority): Permit {
    const slot = { priority, until: Infinity }
    this.#slots.push(slot)
    return {
      release: (sent) => {
        slot.until = this.#clock.monotonic() + (sent === 'no' ? 0 : this.#holdMs)
        this.#serve()
      },
      block: (ms) => {
        this.#blockedUntil = Math.max(this.#blockedUntil, this.#clock.monotonic() + ms)
      },
    }
  }

  /** Starts the waiters that may start, and sets a timer for the first of the others. */
  #serve(): void {
    this.#stopTimer()
    for (let [first] = this.#waiters; first; [first] = this.#waiters) {
      const waitMs = this.#waitMs(first.priority, [])
      if (waitMs > 0) {
        this.#stopTimer = startTimer(this.#clock, Math.ceil(waitMs), () => this.#serve())
        return
      }
      this.#waiters.shift()
      first.start(this.#take(first.priority))
    }
  }

  /** How long a request of this priority waits behind others if all answers under way arrived now, milliseconds. */
  #waitMs(priority: Priority, others: readonly Waiter[]): number {
    const { limit, blockedForMs } = this.state
    const now = this.#clock.monotonic()
    const before = aheadOf(priority, others)
    const startIn = (places: number, counts: (one: { priority: Priority }) => boolean): number => {
      const ends = this.#slots.filter(counts).map(({ until }) => Math.min(until - now, this.#holdMs))
      const ahead = before.filter(counts).length
      const position = (ahead % places) - places + ends.length
      return (ends.sort((a, b) => a - b)[position] ?? 0) + Math.floor(ahead / places) * this.#holdMs
    }
    // Background requests take at most two thirds of the slots, so that the others find some free.
    const isBackground = priority === 'background'
    const inBackgroundMs = isBackground
      ? startIn(Math.ceil((limit * 2) / 3), (one) => one.priority === priority)
      : 0
    return Math.max(
      startIn(limit, () => true),
      inBackgroundMs,
      blockedForMs,
    )
  }
}

/** The waiters of the same priority and of those that go before it. */
function aheadOf(priority: Priority, waiters: readonly Waiter[]): Waiter[] {
  const rank = PRIORITIES.indexOf(priority)
  return waiters.filter((waiter) => PRIORITIES.indexOf(waiter.priority) <= rank)
}

/** The limiter of a client's key. Look it up at each use, since an idle limiter is forgotten. */
export function limiterOf({ clock, origin, signer }: Settings, window: Window): SlotLimiter {
  const limiter = shared(clock, `${origin} ${signer?.keyId}`, () => new SlotLimiter(clock))
  limiter.restrictTo(window)
  return limiter
}
