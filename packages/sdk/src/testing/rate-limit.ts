import { Refusal } from './refusal.js'
import type { World } from './world.js'

/** The calls of one key since its window opened. */
export interface RateWindow {
  readonly openedAt: number
  calls: number
}

const WINDOW_MS = 60_000

/**
 * Counts a call of a key, in a window that opens with the first one.
 *
 * @throws Refusal rate_limit_exceeded with the whole seconds until the window is over
 */
export function takeCall({ clock, windows, requestsPerMinute }: World, keyId: string): void {
  const now = clock.now()
  const known = windows.get(keyId)
  const current = known && now < known.openedAt + WINDOW_MS ? known : { openedAt: now, calls: 0 }
  windows.set(keyId, current)
  current.calls += 1
  if (current.calls <= requestsPerMinute) return
  const retryAfterSeconds = Math.max(1, Math.ceil((current.openedAt + WINDOW_MS - now) / 1_000))
  throw new Refusal('rate_limit_exceeded', { retryAfterSeconds })
}
