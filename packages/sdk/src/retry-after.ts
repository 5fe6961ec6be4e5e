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
