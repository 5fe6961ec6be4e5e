import { causeOf, excerptOf } from '@merchantpay/core/delivery-attempts'
import type { Instant } from '../shared/types.js'
import type { Delivery } from './webhook.js'
import type { AttemptTimings, RecordedAttempt } from './webhook-attempt.js'

/** Errors without a response. Their difference would reveal open ports and host names of a private network. */
const UNREACHABLE: ReadonlySet<string> = new Set([
  'dns_error',
  'blocked_target',
  'connection_refused',
  'connection_reset',
  'network_unreachable',
  'timeout',
])

/**
 * Returns the error of a delivery as its merchant sees it. Errors without a response are `unreachable` until the target has
 * answered with 2xx once. `blocked_target` is always shown as `dns_error`.
 *
 * @see openapi/DECISIONS.md "Webhooks", "Errors of deliveries"
 */
export function errorForMerchant({
  lastError,
  isErrorHidden,
}: Pick<Delivery, 'lastError' | 'isErrorHidden'>): string | null {
  if (lastError === null || !UNREACHABLE.has(lastError)) return lastError
  if (isErrorHidden) return 'unreachable'
  return lastError === 'blocked_target' ? 'dns_error' : lastError
}

/** An attempt as its merchant sees it. */
export interface MerchantAttempt {
  readonly number: number
  readonly endedAt: Instant
  /** Until the head of the response or the failure, milliseconds. */
  readonly durationMs: number | null
  readonly status: number | null
  readonly body: string | null
  readonly error: string | null
  readonly detail: string | null
}

/**
 * Returns an attempt as its merchant sees it. A failure before the first 2xx of its target has no duration and no body. The
 * start is not shown: beside the end it would be the duration.
 *
 * @see openapi/DECISIONS.md "Webhooks", "Attempts of a delivery"
 */
export function attemptForMerchant(attempt: RecordedAttempt): MerchantAttempt {
  const { number, startedAt, status, outcome, outcomeDetail, isErrorHidden, sample, timings } = attempt
  const durationMs = timings.firstByte ?? timings.whole
  const base = { number, endedAt: startedAt + durationMs, status }
  const error = errorForMerchant({ lastError: outcome, isErrorHidden })
  if (error === null) return { ...base, durationMs, body: null, error, detail: null }
  return {
    ...base,
    durationMs: isErrorHidden ? null : durationMs,
    body: isErrorHidden || sample === null ? null : excerptOf(sample),
    error,
    detail: outcomeDetail ?? phaseOf(error, timings) ?? causeOf(error) ?? null,
  }
}

/** Says which phase of a new connection a time-out interrupted. A reused connection has no phases. */
function phaseOf(error: string, { dns, connect, tls }: AttemptTimings): string | undefined {
  if (error !== 'timeout' || tls !== null) return undefined
  if (connect !== null) return 'no TLS handshake in time'
  return dns === null ? undefined : 'no connection in time'
}
