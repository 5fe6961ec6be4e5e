import type { Verdict } from './classify.js'
import type { Attempt } from './errors.js'
import type { Exchange } from './exchange.js'

/** How a call ended, after all its attempts. */
export interface Settlement {
  readonly kind: Verdict['kind']
  /** The attempt that decided. */
  readonly exchange: Exchange
  readonly attempts: readonly Attempt[]
  /** Whether any attempt may have been processed. */
  readonly maybeProcessed: boolean
  /** The request id of the answer, else the one sent last. */
  readonly requestId: string
  /** How long to wait before calling again, milliseconds, where the server said so or a wait was given up. */
  readonly retryAfterMs: number | undefined
}

/** When an attempt began, on both clocks. */
export interface Start {
  /** Unix milliseconds. */
  readonly startedAt: number
  /** Milliseconds of the monotonic clock. */
  readonly sentAt: number
}

/** Notes the present moment. */
export function startNow(): Start {
  return { startedAt: Date.now(), sentAt: performance.now() }
}

/** Writes down how an attempt went; it ends now. */
export function record(exchange: Exchange, { startedAt, sentAt }: Start, waitedMs: number): Attempt {
  const end = exchange.kind === 'answer' ? { status: exchange.status } : { error: exchange.code }
  return { ...end, startedAt, ms: performance.now() - sentAt, waitedMs }
}

/** The request id that the server answered with. */
export function answeredRequestId(exchange: Exchange): string | undefined {
  return (exchange.kind === 'answer' && exchange.headers.get('x-request-id')) || undefined
}
