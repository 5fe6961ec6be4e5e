import type { Instant } from './types.js'

/** Formats an instant as ISO 8601 in UTC with milliseconds, the format of all times in the interface. */
export function isoTime(at: Instant): string {
  // biome-ignore lint/style/noRestrictedGlobals: formats a given instant; reads no clock
  return new Date(at).toISOString()
}

export const isoOrNull = (at: Instant | null): string | null => (at === null ? null : isoTime(at))

/** Reads a time of RFC 3339, without fractions of a millisecond. @param text a valid one */
// biome-ignore lint/style/noRestrictedGlobals: reads a given time; reads no clock
export const instantOf = (text: string): Instant => Date.parse(text)
