import type { Received } from '../../../packages/sdk/test/support/peer.js'
import { countOf } from './story.js'

/** The requests of each operation. */
export function byTarget(received: readonly Received[]): Received[][] {
  const targets = new Set(received.map(({ target }) => target))
  return [...targets].map((target) => received.filter((each) => each.target === target))
}

/** Whether a repeat carried the first one's key, and nothing was repeated without one. */
export function isRepeatedRightly(group: readonly Received[]): boolean {
  const keys = new Set(group.map(keyOf))
  return keys.size === 1 && keys.has(undefined) === (group.length === 1)
}

/** What a server has created that commits every request, but a key only once. */
export const countResources = (group: readonly Received[]): number =>
  new Set(group.map((each) => keyOf(each) ?? each)).size

/** The requests of one operation in words. */
export function repeatsOf(group: readonly Received[]): string {
  const keys = new Set(group.map(keyOf))
  const key = keys.has(undefined) ? 'no key' : keys.size === 1 ? 'one key' : 'several keys'
  return `${countOf(group)}, ${key}`
}

/** The key that makes a repeat harmless: in a header, or in the body as our contract has it. */
function keyOf({ headers, body }: Received): string | undefined {
  const key = headers['idempotency-key'] ?? /"idempotency_key":"([^"]+)"/.exec(body.toString())?.[1]
  return key === undefined ? undefined : `${key}`
}
