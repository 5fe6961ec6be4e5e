import type { Instant } from './types.js'

/** Formats an instant as ISO 8601 in UTC with milliseconds, the format of all times in the interface. */
export function isoTime(at: Instant): string {
  // biome-ignore lint/style/noRestrictedGlobals: formats a given instant; reads no clock
  return new Date(at).toISOString()
}
