import type { Received } from '../../../packages/sdk/test/support/peer.js'
import { countOf } from './story.js'

/** The requests of each operation. */
export function byTarget(received: readonly Received[]): Received[][] {
  const targets = new Set(received.map(({ target }) => target))
  return [...targets].map((target) => received.filter((each) => each.target === target))
}

/** Whether repeats had the key of the first request, and no request without a key was repeated. */
export function isRepeatedRightly(group: readonly Received[]): boolean {
  const keys = new Set(group.map(keyOf))
  return keys.size === 1 && keys.has(undefined) === (group.length === 1)
}

/** The number of resources on a server that commits every request, but each key only once. */
export const countResources = (group: readonly Received[]): number =>
  new Set(group.map((each) => keyOf(each) ?? each)).size

/** A description of the requests of one operation. */
export function repeatsOf(group: readonly Received[]): string {
  const keys = new Set(group.map(keyOf))
  const key = keys.has(undefined) ? 'no key' : keys.size === 1 ? 'one key' : 'several keys'
  return `${countOf(group)}, ${key}`
}

/** The idempotency key, in a header or in the body. */
function keyOf({ headers, body }: Received): string | undefined {
  const key = headers['idempotency-key'] ?? /"idempotency_key":"([^"]+)"/.exec(body.toString())?.[1]
  return key === undefined ? undefined : `${key}`
}
