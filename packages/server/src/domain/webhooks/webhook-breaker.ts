import type { Instant } from '../shared/types.js'
import type { AttemptOutcome } from './webhook.js'

/** Attempts in flight to one target at most. */
export const SLOTS_PER_TARGET = 4

const FAILURES_TO_OPEN = 10
const DELIVERIES_TO_OPEN = 3
const FIRST_PROBE_MS = 30_000
const MAX_PROBE_MS = 300_000
/** Nothing is held back for longer than this past its due time. */
const MAX_DELAY_MS = 300_000
const OVERDUE_SLOTS = 2
/** Fewer than so many cost little wherever they go: they keep the times of the schedule. */
export const BACKLOG_TO_DELAY = 3

/**
 * What the last attempts say about a target. A breaker delays attempts to a receiver that is plainly gone, so that its
 * backlog costs little; it never uses one up.
 */
export interface Breaker {
  /** Attempts in a row that got no answer. */
  readonly failures: number
  /** Some of the deliveries they were for, enough to know whether it was more than one or two. */
  readonly deliveries: readonly string[]
  /** Pause before the next probe, milliseconds; 0 while closed. */
  readonly pauseMs: number
  readonly failedAt: Instant
  /** How many attempts may be in flight while closed. */
  readonly slots: number
}

/** Nothing is known against the target. */
export const CLOSED_BREAKER: Breaker = {
  failures: 0,
  deliveries: [],
  pauseMs: 0,
  failedAt: 0,
  slots: SLOTS_PER_TARGET,
}

export const isOpen = ({ pauseMs }: Breaker): boolean => pauseMs > 0

/** How many attempts may start now, and only of deliveries that were due by then. */
export interface Admission {
  readonly slots: number
  readonly dueAt: Instant
}

/**
 * What a target may be sent.
 *
 * @param inFlight attempts to it under way
 * @param isBacklog whether {@link BACKLOG_TO_DELAY} deliveries or more wait for it
 */
export function admit(breaker: Breaker, now: Instant, inFlight: number, isBacklog = true): Admission {
  if (!isOpen(breaker)) return { slots: breaker.slots - inFlight, dueAt: now }
  if (!isBacklog) return { slots: OVERDUE_SLOTS - inFlight, dueAt: now }
  const restedMs = now - breaker.failedAt
  // Below zero the clock was set back.
  const isProbeDue = inFlight === 0 && (restedMs >= breaker.pauseMs || restedMs < 0)
  if (isProbeDue) return { slots: 1, dueAt: now }
  return { slots: OVERDUE_SLOTS - inFlight, dueAt: now - MAX_DELAY_MS }
}

/** The breaker after an attempt. An answer of any status closes it. */
export function afterAttempt(
  breaker: Breaker,
  attempt: { deliveryId: string; outcome: AttemptOutcome; startedAt: Instant; endedAt: Instant },
): Breaker {
  const { outcome } = attempt
  const isAnswer = outcome.delivered || outcome.error.startsWith('HTTP ')
  return isAnswer ? afterAnswer(breaker) : afterFailure(breaker, attempt)
}

function afterAnswer(breaker: Breaker): Breaker {
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
  // What was under way when the last one failed is no probe.
  const isProbe = startedAt > breaker.failedAt
  return isProbe ? { ...next, pauseMs: Math.min(breaker.pauseMs * 2, MAX_PROBE_MS) } : next
}
