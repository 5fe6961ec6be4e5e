import { backoffMs, spreadMs } from './backoff.js'
import type { Call } from './call.js'
import { readErrorBody } from './error-body.js'
import { type Exchange, isSuccess } from './exchange.js'
import { RETRY_ERRORS, SETTLED_BY } from './generated/failures.gen.js'
import { remedyOf } from './remedy.js'
import { readRetryAfter } from './retry-after.js'
import { correctOffset } from './server-clock.js'
import { ownOf } from './table.js'

/** How long to wait before another attempt. */
export interface Wait {
  readonly ms: number
  /** The part of it that the server asked for, milliseconds. */
  readonly askedMs?: number | undefined
  /** The server's clock, where it is another one than was believed, as milliseconds that it is ahead. */
  readonly offsetMs?: number | undefined
}

/** What an attempt means for its call. */
export interface Verdict {
  readonly kind: 'success' | 'settled' | 'failure'
  /** Whether the server may have acted on this attempt although it did not say so. */
  readonly maybeProcessed: boolean
  /** The wait before another attempt, where one makes sense. */
  readonly retry?: Wait | undefined
}

/** What came before an attempt. */
export interface History {
  /** Attempts before this one. */
  readonly retries: number
  /** Whether one of them may have been processed. */
  readonly maybeProcessed: boolean
  /** Whether the clock was corrected already; once has to be enough. */
  readonly isCorrected: boolean
  /** Whether the request revokes the very key that signs it. */
  readonly isOwnKey: boolean
}

/** The longest wait between attempts that no server asked for, milliseconds. */
const LONGEST_MS = 8_000

/**
 * Decides what an attempt means. An attempt that was surely not processed may be repeated by every
 * operation; one that may have been only where the contract says that a repeat is harmless.
 */
export function classify(
  call: Pick<Call, 'operationId' | 'operation' | 'idempotencyKey'>,
  exchange: Exchange,
  history: History,
  nowMs: number,
): Verdict {
  const wait = (firstMs: number, askedMs?: number): Wait => {
    return { ms: Math.max(askedMs ?? 0, backoffMs(history.retries, firstMs, LONGEST_MS)), askedMs }
  }
  const failure = (maybeProcessed: boolean, retry?: Wait): Verdict => {
    return { kind: 'failure', maybeProcessed, retry: maybeProcessed && remedyOf(call) ? undefined : retry }
  }
  if (exchange.status === undefined) {
    return failure(exchange.sent === 'maybe', exchange.mayPass ? wait(500) : undefined)
  }
  if (isSuccess(call.operation, exchange)) return { kind: 'success', maybeProcessed: true }
  const { status, ok, headers, json } = exchange
  const hint = readRetryAfter(headers, nowMs)
  // The server answered, but not in a way that tells what it did.
  if (ok || status >= 500 || status === 408) return failure(true, wait(500, hint))
  if (status < 400) return failure(true)
  const { code } = readErrorBody(json)
  const rule = ownOf(RETRY_ERRORS, code)
  // A 401 speaks of the signing key, so it tells of a revocation only when that was the key to revoke.
  const isTold = ownOf(SETTLED_BY, call.operationId)?.includes(code) && (status !== 401 || history.isOwnKey)
  if (history.maybeProcessed && isTold) return { kind: 'settled', maybeProcessed: false }
  if (rule === 'clock') {
    const offsetMs = history.isCorrected ? undefined : correctOffset(exchange)
    return failure(false, offsetMs === undefined ? undefined : { ms: 0, offsetMs })
  }
  if (status === 429 || rule === 'after') {
    const askedMs = Math.max(hint ?? 0, 1_000)
    return failure(false, { ms: spreadMs(askedMs), askedMs })
  }
  return failure(false, rule && wait(1_000, hint))
}
