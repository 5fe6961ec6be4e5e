import type { Settings } from './options.js'
import type { Queue } from './queue.js'
import type { Lane, Permit, RateLimiter, RateLimitState } from './rate-limiter.js'
import { shared } from './shared.js'
import type { Clock } from './time.js'

/** A request that may count in the server's present window: until it surely does not. */
export interface Slot {
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

/** How long a slot outlives the server's window: its clock and ours do not tick alike. */
const MARGIN_MS = 100

/**
 * Keeps a key within the server's limit whatever the latency. The server's window opens with the first
 * request it counts, an instant we cannot see: we know only that it lies between sending and the head of the
 * response. So a slot is held from sending until one window after the response, and a request starts only while
 * fewer than `limit` slots are held: were one too many to fall into a window, all before it had their responses
 * after that window's start, and their slots would still be held.
 *
 * Whoever finds no slot free waits in a queue, which loads late: most programs stay within their limit. Copies of this
 * package share a limiter, so all of it is for them to see.
 */
export class SlotLimiter implements RateLimiter {
  readonly clock: Clock
  limit = Infinity
  holdMs = 0
  slots: Slot[] = []
  blockedUntil = -Infinity
  /** There once somebody had to wait. */
  queue: Queue | undefined

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Whether nothing is held, queued or blocked. */
  get isIdle(): boolean {
    const { held, queued, blockedForMs } = this.state
    return held + queued + blockedForMs === 0
  }

  get state(): RateLimitState {
    const now = this.clock.monotonic()
    this.slots = this.slots.filter(({ until }) => until > now)
    const { limit, slots, queue, blockedUntil } = this
    const blockedForMs = Math.max(0, blockedUntil - now)
    return { limit, held: slots.length, queued: queue?.length ?? 0, blockedForMs }
  }

  /** 0 where a request may start now. Else the queue knows, which keeps slots from those in the background too. */
  projectedMs(lane: Lane): number {
    const { limit, held, queued, blockedForMs } = this.state
    return lane !== 'background' && held < limit && queued + blockedForMs === 0 ? 0 : Infinity
  }

  /** Takes a slot, which has to be free. */
  acquire(lane: Lane): Permit {
    const slot = { lane, until: Infinity }
    this.slots.push(slot)
    const release = (sent?: 'no' | 'maybe') => {
      slot.until = this.clock.monotonic() + (sent === 'no' ? 0 : this.holdMs)
      this.queue?.serve()
    }
    return {
      answered: release,
      failed: release,
      blocked: (ms) => {
        this.blockedUntil = Math.max(this.blockedUntil, this.clock.monotonic() + ms)
      },
    }
  }
}

/** Finds what limits the requests of a client. Ask at each use, since an idle limiter is forgotten. */
export function limiterOf({ rateLimit, clock, origin, signer }: Settings): RateLimiter | undefined {
  if (!rateLimit || 'acquire' in rateLimit) return rateLimit || undefined
  const limiter = shared(clock, `${origin} ${signer?.keyId}`, () => new SlotLimiter(clock))
  // The stricter of two opinions about one key counts.
  limiter.limit = Math.min(limiter.limit, rateLimit.limit)
  limiter.holdMs = Math.max(limiter.holdMs, rateLimit.windowMs + MARGIN_MS)
  return limiter
}
