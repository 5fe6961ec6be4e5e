import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { AttemptedDelivery } from '../../domain/webhooks/webhook.js'
import type { WebhookAttempt } from '../../domain/webhooks/webhook-attempt.js'
import type { Place } from './concurrency-limits.js'
import type { LeasedDelivery } from './webhook-attempt.js'
import type { Chosen } from './webhook-claims.js'

/** A claimed delivery, whose attempt is next. */
export interface Leased extends LeasedDelivery {
  readonly place: Place
  readonly breaker: string
  /** Scheme, host and port of its URL. */
  readonly origin: string
  /** Whether an attempt has failed since its last 2xx answer. */
  readonly isFailing: boolean
}

/** A finished attempt, which is recorded next. */
export interface Ended extends Pick<Leased, 'place' | 'origin' | 'hasAnswered' | 'isFailing'> {
  readonly attempt: WebhookAttempt
  /** The delivery after the attempt. */
  readonly after: AttemptedDelivery
}

/**
 * Writes which targets have deliveries due again, have answered for the first time or fail, and leases the chosen ones: in
 * ascending order, as every transaction that locks several targets does.
 */
export async function writeTargets(
  tx: Tx,
  waiting: readonly Ended[],
  chosen: readonly Chosen[],
  now: Instant,
): Promise<void> {
  const dueAgain = new Map<string, Instant>()
  const answered = new Map<string, string>()
  const failing = failingOf(waiting)
  for (const { place, after, origin, hasAnswered } of waiting) {
    if (after.status === 'DELIVERED' && !hasAnswered) answered.set(place.target, origin)
    const earliest = Math.min(after.nextAttemptAt ?? Infinity, dueAgain.get(place.target) ?? Infinity)
    if (earliest < Infinity) dueAgain.set(place.target, earliest)
  }
  const toLease = new Set(chosen.map(({ target }) => target.target))
  for (const target of [
    ...new Set([...dueAgain.keys(), ...answered.keys(), ...failing.keys(), ...toLease]),
  ].sort()) {
    const origin = answered.get(target)
    if (origin !== undefined) await tx.webhookTargets.noteAnswer(target, origin)
    const since = failing.get(target)
    if (since !== undefined) await tx.webhookTargets.noteFailing(target, since)
    if (toLease.has(target)) await tx.webhookTargets.lease(target, now)
    const at = dueAgain.get(target)
    if (at !== undefined) await tx.webhookTargets.lowerDueTime(target, at)
  }
}

/** Returns the targets that began to fail, with the time, or answered again, with null. */
function failingOf(waiting: readonly Ended[]): Map<string, Instant | null> {
  const changed = new Map<string, Instant | null>()
  for (const { place, after, isFailing } of waiting) {
    const before = changed.get(place.target)
    if (after.status !== 'DELIVERED') {
      if (before === null || !isFailing) changed.set(place.target, before ?? after.endedAt)
    } else if (isFailing || before !== undefined) changed.set(place.target, null)
  }
  return changed
}
