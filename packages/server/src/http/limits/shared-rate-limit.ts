import { RateLimiterMemory } from 'rate-limiter-flexible'
import { DomainError } from '../../domain/shared/errors.js'
import type { CountedCalls, SharedCounters } from '../../domain/store/shared-counters.js'
import { Unavailable } from '../../domain/store/store.js'
import { createRateLimit, type RateLimit, type RateLimitOptions, refusal } from './rate-limit.js'

const RETRY_SECONDS = 1

/**
 * Counts calls for all servers together. Once a name is refused, this process refuses it until its window ends without
 * asking. While the counters do not answer, each server counts for itself, or refuses if `isClosed`.
 */
export function createSharedRateLimit(
  counters: SharedCounters,
  now: () => number,
  { name: group, points, windowSeconds, isClosed = false }: RateLimitOptions,
): RateLimit {
  if (points === 0) return createRateLimit(points, windowSeconds)
  const alone = createRateLimit(points, windowSeconds)
  const refused = new RateLimiterMemory({ points: 1, duration: windowSeconds })

  async function requireNotRefused(name: string): Promise<void> {
    const known = await refused.get(name)
    if (known && known.msBeforeNext > 0) throw refusal(known.msBeforeNext, windowSeconds)
  }

  async function refuse(name: string, { endsAt }: CountedCalls): Promise<never> {
    const leftMs = Math.min(endsAt - now(), windowSeconds * 1_000)
    if (leftMs > 0) await refused.block(name, leftMs / 1_000)
    throw refusal(leftMs, windowSeconds)
  }

  /** Undefined while the counters do not answer. */
  async function ask<Answer>(question: Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await question
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      if (isClosed) throw new DomainError('service_unavailable', { retryAfterSeconds: RETRY_SECONDS })
      return undefined
    }
  }

  return {
    async take(name) {
      await requireNotRefused(name)
      const counted = await ask(counters.count(`${group} ${name}`, windowSeconds * 1_000))
      if (!counted) await alone.take(name)
      else if (counted.calls > points) await refuse(name, counted)
    },
    requireNotRefused,
    async giveBack(name) {
      const asked = counters.uncount(`${group} ${name}`, windowSeconds * 1_000).then(() => true)
      if (!(await ask(asked))) await alone.giveBack(name)
    },
    async require(name) {
      await requireNotRefused(name)
      const counted = await ask(counters.find(`${group} ${name}`).then((found) => ({ found })))
      if (!counted) await alone.require(name)
      else if (counted.found && counted.found.calls >= points && counted.found.endsAt > now())
        await refuse(name, counted.found)
    },
  }
}
