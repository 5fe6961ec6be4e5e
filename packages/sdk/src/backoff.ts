/** Bounds of an exponential wait, milliseconds. */
export interface Backoff {
  readonly firstMs: number
  readonly longestMs: number
}

/** After a fault of the server or of the connection. */
export const FAULT_BACKOFF: Backoff = { firstMs: 500, longestMs: 8_000 }
/** After a refusal that passes by itself, such as a lack of free addresses. */
export const REFUSAL_BACKOFF: Backoff = { firstMs: 1_000, longestMs: 8_000 }
/** Between the connections of an event stream. */
export const STREAM_BACKOFF: Backoff = { firstMs: 500, longestMs: 30_000 }

/** A random wait between half of the doubled-up bound and the whole of it, milliseconds. */
export function backoffMs(backoff: Backoff, retries: number): number {
  return (0.5 + Math.random() / 2) * Math.min(backoff.firstMs * 2 ** retries, backoff.longestMs)
}

/** A wait of at least the given time, spread by up to a quarter of it or 2 s, milliseconds. */
export function spreadMs(leastMs: number): number {
  return leastMs + Math.random() * Math.min(leastMs / 4, 2_000)
}
