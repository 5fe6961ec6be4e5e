/** The longest that one answer may block the other requests of its key, milliseconds. */
const LONGEST_REST_MS = 300_000

/** How long a 429 blocks its key, milliseconds. */
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
    const ms = /^\d{1,15}(?:\.\d+)?$/.test(hint) // more digits than any real wait has could parse as Infinity
      ? Number(hint) * 1000
      : Math.max(0, Number(readDate(hint)) - (readDate(headers.get('date')) ?? nowMs))
    if (ms >= (longestMs ?? 0)) longestMs = ms // false for NaN
  }
  return longestMs
}

/** Reads an HTTP date. `Date.parse` accepts almost anything, so the date has to format back to the same text. */
export function readDate(text: string | null): number | undefined {
  const ms = Date.parse(text ?? '')
  return ms && new Date(ms).toUTCString() === text ? ms : undefined
}
