import type { Scope } from '../scope.js'
import { isObject } from '../validation/schema-check.js'
import type { World } from '../world.js'
import type { CallInput } from './call-input.js'
import { Refusal } from './refusal.js'

/** A call with an idempotency key. */
export interface KeyedCall {
  readonly operation: string
  readonly key: string | undefined
  readonly input: CallInput
}

const KEPT_MS = 86_400_000

/**
 * Runs `make` once per idempotency key; a repeated call gets the id of the first.
 *
 * @param make returns the id of the new resource
 * @throws Refusal duplicate_idempotency_key when the first call had other parameters
 */
export function once(
  world: World,
  { merchantId, environment }: Scope,
  { operation, key, input }: KeyedCall,
  make: () => string,
): { id: string; replayed: boolean } {
  if (key === undefined) return { id: make(), replayed: false }
  const now = world.clock.now()
  const name = [merchantId, environment, operation, key].join('/')
  const earlier = world.claims.get(name)
  if (earlier && earlier.expiresAt > now) {
    const { resourceId } = earlier
    const [param] =
      input.find(([, value], at) => canonicalJson(value) !== canonicalJson(earlier.input[at]?.[1])) ?? []
    if (param === undefined) return { id: resourceId, replayed: true }
    const detail = `the key was used for ${resourceId}, with another ${param}`
    throw new Refusal('duplicate_idempotency_key', { param, detail })
  }
  const id = make()
  world.claims.set(name, { input, resourceId: id, expiresAt: now + KEPT_MS })
  return { id, replayed: false }
}

/** The header that marks a replayed answer. */
export function replayHeader(replayed: boolean): Record<string, string> {
  return replayed ? { 'Idempotent-Replayed': 'true' } : {}
}

/** The same text for equal values, whatever the order of their keys. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return `${inner}`
    return isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner
  })
}
