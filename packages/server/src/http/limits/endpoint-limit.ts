import { WEBHOOKS_PER_ENVIRONMENT } from '../../domain/shared/policy.js'
import type { Scope } from '../../domain/shared/types.js'
import type { RateLimits } from './rate-limit.js'

const HOUR_SECONDS = 3_600

/** Counts the webhooks that merchants request for their endpoints: tests and redeliveries. */
export interface EndpointLimit {
  /** @throws rate_limit_exceeded with the whole seconds until the window ends */
  take(scope: Scope, endpointId: string): Promise<void>
}

/**
 * Creates a limit per endpoint and a limit over all endpoints that an environment of a merchant may have at a time. The
 * second one is needed because an endpoint that is deleted and created again starts a new window.
 */
export function createEndpointLimit(limits: RateLimits, name: string, perHour: number): EndpointLimit {
  const each = limits({ name: `${name} of an endpoint`, points: perHour, windowSeconds: HOUR_SECONDS })
  const all = limits({
    name: `${name} of an environment`,
    points: perHour * WEBHOOKS_PER_ENVIRONMENT,
    windowSeconds: HOUR_SECONDS,
  })
  return {
    async take({ merchantId, environment }, endpointId) {
      await each.take(endpointId)
      await all.take(`${merchantId}/${environment}`)
    },
  }
}
