import type { CallPromise, CallResult } from './call-promise.js'
import { AbortError, MerchantPayError } from './errors.js'
import type { Withdrawal } from './generated/contract.gen.js'

/**
 * Finds out whether a refused cancellation had been done by an earlier attempt.
 *
 * @param ask retrieves the withdrawal in what is left of the call's time
 * @throws the refusal if not
 */
export async function settleCancellation(
  refusal: unknown,
  ask: () => CallPromise<Withdrawal>,
): Promise<CallResult<Withdrawal>> {
  const isRefusal = refusal instanceof MerchantPayError && refusal.code === 'withdrawal_not_cancelable'
  if (!isRefusal || refusal.outcome !== 'unknown') throw refusal
  const found = await ask()
    .withResponse()
    .catch((error) => {
      // What is not known is the outcome of the cancellation, not of this question.
      if (error instanceof AbortError) throw Object.assign(error, { outcome: refusal.outcome })
    })
  if (found?.data.status !== 'CANCELED') throw refusal
  return { ...found, attempts: [...refusal.attempts, ...found.attempts], settledByEarlierAttempt: true }
}
