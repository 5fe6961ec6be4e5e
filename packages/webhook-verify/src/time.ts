import { WebhookVerificationError } from './error.js'

const DEFAULT_TOLERANCE_SECONDS = 300
const MILLISECONDS_HINT = 't looks like milliseconds; it must be seconds.'

/**
 * The tolerance in whole seconds, 300 unless told otherwise. 0 is the exact second and never the default.
 *
 * @throws invalid_option for a negative number, a fraction, NaN and anything but a number
 * @see the interface, «Limits», webhook signature age
 */
export function checkTolerance(toleranceSeconds: unknown = DEFAULT_TOLERANCE_SECONDS): number {
  if (toleranceSeconds === Infinity) return Infinity
  if (typeof toleranceSeconds === 'number' && Number.isInteger(toleranceSeconds) && toleranceSeconds >= 0) {
    return toleranceSeconds
  }
  throw invalidOption('toleranceSeconds is no whole number ≥ 0')
}

/**
 * The clock to read, `Date.now` unless told otherwise.
 *
 * @throws invalid_option for anything but a function
 */
export function checkClock(clock: unknown = Date.now): () => unknown {
  if (typeof clock === 'function') return () => clock()
  throw invalidOption('clock is no function')
}

/**
 * Epoch milliseconds of the time to judge by: of receipt, if that is given, else of the clock.
 *
 * @throws invalid_option when that is no finite number: judging by it would accept any age, or none
 */
export function readClock(clock: () => unknown, receivedAt: unknown): number {
  const now = receivedAt === undefined ? callClock(clock) : receivedAt
  if (typeof now === 'number' && Number.isFinite(now)) return now
  throw invalidOption('clock or receivedAt gives no epoch milliseconds')
}

/**
 * Compares the age of a signature, in seconds and negative when it lies ahead, with the tolerance; both ends pass.
 *
 * @throws timestamp_too_old, timestamp_too_new
 * @see the interface, «Webhook signature», freshness
 */
export function checkAge(ageSeconds: number, toleranceSeconds: number, timestamp: string): void {
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_too_old',
      `signed ${ageSeconds} s ago; ${toleranceSeconds} s allowed`,
    )
  }
  if (-ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_too_new',
      `signed ${-ageSeconds} s ahead of the clock; ${toleranceSeconds} s allowed`,
      timestamp.length === 13 ? { hint: MILLISECONDS_HINT } : {},
    )
  }
}

function callClock(clock: () => unknown): unknown {
  try {
    return clock()
  } catch (cause) {
    throw new WebhookVerificationError('invalid_option', 'the clock threw', { cause })
  }
}

function invalidOption(message: string): WebhookVerificationError {
  return new WebhookVerificationError('invalid_option', message)
}
