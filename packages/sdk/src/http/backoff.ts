/**
 * The wait before a retry, milliseconds: random between half and all of a bound that doubles with each retry.
 *
 * @param retries retries so far
 * @param firstMs the bound of the first retry
 * @param longestMs the largest bound
 */
export function backoffMs(retries: number, firstMs: number, longestMs: number): number {
  return (0.5 + Math.random() / 2) * Math.min(firstMs * 2 ** retries, longestMs)
}

/** A wait of at least the given time, spread by up to a quarter of it or 2 s, milliseconds. */
export function spreadMs(leastMs: number): number {
  return leastMs + Math.random() * Math.min(leastMs / 4, 2_000)
}
