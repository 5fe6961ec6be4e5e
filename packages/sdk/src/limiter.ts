import { onAbort } from './abort.js'
import type { Lane, Permit, RateLimiter, RateLimitState } from './rate-limiter.js'
import { type Clock, startTimer } from './time.js'

/** A request that may count in the server's present window: until it surely does not. */
interface Slot {
  readonly lane: Lane
  /** Infinity while the request is under way. */
  until: number
}

/** What the server allows a key. */
export interface Window {
  /** Requests in one window. */
  readonly limit: number
  /** Length of the window, milliseconds. */
  readonly windowMs: number
}

interface Waiter {
  readonly lane: Lane
  readonly start: (permit: Permit) => void
}

const LANES: readonly Lane[] = ['write', 'read', 'background']
/** How long a slot outlives the server's window: its clock and ours do not tick alike. */
const MARGIN_MS = 100

/**
 * Keeps a key within the server's limit whatever the latency. The server's window opens with the first
 * request it counts, an instant we cannot see: we know only that it lies between sending and the head of the
 * response. So a slot is held from sending until one window after that head, and a request starts only while
 * fewer than `limit` slots are held: were one too many to fall into a window, all before it had their heads
 * after that window's start, and their slots would still be held.
 */
export class SlotLimiter implements RateLimiter {
  readonly #clock: Clock
  #limit = Infinity
  #holdMs = 0
  #slots: Slot[] = []
  #queue: Waiter[] = []
  #blockedUntil = -Infinity
  #stopTimer = () => {}

  constructor(clock: Clock, window: Window) {
    this.#clock = clock
    this.tighten(window)
  }

  /** Whether nothing is held, queued or blocked. */
  get isIdle(): boolean {
    const { held, queued, blockedForMs } = this.state
    return held + queued + blockedForMs === 0
  }

  get state(): RateLimitState {
    const now = this.#prune()
    const blockedForMs = Math.max(0, this.#blockedUntil - now)
    return { limit: this.#limit, held: this.#slots.length, queued: this.#queue.length, blockedForMs }
  }

  acquire(lane: Lane, signal: AbortSignal): Permit | Promise<Permit> {
    if (this.projectedMs(lane) <= 0) return this.#take(lane)
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#queue = this.#queue.filter((other) => other !== waiter)
        this.#serve()
        reject(signal.reason)
      }
      const stopListening = onAbort(signal, leave)
      const start = (permit: Permit) => {
        stopListening()
        resolve(permit)
      }
      const waiter = { lane, start }
      this.#queue.splice(aheadOf(lane, this.#queue).length, 0, waiter)
      this.#serve()
    })
  }

  projectedMs(lane: Lane): number {
    return this.#waitMs(lane, this.#queue)
  }

  /** Takes the stricter of two opinions about one key. */
  tighten({ limit, windowMs }: Window): void {
    this.#limit = Math.min(this.#limit, limit)
    this.#holdMs = Math.max(this.#holdMs, windowMs + MARGIN_MS)
  }

  /** How long a request of this lane waits behind a queue, if all answers under way came at once. */
  #waitMs(lane: Lane, queue: readonly Waiter[]): number {
    const now = this.#prune()
    const before = aheadOf(lane, queue)
    const startIn = (limit: number, counts: (one: { lane: Lane }) => boolean): number => {
      const ends = this.#slots.filter(counts).map(({ until }) => Math.min(until - now, this.#holdMs))
      const ahead = before.filter(counts).length
      const position = (ahead % limit) - limit + ends.length
      return (ends.sort((a, b) => a - b)[position] ?? 0) + Math.floor(ahead / limit) * this.#holdMs
    }
    const cap = Math.ceil((this.#limit * 2) / 3) // the rest is left to those whom somebody waits for
    const beside = lane === 'background' ? startIn(cap, (one) => one.lane === lane) : 0
    return Math.max(
      startIn(this.#limit, () => true),
      beside,
      this.#blockedUntil - now,
    )
  }

  #prune(): number {
    const now = this.#clock.monotonic()
    this.#slots = this.#slots.filter(({ until }) => until > now)
    return now
  }

  #take(lane: Lane): Permit {
    const slot = { lane, until: Infinity }
    this.#slots.push(slot)
    const release = (holdMs: number) => {
      slot.until = this.#clock.monotonic() + holdMs
      this.#serve()
    }
    return {
      answered: () => release(this.#holdMs),
      failed: (sent) => release(sent === 'no' ? 0 : this.#holdMs),
      blocked: (ms) => {
        this.#blockedUntil = Math.max(this.#blockedUntil, this.#clock.monotonic() + ms)
        this.#serve()
      },
    }
  }

  /** Starts whoever may start, and sets a timer for the next only while somebody waits. */
  #serve(): void {
    this.#stopTimer()
    for (let [first] = this.#queue; first; [first] = this.#queue) {
      const waitMs = this.#waitMs(first.lane, [])
      if (waitMs > 0) {
        this.#stopTimer = startTimer(this.#clock, Math.ceil(waitMs), () => this.#serve())
        return
      }
      this.#queue.shift()
      first.start(this.#take(first.lane))
    }
  }
}

/** All who go first or came first. */
function aheadOf(lane: Lane, queue: readonly Waiter[]): Waiter[] {
  const rank = LANES.indexOf(lane)
  return queue.filter((waiter) => LANES.indexOf(waiter.lane) <= rank)
}
