import { WebhookVerificationError } from '../errors/error.js'
import { TEXTS } from '../errors/texts.js'

/**
 * The tolerance in whole seconds, 300 unless told otherwise. 0 is the exact second and never the default.
 *
 * @throws invalid_option for a negative number, a fraction, NaN and anything but a number
 * @see the interface, «Limits», webhook signature age
 */
export function checkTolerance(toleranceSeconds = 300): number {
  const isWhole = Number.isInteger(toleranceSeconds) && toleranceSeconds >= 0
  if (isWhole || toleranceSeconds === Infinity) return toleranceSeconds
  throw new WebhookVerificationError('invalid_option', TEXTS && 'toleranceSeconds is no whole number')
}

/**
 * Epoch milliseconds of the time to judge by: of receipt, if that is given, else of the clock.
 *
 * @throws invalid_option when that is no finite number, since judging by it would accept any age or none, and when
 *   the clock is no function or throws
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
    // Told like a clock without an answer; what it threw is not ours to show.
  }
  throw new WebhookVerificationError('invalid_option', TEXTS && 'clock or receivedAt is no time')
}

/**
 * Compares the age of a signature of `signedAt`, Unix seconds, with the tolerance; both ends pass.
 *
 * @throws timestamp_too_old, timestamp_too_new
 * @see the interface, «Webhook signature», freshness
 */
export function checkAge(now: number, signedAt: number, toleranceSeconds: number): void {
  const age = Math.floor(now / 1000) - signedAt
  if (Math.abs(age) <= toleranceSeconds) return
  throw new WebhookVerificationError(
    age > 0 ? 'timestamp_too_old' : 'timestamp_too_new',
    TEXTS &&
      `signed ${Math.abs(age)} s ${age > 0 ? 'ago' : 'ahead of the clock'}; ${toleranceSeconds} s allowed`,
    // As many seconds end in the year 5138; as many milliseconds ended in 1973.
    TEXTS && signedAt >= 1e11 ? { hint: 'The t looks like milliseconds.' } : undefined,
  )
}
