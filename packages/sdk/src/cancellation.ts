import type { CallPromise, CallResult } from './call-promise.js'
import { AbortError, type MerchantPayError } from './errors.js'
import type { Withdrawal } from './generated/contract.gen.js'

/** Finds out whether a refused cancellation had been done by an earlier attempt. @throws the refusal if not */
export async function settleCancellation(
  refusal: MerchantPayError,
  call: CallPromise<Withdrawal>,
): Promise<CallResult<Withdrawal>> {
  const found = await call.withResponse().catch((error) => {
    // What is not known is the outcome of the cancellation, not of this question.
    if (error instanceof AbortError) throw Object.assign(error, { outcome: refusal.outcome })
  })
  if (found?.data.status !== 'CANCELED') throw refusal
  return { ...found, attempts: [...refusal.attempts, ...found.attempts], settledByEarlierAttempt: true }
}
