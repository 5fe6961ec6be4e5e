/**
 * A random wait between half of the doubled-up bound and the whole of it, milliseconds.
 *
 * @param retries how often the bound doubles
 */
export function backoffMs(retries: number, firstMs: number, longestMs: number): number {
  return (0.5 + Math.random() / 2) * Math.min(firstMs * 2 ** retries, longestMs)
}

/** A wait of at least the given time, spread by up to a quarter of it or 2 s, milliseconds. */
export function spreadMs(leastMs: number): number {
  return leastMs + Math.random() * Math.min(leastMs / 4, 2_000)
}
