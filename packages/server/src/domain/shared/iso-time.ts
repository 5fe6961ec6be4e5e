import type { Instant } from './types.js'

/** ISO 8601 in UTC with milliseconds, as every time on the wire. */
export function isoTime(at: Instant): string {
  // biome-ignore lint/style/noRestrictedGlobals: formats a given instant; reads no clock
  return new Date(at).toISOString()
}
