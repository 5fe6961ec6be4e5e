import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { DomainError } from '../domain/errors.js'

/** Counts calls by name in a window that opens with the first one. */
export interface RateLimit {
  /** @throws rate_limit_exceeded with the whole seconds until the window is over */
  take(name: string): Promise<void>
}

/** @param points calls per window; 0 is no limit */
export function createRateLimit(points: number, windowSeconds: number): RateLimit {
  if (points === 0) return { take: async () => undefined }
  const limiter = new RateLimiterMemory({ points, duration: windowSeconds })
  return {
    async take(name) {
      try {
        await limiter.consume(name)
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000))
        throw new DomainError('rate_limit_exceeded', { retryAfterSeconds })
      }
    },
  }
}
