import { WEBHOOKS_PER_ENVIRONMENT } from '../domain/shared/policy.js'
import type { Scope } from '../domain/shared/types.js'
import { createRateLimit } from './rate-limit.js'

const HOUR_SECONDS = 3_600

/** Counts what merchants have sent to their webhook endpoints on demand. */
export interface EndpointLimit {
  /** @throws rate_limit_exceeded with the whole seconds until the window is over */
  take(scope: Scope, endpointId: string): Promise<void>
}

/**
 * A limit for each endpoint, and one for all that an environment of a merchant may have at a time: an endpoint that is
 * deleted and made anew begins a new window of its own.
 */
export function createEndpointLimit(perHour: number): EndpointLimit {
  const each = createRateLimit(perHour, HOUR_SECONDS)
  const all = createRateLimit(perHour * WEBHOOKS_PER_ENVIRONMENT, HOUR_SECONDS)
  return {
    async take({ merchantId, environment }, endpointId) {
      await each.take(endpointId)
      await all.take(`${merchantId}/${environment}`)
    },
  }
}
