import type { Instant } from '../shared/types.js'
import type { AttemptOutcome } from './webhook.js'

/** Maximum attempts in flight to one target. */
export const SLOTS_PER_TARGET = 4

const FAILURES_TO_OPEN = 10
const DELIVERIES_TO_OPEN = 3
const FIRST_PROBE_MS = 30_000
const MAX_PROBE_MS = 300_000
/** Maximum delay of an attempt past its due time. */
const MAX_DELAY_MS = 300_000
const OVERDUE_SLOTS = 2
/** Smaller backlogs are not delayed, because their attempts cost little. */
export const BACKLOG_TO_DELAY = 3

/**
 * Circuit breaker of a target. It delays attempts to an unreachable receiver, so that its backlog costs little. Delaying
 * never uses up an attempt.
 */
export interface Breaker {
  /** Consecutive attempts without a response. */
  readonly failures: number
  /** Ids of up to {@link DELIVERIES_TO_OPEN} different deliveries of these attempts. */
  readonly deliveries: readonly string[]
  /** Pause before the next probe, milliseconds; 0 while closed. */
  readonly pauseMs: number
  readonly failedAt: Instant
  /** Maximum attempts in flight while closed. */
  readonly slots: number
}

/** The breaker of a target without failures. */
export const CLOSED_BREAKER: Breaker = {
  failures: 0,
  deliveries: [],
  pauseMs: 0,
  failedAt: 0,
  slots: SLOTS_PER_TARGET,
}

/** Whether attempts are delayed. */
export const isOpen = ({ pauseMs }: Breaker): boolean => pauseMs > 0

/** The number of attempts that may start now, of deliveries that were due by `dueAt`. */
export interface Admission {
  readonly slots: number
  readonly dueAt: Instant
}

/**
 * Decides how many attempts may start for a target.
 *
 * @param inFlight attempts to it under way
 * @param isBacklog whether {@link BACKLOG_TO_DELAY} deliveries or more wait for it
 */
export function admit(breaker: Breaker, now: Instant, inFlight: number, isBacklog = true): Admission {
  if (!isOpen(breaker)) return { slots: breaker.slots - inFlight, dueAt: now }
  if (!isBacklog) return { slots: OVERDUE_SLOTS - inFlight, dueAt: now }
  const restedMs = now - breaker.failedAt
  // Negative if the clock was set back.
  const isProbeDue = inFlight === 0 && (restedMs >= breaker.pauseMs || restedMs < 0)
  if (isProbeDue) return { slots: 1, dueAt: now }
  return { slots: OVERDUE_SLOTS - inFlight, dueAt: now - MAX_DELAY_MS }
}

/** Returns the breaker after an attempt. An answer with any status closes it. */
export function afterAttempt(
  breaker: Breaker,
  attempt: { deliveryId: string; outcome: AttemptOutcome; startedAt: Instant; endedAt: Instant },
): Breaker {
  const { outcome } = attempt
  const hasResponse = outcome.delivered || /^(?:HTTP|SMTP) /.test(outcome.error)
  return hasResponse ? afterResponse(breaker) : afterFailure(breaker, attempt)
}

function afterResponse(breaker: Breaker): Breaker {
  const slots = isOpen(breaker) ? 1 : Math.min(breaker.slots * 2, SLOTS_PER_TARGET)
  return { ...CLOSED_BREAKER, slots }
}

function afterFailure(
  breaker: Breaker,
  { deliveryId, startedAt, endedAt }: { deliveryId: string; startedAt: Instant; endedAt: Instant },
): Breaker {
  const failures = breaker.failures + 1
  const isNew = !breaker.deliveries.includes(deliveryId) && breaker.deliveries.length < DELIVERIES_TO_OPEN
  const deliveries = isNew ? [...breaker.deliveries, deliveryId] : breaker.deliveries
  const next = { ...breaker, failures, deliveries, failedAt: endedAt }
  if (!isOpen(breaker)) {
    const opens = failures >= FAILURES_TO_OPEN && deliveries.length >= DELIVERIES_TO_OPEN
    return opens ? { ...next, pauseMs: FIRST_PROBE_MS } : next
  }
  // An attempt that started before the last failure is not a probe.
  const isProbe = startedAt > breaker.failedAt
  return isProbe ? { ...next, pauseMs: Math.min(breaker.pauseMs * 2, MAX_PROBE_MS) } : next
}
