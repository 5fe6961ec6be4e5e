import type { ApiKey } from '../merchants/api-key.js'
import type { Scope } from '../scope.js'
import type { World } from '../world.js'
import { Refusal } from './refusal.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** All keys of a merchant together may send this many times the requests of one key, per environment. */
const MERCHANT_FACTOR = 10
const NEW_PER_HOUR = { keys: 20, links: 60 } as const
const ON_DEMAND_PER_HOUR = { test: 60, redelivery: 120 } as const
/** Endpoints that an environment of a merchant may have. */
const ENDPOINTS = 10

/**
 * Counts a call for its key, and then for the merchant in the key's environment.
 *
 * @throws Refusal rate_limit_exceeded with the whole seconds until the window ends
 */
export function countCall(world: World, key: ApiKey): void {
  const { requestsPerMinute } = world
  take(world, key.keyId, requestsPerMinute, MINUTE_MS)
  take(world, `calls/${nameOf(key)}`, MERCHANT_FACTOR * requestsPerMinute, MINUTE_MS)
}

/** Counts a new key or sign-in link of a merchant; without a limit of requests, they have none. @throws as {@link countCall} */
export function countNew(world: World, scope: Scope, kind: keyof typeof NEW_PER_HOUR): void {
  if (world.requestsPerMinute === Number.POSITIVE_INFINITY) return
  take(world, `${kind}/${nameOf(scope)}`, NEW_PER_HOUR[kind], HOUR_MS)
}

/** Counts a test or redelivery to an endpoint. @throws as {@link countCall} */
export function countOnDemandDelivery(
  world: World,
  scope: Scope,
  kind: keyof typeof ON_DEMAND_PER_HOUR,
  endpointId: string,
): void {
  const most = ON_DEMAND_PER_HOUR[kind]
  take(world, `${kind}/${endpointId}`, most, HOUR_MS)
  take(world, `${kind}/${nameOf(scope)}`, most * ENDPOINTS, HOUR_MS)
}

/** Counts in a window that opens with its first call. */
function take({ clock, windows }: World, name: string, most: number, windowMs: number): void {
  const now = clock.now()
  const known = windows.get(name)
  const current = known && now < known.openedAt + windowMs ? known : { openedAt: now, taken: 0 }
  windows.set(name, current)
  current.taken += 1
  if (current.taken <= most) return
  const retryAfterSeconds = Math.max(1, Math.ceil((current.openedAt + windowMs - now) / 1_000))
  throw new Refusal('rate_limit_exceeded', { retryAfterSeconds })
}

const nameOf = ({ merchantId, environment }: Scope): string => `${merchantId}/${environment}`
