import type { Instant } from '../shared/types.js'
import type { AttemptedDelivery, AttemptOutcome, Delivery } from './webhook.js'

export const MAX_ATTEMPTS = 6

/** Decides the state of a delivery after an attempt: delivered, due again by the schedule, or failed. */
export function decideAttempt(
  { id, attempts: before }: Pick<Delivery, 'id' | 'attempts'>,
  outcome: AttemptOutcome,
  endedAt: Instant,
  retryDelaysMs: readonly number[],
): AttemptedDelivery {
  const attempts = before + 1
  const ended = { id, attempts, endedAt }
  if (outcome.delivered)
    return {
      status: 'DELIVERED',
      nextAttemptAt: null,
      lastError: null,
      lastErrorDetail: null,
      deliveredAt: endedAt,
      ...ended,
    }
  const { error: lastError, detail: lastErrorDetail = null } = outcome
  const failed = { lastError, lastErrorDetail, deliveredAt: null, ...ended }
  const delay = attempts < MAX_ATTEMPTS ? retryDelaysMs[attempts] : undefined
  return delay === undefined
    ? { status: 'FAILED', nextAttemptAt: null, ...failed }
    : { status: 'PENDING', nextAttemptAt: endedAt + delay, ...failed }
}
