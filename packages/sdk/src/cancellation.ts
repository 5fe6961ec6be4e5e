import type { CallPromise, CallResult } from './call-promise.js'
import { AbortError, MerchantPayError } from './errors.js'
import type { Withdrawal } from './generated/contract.gen.js'
import type { Settings } from './options.js'
import type { RequestOptions } from './request-options.js'

/**
 * Finds out whether a refused cancellation had been done by an earlier attempt, in what is left of the call's time.
 *
 * @param options those of the cancellation
 * @param startedAt when it began, milliseconds of the monotonic clock
 * @param get retrieves the withdrawal
 * @throws the refusal if not
 */
export async function settleCancellation(
  settings: Settings,
  options: RequestOptions | undefined,
  startedAt: number,
  refusal: unknown,
  get: (options: RequestOptions) => CallPromise<Withdrawal>,
): Promise<CallResult<Withdrawal>> {
  const isRefusal = refusal instanceof MerchantPayError && refusal.code === 'withdrawal_not_cancelable'
  if (!isRefusal || refusal.outcome !== 'unknown') throw refusal
  const endAt = startedAt + (options?.deadlineMs ?? settings.limits.deadlineMs)
  const rest = { ...options, deadlineMs: endAt - settings.clock.monotonic() }
  const found = await get(rest)
    .withResponse()
    .catch((error) => {
      // What is not known is the outcome of the cancellation, not of this question.
      if (error instanceof AbortError) throw Object.assign(error, { outcome: refusal.outcome })
    })
  if (found?.data.status !== 'CANCELED') throw refusal
  return { ...found, attempts: [...refusal.attempts, ...found.attempts], settledByEarlierAttempt: true }
}
