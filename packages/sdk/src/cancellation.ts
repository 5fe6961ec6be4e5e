import type { Call } from './call.js'
import { AbortError, type Attempt, type MerchantPayError } from './errors.js'
import { OPERATIONS } from './generated/operations.gen.js'
import { memberOf } from './member.js'
import type { Settings } from './options.js'
import type { Settlement } from './settlement.js'

/**
 * Finds out whether a refused cancellation had been done by an earlier attempt, in what is left of the call's time.
 *
 * @param startedAt when the call began, milliseconds of the monotonic clock
 * @param settle makes another call, to the end of it
 * @returns undefined if not, or when that cannot be found out
 */
export async function settleCancellation(
  settings: Settings,
  call: Call,
  startedAt: number,
  refusal: MerchantPayError,
  attempts: readonly Attempt[],
  settle: (settings: Settings, call: Call) => Promise<Settlement>,
): Promise<Settlement | undefined> {
  const { code, outcome } = refusal
  if (code !== 'withdrawal_not_cancelable' || outcome !== 'unknown') return undefined
  const found = await settle(settings, {
    ...call,
    operationId: 'getWithdrawal',
    operation: OPERATIONS.getWithdrawal,
    target: call.target.replace(/\/cancel$/, ''),
    lane: 'read',
    requestId: (number) => call.requestId(attempts.length + number),
    deadlineMs: startedAt + call.deadlineMs - settings.clock.monotonic(),
  })
  if (found.kind !== 'failure') {
    const isDone = memberOf(found.data, 'status') === 'CANCELED'
    return isDone ? { ...found, kind: 'settled', attempts: [...attempts, ...found.attempts] } : undefined
  }
  if (!(found.error instanceof AbortError)) return undefined
  // What is not known is the outcome of the cancellation, not of this question.
  return { ...found, error: Object.assign(found.error, { outcome }) }
}
