import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { DomainError } from '../../domain/shared/errors.js'

/** Counts calls by name in a window that starts with the first call. */
export interface RateLimit {
  /** Counts a call. @throws rate_limit_exceeded with the whole seconds until the window ends */
  take(name: string): Promise<void>
  /** Counts nothing. @throws rate_limit_exceeded when `take` would */
  require(name: string): Promise<void>
  /** Counts nothing, and asks no database. @throws rate_limit_exceeded when this process knows that `take` would */
  requireNotRefused(name: string): Promise<void>
  /** Takes back a call that was counted. */
  giveBack(name: string): Promise<void>
}

export interface RateLimitOptions {
  /** Distinguishes the limits that several servers count together. */
  readonly name: string
  /** Calls per window; 0 means no limit. */
  readonly points: number
  readonly windowSeconds: number
  /** Whether it refuses while servers cannot count together, instead of counting in this process. */
  readonly isClosed?: boolean
}

/** Creates the limits of a server: in its memory, or over counters that servers share. */
export type RateLimits = (options: RateLimitOptions) => RateLimit

/** @param points calls per window; 0 means no limit */
export function createRateLimit(points: number, windowSeconds: number): RateLimit {
  if (points === 0) return NO_LIMIT
  const limiter = new RateLimiterMemory({ points, duration: windowSeconds })
  async function require(name: string): Promise<void> {
    const taken = await limiter.get(name)
    if (taken && taken.consumedPoints >= points && taken.msBeforeNext > 0)
      throw refusal(taken.msBeforeNext, windowSeconds)
  }
  return {
    async take(name) {
      try {
        await limiter.consume(name)
      } catch (refused) {
        throw refused instanceof RateLimiterRes ? refusal(refused.msBeforeNext, windowSeconds) : refused
      }
    },
    require,
    requireNotRefused: require,
    async giveBack(name) {
      await limiter.reward(name)
    },
  }
}

const pass = async (): Promise<void> => undefined
const NO_LIMIT: RateLimit = { take: pass, require: pass, requireNotRefused: pass, giveBack: pass }

/** After the clock was set back, the computed rest exceeds the window. A timer ends the window in any case. */
export function refusal(leftMs: number, windowSeconds: number): DomainError {
  const secondsLeft = Math.max(1, Math.ceil(leftMs / 1_000))
  return new DomainError('rate_limit_exceeded', { retryAfterSeconds: Math.min(secondsLeft, windowSeconds) })
}
