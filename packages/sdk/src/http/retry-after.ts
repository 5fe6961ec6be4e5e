/** What one answer may cost the other requests of a key, whatever it says, milliseconds. */
const LONGEST_REST_MS = 300_000

/** How long a key has to rest after a 429, milliseconds. */
export function restOf(headers: Headers, nowMs: number): number {
  return Math.min(Math.max(readRetryAfter(headers, nowMs) ?? 0, 1_000), LONGEST_REST_MS)
}

/**
 * Reads `Retry-After`: seconds, or a date measured against the `Date` of the same response, so that a wrong
 * local clock does not shorten the wait. Of several values, which `Headers` joins with commas, the longest wait
 * counts. Anything else counts as absent.
 *
 * @param nowMs Unix milliseconds, used when the response has no readable `Date`
 * @returns milliseconds, at least 0
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const hints =
    headers
      .get('retry-after')
      ?.trim()
      .split(/, (?!\d\d [A-Z])/) ?? [] // a date has a comma of its own
  let longestMs: number | undefined
  for (const hint of hints) {
    const ms = /^\d{1,15}(?:\.\d+)?$/.test(hint) // more digits than any wait has would be Infinity
      ? Number(hint) * 1000
      : Math.max(0, Number(readDate(hint)) - (readDate(headers.get('date')) ?? nowMs))
    if (ms >= (longestMs ?? 0)) longestMs = ms // NaN is not
  }
  return longestMs
}

/** `Date.parse` takes almost anything for a date; an HTTP date is one that is written back the same. */
export function readDate(text: string | null): number | undefined {
  const ms = Date.parse(text ?? '')
  return ms && new Date(ms).toUTCString() === text ? ms : undefined
}
