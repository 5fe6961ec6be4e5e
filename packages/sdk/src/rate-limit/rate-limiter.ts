/** The order in which waiting requests start: calls that change something, calls that read, background requests. */
export type Priority = 'write' | 'read' | 'background'

/** The server's limit of requests for a key. */
export interface Window {
  /** Requests in one window. */
  readonly limit: number
  /** Length of the window, milliseconds. */
  readonly windowMs: number
}

/**
 * Decides when requests may leave. A limiter of your own can share a key between processes.
 *
 * @example
 * let last = Promise.resolve() // one request at a time
 * const acquire = async () => {
 *   const before = last
 *   let release = () => {}
 *   last = new Promise((resolve) => {
 *     release = resolve
 *   })
 *   await before
 *   return release
 * }
 * await new MerchantPay({ rateLimit: { acquire } }).balance.get()
 */
export interface RateLimiter {
  /**
   * Waits for the right to send one request. Rejects when the signal is aborted; any other rejection ends the call as
   * a `UsageError`.
   *
   * @returns a function that gives the right back; it is called once, when the request has ended
   */
  acquire(signal: AbortSignal): Promise<() => void>
}

/** The right to send one request, as the client's own limiter grants it. */
export interface Permit {
  /** The request has ended. @param sent `no` when it certainly never reached the server */
  release(sent: 'no' | 'maybe'): unknown
  /** The server wants no request of this key for a time, milliseconds. */
  block(ms: number): void
}

/** The current state of the limiter of a key. */
export interface RateLimitState {
  /** Requests that may be under way or counted in one window. */
  readonly limit: number
  /** Requests that may count in the server's present window. */
  readonly held: number
  /** Requests that wait. */
  readonly queued: number
  /** How long the server still refuses requests after a 429, milliseconds. */
  readonly blockedForMs: number
}
