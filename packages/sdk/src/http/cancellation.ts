import type { Attempt, MerchantPayError } from '../errors/base-error.js'
import { AbortError } from '../errors/errors.js'
import { OPERATIONS } from '../generated/operations.gen.js'
import type { Settings } from '../options.js'
import { memberOf } from '../util/lookup.js'
import type { Call } from './call.js'
import type { CallOutcome } from './call-outcome.js'

/**
 * Retrieves a withdrawal whose cancellation was refused on a retry: an earlier attempt may have cancelled it. The
 * request takes no longer than what is left of the call's time.
 *
 * @param startedAt when the call began, milliseconds of the monotonic clock
 * @param execute sends another call to its end; passed in, since it is the caller of this function
 * @returns undefined unless the withdrawal is known to be cancelled, or the caller aborted
 */
export async function confirmCancellation(
  settings: Settings,
  call: Call,
  startedAt: number,
  refusal: MerchantPayError,
  attempts: readonly Attempt[],
  execute: (settings: Settings, call: Call) => Promise<CallOutcome>,
): Promise<CallOutcome | undefined> {
  const { code, outcome } = refusal
  if (code !== 'withdrawal_not_cancelable' || outcome !== 'unknown') return undefined
  const found = await execute(settings, {
    ...call,
    operationId: 'getWithdrawal',
    operation: OPERATIONS.getWithdrawal,
    target: call.target.replace(/\/cancel$/, ''),
    priority: 'read',
    requestId: (number) => call.requestId(attempts.length + number),
    deadlineMs: startedAt + call.deadlineMs - settings.clock.monotonic(),
  })
  if (found.kind !== 'failure') {
    const isCanceled = memberOf(found.data, 'status') === 'CANCELED'
    return isCanceled
      ? { ...found, kind: 'confirmed', attempts: [...attempts, ...found.attempts] }
      : undefined
  }
  if (!(found.error instanceof AbortError)) return undefined
  // The outcome that stays unknown is that of the cancellation, not of the retrieval.
  return { ...found, error: Object.assign(found.error, { outcome }) }
}
