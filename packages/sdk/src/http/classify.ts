import { readErrorBody } from '../errors/error-body.js'
import { CONFIRMED_BY, RETRY_ERRORS } from '../generated/failures.gen.js'
import { ownOf } from '../util/lookup.js'
import { type AttemptOutcome, isSuccess } from './attempt-outcome.js'
import { backoffMs, spreadMs } from './backoff.js'
import { type Repeatable, remedyOf } from './operation.js'
import { readRetryAfter } from './retry-after.js'
import { correctOffset } from './server-clock.js'

/** How long to wait before another attempt. */
export interface Wait {
  readonly ms: number
  /** The part of it that the server asked for, milliseconds. */
  readonly askedMs?: number | undefined
  /** How far the server's clock is ahead, milliseconds, where the clock in use has to be corrected. */
  readonly offsetMs?: number | undefined
}

/** The meaning of an attempt for its call. */
export interface Verdict {
  /** `confirmed`: the refusal of a retry shows that an earlier attempt succeeded. */
  readonly kind: 'success' | 'confirmed' | 'failure'
  /** Whether the server may have processed this attempt without saying so. */
  readonly maybeProcessed: boolean
  /** The wait before another attempt, where one makes sense. */
  readonly retry?: Wait | undefined
}

/** The call before an attempt. */
export interface History {
  /** Retries before this attempt. */
  readonly retries: number
  /** Whether the server may have processed an earlier attempt. */
  readonly maybeProcessed: boolean
  /** Whether the clock was corrected already; it is corrected once. */
  readonly isCorrected: boolean
  /** Whether the request revokes the key that signs it. */
  readonly isOwnKey: boolean
}

/** The longest wait between attempts that no server asked for, milliseconds. */
const LONGEST_MS = 8_000

/**
 * Decides what an attempt means. An attempt that the server certainly did not process may be repeated for every
 * operation; one that it may have processed, only where the contract says that a repeat is harmless.
 */
export function classify(
  call: Repeatable,
  outcome: AttemptOutcome,
  history: History,
  nowMs: number,
): Verdict {
  const wait = (firstMs: number, askedMs?: number): Wait => {
    return { ms: Math.max(askedMs ?? 0, backoffMs(history.retries, firstMs, LONGEST_MS)), askedMs }
  }
  const failure = (maybeProcessed: boolean, retry?: Wait): Verdict => {
    return { kind: 'failure', maybeProcessed, retry: maybeProcessed && remedyOf(call) ? undefined : retry }
  }
  if (outcome.status === undefined) {
    return failure(outcome.sent === 'maybe', outcome.mayPass ? wait(500) : undefined)
  }
  if (isSuccess(call.operation, outcome)) return { kind: 'success', maybeProcessed: true }
  const { status, ok, headers, json } = outcome
  const hint = readRetryAfter(headers, nowMs)
  // The server answered, but the answer does not tell whether it acted.
  if (ok || status >= 500 || status === 408) return failure(true, wait(500, hint))
  if (status < 400) return failure(true)
  const { code } = readErrorBody(json)
  const rule = ownOf(RETRY_ERRORS, code)
  // A 401 is about the signing key, so it confirms a revocation only when that key was to be revoked.
  const confirms =
    ownOf(CONFIRMED_BY, call.operationId)?.includes(code) && (status !== 401 || history.isOwnKey)
  if (history.maybeProcessed && confirms) return { kind: 'confirmed', maybeProcessed: false }
  if (rule === 'clock') {
    const offsetMs = history.isCorrected ? undefined : correctOffset(outcome)
    return failure(false, offsetMs === undefined ? undefined : { ms: 0, offsetMs })
  }
  if (status === 429 || rule === 'after') {
    const askedMs = Math.max(hint ?? 0, 1_000)
    return failure(false, { ms: spreadMs(askedMs), askedMs })
  }
  return failure(false, rule && wait(1_000, hint))
}
