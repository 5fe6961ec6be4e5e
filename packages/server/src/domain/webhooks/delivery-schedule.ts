import { isLastError } from '@merchantpay/core/delivery-attempts'
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
  const { error: lastError, detail: lastErrorDetail = null, isFinal = false } = outcome
  const failed = { lastError, lastErrorDetail, deliveredAt: null, ...ended }
  const isLast = isFinal || attempts >= MAX_ATTEMPTS || isLastError(lastError)
  const delay = isLast ? undefined : retryDelaysMs[attempts]
  return delay === undefined
    ? { status: 'FAILED', nextAttemptAt: null, ...failed }
    : { status: 'PENDING', nextAttemptAt: endedAt + delay, ...failed }
}

/** An attempt that is not made yet. */
export interface PlannedAttempt {
  readonly number: number
  /** The earliest time: a delay counts from the end of the attempt before. */
  readonly at: Instant
}

/** Lists the attempts of a delivery that are left, if each one before fails. One that waits for a secret has no times yet. */
export function plannedAttempts(
  { attempts, nextAttemptAt, isHeld }: Pick<Delivery, 'attempts' | 'nextAttemptAt' | 'isHeld'>,
  retryDelaysMs: readonly number[],
): PlannedAttempt[] {
  if (nextAttemptAt === null || isHeld) return []
  const planned = [{ number: attempts + 1, at: nextAttemptAt }]
  for (let number = attempts + 2; number <= MAX_ATTEMPTS; number++) {
    const { at } = planned.at(-1) ?? { at: nextAttemptAt }
    planned.push({ number, at: at + (retryDelaysMs[number - 1] ?? 0) })
  }
  return planned
}
