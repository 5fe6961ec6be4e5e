import { guarded, WebhookVerificationError } from './error.js'

const DEFAULT_TOLERANCE_SECONDS = 300
const MILLISECONDS_HINT = 't looks like milliseconds; it must be seconds.'

/**
 * The tolerance in whole seconds, 300 unless told otherwise. 0 is the exact second and never the default.
 *
 * @throws invalid_option for a negative number, a fraction, NaN and anything but a number
 * @see the interface, «Limits», webhook signature age
 */
export function checkTolerance(toleranceSeconds: number = DEFAULT_TOLERANCE_SECONDS): number {
  const isWhole = Number.isInteger(toleranceSeconds) && toleranceSeconds >= 0
  if (isWhole || toleranceSeconds === Infinity) return toleranceSeconds
  throw new WebhookVerificationError('invalid_option', 'toleranceSeconds is no whole number ≥ 0')
}

/**
 * Epoch milliseconds of the time to judge by: of receipt, if that is given, else of the clock.
 *
 * @throws invalid_option when that is no finite number, since judging by it would accept any age or none, and when
 *   the clock is no function or throws
 */
export function readClock(clock: () => number, receivedAt: number | undefined): number {
  const now =
    receivedAt === undefined ? guarded('invalid_option', 'the clock fails', () => clock()) : receivedAt
  if (Number.isFinite(now)) return now
  throw new WebhookVerificationError('invalid_option', 'clock or receivedAt is no time in milliseconds')
}

/**
 * Compares the age of a signature, in seconds and negative when it lies ahead, with the tolerance; both ends pass.
 *
 * @throws timestamp_too_old, timestamp_too_new
 * @see the interface, «Webhook signature», freshness
 */
export function checkAge(ageSeconds: number, toleranceSeconds: number, timestamp: string): void {
  const seconds = Math.abs(ageSeconds)
  if (seconds <= toleranceSeconds) return
  const isOld = seconds === ageSeconds
  throw new WebhookVerificationError(
    isOld ? 'timestamp_too_old' : 'timestamp_too_new',
    `signed ${seconds} s ${isOld ? 'ago' : 'ahead of the clock'}; ${toleranceSeconds} s allowed`,
    timestamp.length === 13 ? { hint: MILLISECONDS_HINT } : {},
  )
}
