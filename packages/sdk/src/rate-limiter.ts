/** Who goes first when requests have to wait: what changes something, what somebody reads, what runs beside. */
export type Lane = 'write' | 'read' | 'background'

/** The right to send one request, and how its fate is reported. */
export interface Permit {
  /** The response has arrived, or at least its head. */
  answered(): void
  /** There will be none; `no` when the request certainly never reached the server. */
  failed(sent: 'no' | 'maybe'): void
  /** The server wants no request of this key for so long, milliseconds. */
  blocked(ms: number): void
}

/** Decides when a request may leave. An own one can share a key between processes. */
export interface RateLimiter {
  /** Waits for the right to send one request. Rejects when the signal is aborted. */
  acquire(lane: Lane, signal: AbortSignal): Permit | Promise<Permit>
  /** The least time that `acquire` would wait now, milliseconds; a call whose deadline is nearer fails at once. */
  projectedMs?(lane: Lane): number
}

/** What a limiter holds at the moment. */
export interface RateLimitState {
  /** Requests that may be under way or counted in one window. */
  readonly limit: number
  /** Requests that may count in the server's present window. */
  readonly held: number
  /** Requests that wait. */
  readonly queued: number
  /** How long the server still wants to be left alone, milliseconds. */
  readonly blockedForMs: number
}
