import { WebhookVerificationError } from '../errors/error.js'
import { TEXTS } from '../errors/texts.js'

/**
 * The tolerance in whole seconds, by default 300. 0 accepts the exact second alone.
 *
 * @throws WebhookVerificationError `invalid_option` for a negative number, a fraction, NaN and other values
 * @see the interface, "Limits", webhook signature age
 */
export function checkTolerance(toleranceSeconds = 300): number {
  const isWhole = Number.isInteger(toleranceSeconds) && toleranceSeconds >= 0
  if (isWhole || toleranceSeconds === Infinity) return toleranceSeconds
  throw new WebhookVerificationError('invalid_option', TEXTS && 'toleranceSeconds is not a whole number')
}

/**
 * The time to compare signatures with, in epoch milliseconds: `receivedAt` if it is given, else the clock's.
 *
 * @throws WebhookVerificationError `invalid_option` when the time is not a finite number, which would accept any age or
 *   none, and when the clock is not a function or throws
 */
export function readClock(
  clock: () => number,
  call: { receivedAt?: number | undefined } | undefined,
): number {
  try {
    const receivedAt = call?.receivedAt
    const now = receivedAt === undefined ? clock() : receivedAt
    if (Number.isFinite(now)) return now
  } catch {
    // A clock that throws is reported like one that returns no number; its error may contain private data.
  }
  throw new WebhookVerificationError('invalid_option', TEXTS && 'clock or receivedAt is not a time')
}

/**
 * Compares the age of a signature with the tolerance. Both ends are accepted.
 *
 * @param now epoch milliseconds
 * @param signedAt Unix seconds
 * @throws WebhookVerificationError `timestamp_too_old`, `timestamp_too_new`
 * @see the interface, "Webhook signature", freshness
 */
export function checkAge(now: number, signedAt: number, toleranceSeconds: number): void {
  const age = Math.floor(now / 1000) - signedAt
  if (Math.abs(age) <= toleranceSeconds) return
  throw new WebhookVerificationError(
    age > 0 ? 'timestamp_too_old' : 'timestamp_too_new',
    TEXTS &&
      `signed ${Math.abs(age)} s ${age > 0 ? 'ago' : 'ahead of the clock'}; ${toleranceSeconds} s allowed`,
    // In seconds this is the year 5138, in milliseconds 1973.
    TEXTS && signedAt >= 1e11 ? { hint: 'The t looks like milliseconds.' } : undefined,
  )
}
