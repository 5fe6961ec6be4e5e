const SECONDS = /^\d+(?:\.\d+)?$/
const HTTP_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/

/**
 * Reads `Retry-After`: seconds, or a date measured against the `Date` of the same response, so that a wrong
 * local clock does not shorten the wait. Anything else counts as absent.
 *
 * @param nowMs Unix milliseconds, used when the response has no readable `Date`
 * @returns milliseconds, at least 0
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const hint = headers.get('retry-after')?.trim()
  if (hint === undefined) return undefined
  if (SECONDS.test(hint)) return Number(hint) * 1000
  const until = readDate(hint)
  if (until === undefined) return undefined
  return Math.max(0, until - (readDate(headers.get('date') ?? '') ?? nowMs))
}

/** `Date.parse` takes almost anything for a date, so the shape is checked first. */
function readDate(text: string): number | undefined {
  const ms = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}
