/** What one answer may cost the other requests of a key, whatever it says, milliseconds. */
const LONGEST_REST_MS = 300_000

/** How long a key has to rest after a 429, milliseconds. */
export function restOf(headers: Headers, nowMs: number): number {
  return Math.min(Math.max(readRetryAfter(headers, nowMs) ?? 0, 1_000), LONGEST_REST_MS)
}

/**
 * Reads `Retry-After`: seconds, or a date measured against the `Date` of the same response, so that a wrong
 * local clock does not shorten the wait. Anything else counts as absent.
 *
 * @param nowMs Unix milliseconds, used when the response has no readable `Date`
 * @returns milliseconds, at least 0
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const hint = headers.get('retry-after')?.trim() ?? ''
  // More digits than any wait has would be Infinity.
  if (/^\d{1,15}(?:\.\d+)?$/.test(hint)) return Number(hint) * 1000
  const until = readDate(hint)
  return until && Math.max(0, until - (readDate(headers.get('date')) ?? nowMs))
}

/** `Date.parse` takes almost anything for a date; an HTTP date is one that is written back the same. */
export function readDate(text: string | null): number | undefined {
  const ms = Date.parse(text ?? '')
  return ms && new Date(ms).toUTCString() === text ? ms : undefined
}
