import type { Context } from '../../domain/context.js'
import { rememberKeys } from '../../domain/secrets/secret-cache.js'
import { LATE_DELIVERIES_WATCHED_MS } from '../../domain/shared/policy.js'
import type { Instant } from '../../domain/shared/types.js'
import { parseUrlCached } from '../../domain/shared/url-cache.js'
import { OutcomeUnknown, type Store, Unavailable } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DueTarget, LeaseWindow } from '../../domain/store/webhook-tables.js'
import type { AttemptedDelivery, WebhookSecret } from '../../domain/webhooks/webhook.js'
import type { WebhookAttempt } from '../../domain/webhooks/webhook-attempt.js'
import { decideAttempt } from '../../domain/webhooks/webhook-deliveries.js'
import { endLateDeliveries } from '../../domain/webhooks/webhook-endpoints.js'
import { endOfMany } from '../../runtime/deadline.js'
import { InFlight } from '../in-flight.js'
import type { Worker } from '../worker.js'
import { BatchPacing, type Round } from './batch-pacing.js'
import { ConcurrencyLimits, type Place } from './concurrency-limits.js'
import { findDeliveryLag } from './delivery-lag.js'
import { type LeasedDelivery, makeAttempt } from './webhook-attempt.js'
import { Breakers } from './webhook-breakers.js'
import { breakerName, type Chosen, type Claimed, WebhookClaims } from './webhook-claims.js'
import { followClockBack } from './webhook-clock.js'
import type { SendWebhook } from './webhook-sender.js'

/** How often leases that lapsed are looked for, marks that want a second look, and deliveries that were stored too late. */
const LOOK_MS = 1_000
const MARKS_AT_ONCE = 100
/** How much older a mark is at its second look than any unit under way: a tick takes its time, and clocks differ. */
const SECOND_LOOK_MS = 15_000

export interface WebhookDispatcher extends Worker {
  /** Resolves when no attempt is in flight. */
  settled(): Promise<void>
  /** Waits `graceMs` for the attempts in flight, cuts off the rest, records what ended, and gives every claim back. */
  drain(graceMs: number): Promise<void>
  /** Targets that are left alone for now, because nothing answers there. */
  countOpenBreakers(): number
  /**
   * How late the delivery is that waits longest although it could go, milliseconds; 0 when none is late. What waits for a
   * slow, dead or inactive receiver is not late.
   *
   * @throws Unavailable
   */
  oldestDueMs(): Promise<number>
}

export interface DispatcherOptions {
  readonly owner: string
  readonly send: SendWebhook
  /** How long a claim holds: longer than any attempt takes. */
  readonly leaseMs: number
  /** Whether a request came in just now, which must not wait for a backlog. */
  readonly isServing?: (() => boolean) | undefined
  /** An attempt has ended and wants to be recorded. */
  readonly onSettled: () => void
  /** Told of every attempt that ended, also of those that never came to the wire. */
  readonly onAttempt?: ((attempt: WebhookAttempt) => void) | undefined
  readonly onError: (error: unknown) => void
}

interface Leased extends LeasedDelivery {
  readonly place: Place
  readonly breaker: string
  /** Scheme, host and port of its URL. */
  readonly origin: string
  /** Whether the target has answered 2xx there. */
  readonly hasAnswered: boolean
}
interface Ended extends Pick<Leased, 'place' | 'origin' | 'hasAnswered'> {
  readonly attempt: WebhookAttempt
  /** What it makes of its delivery. */
  readonly after: AttemptedDelivery
}
interface Worked {
  readonly leased: Leased[]
  /** How many targets were marked as due and had nothing: they are not any more, and others come up. */
  readonly emptied: number
  /** Whether each target with room took as much as it may: more may be due. */
  readonly isBacklog: boolean
}

/**
 * Sends what is due. A tick records the attempts that ended, claims deliveries into free slots, a few of each target, and
 * starts their attempts without waiting for any. What a crash cut off is sent again under its number once its claim is
 * over. While the database is unavailable, outcomes wait in memory in their slots, and nothing new is claimed.
 */
export function webhookDispatcher(
  store: Store,
  context: Context,
  { owner, send, leaseMs, isServing = () => false, onSettled, onAttempt, onError }: DispatcherOptions,
): WebhookDispatcher {
  const parts = { context, openKey: rememberKeys(context.vault), send, onError }
  const slots = ConcurrencyLimits.none()
  const breakers = new Breakers()
  const claims = new WebhookClaims({ context, breakers, owner, leaseMs })
  const pace = new BatchPacing(isServing)
  const inFlight = new InFlight()
  let ended: Ended[] = []
  let cutOff = endOfMany()
  let nextLookAt = 0

  return {
    name: 'webhook-dispatcher',
    everyMs: 250,
    async tick() {
      const most = await pace.next(ended.length)
      const waiting = [...ended]
      const { leased, emptied, isBacklog } = await recordAndLease(waiting, most)
      const round = pace.begin(leased.length, isBacklog)
      for (const one of leased) start(one, round)
      return waiting.length + leased.length + emptied
    },
    settled: () => inFlight.settled(),
    async drain(graceMs) {
      const timer = setTimeout(() => cutOff.abort(), graceMs)
      await inFlight.settled()
      clearTimeout(timer)
      cutOff = endOfMany()
      await recordEnded()
      await store.write((tx) => tx.webhookDeliveries.release(owner))
    },
    countOpenBreakers: () => breakers.countOpen(),
    async oldestDueMs() {
      const dueAt = context.clock.now()
      const canTakeMore = (target: DueTarget) => claims.canTakeMore(target, slots)
      const query = { dueAt, standing: standingAt(context.clock.real()), canTakeMore }
      const oldest = await store.read((tx) => findDeliveryLag(tx, query))
      return oldest === undefined ? 0 : dueAt - oldest
    },
  }

  /** One commit for all that a tick writes. @throws what kept it from leasing; what can be recorded is all the same */
  async function recordAndLease(waiting: readonly Ended[], most: number): Promise<Worked> {
    try {
      return await workOff(waiting, most)
    } catch (error) {
      if (waiting.length === 0) throw error
      await recordEnded()
      return workOff([], most)
    }
  }

  /** Each by itself, and once however often it is tried. @throws Unavailable and OutcomeUnknown, and then the rest waits on */
  async function recordEnded(): Promise<void> {
    const results = await Promise.allSettled(ended.map(recordAlone))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  async function recordAlone(one: Ended): Promise<void> {
    try {
      await store.write(async (tx) => {
        await markAndLease(tx, [one], [], context.clock.real())
        await record(tx, [one])
      })
    } catch (error) {
      if (error instanceof Unavailable || error instanceof OutcomeUnknown) throw error
      // A bug with one of them is not the others' affair. Its claim ends by itself.
      onError(error)
    }
    forget([one])
  }

  /** Attempts whose claim was lost meanwhile do not count. */
  async function record(tx: Tx, over: readonly Ended[]): Promise<void> {
    const recorded = await tx.webhookDeliveries.record(
      over.map(({ after, hasAnswered }) => ({ ...after, isErrorHidden: !hasAnswered })),
      owner,
    )
    const attempts = over.map(({ attempt }) => attempt)
    await tx.webhookAttempts.insert(attempts.filter(({ deliveryId }) => recorded.has(deliveryId)))
  }

  function forget(recorded: readonly Ended[]): void {
    const gone = new Set(recorded)
    ended = ended.filter((one) => !gone.has(one))
    for (const { place } of recorded) slots.free(place)
  }

  /** Records those, and claims what is due, so many at most, into the slots that are free then. */
  async function workOff(waiting: readonly Ended[], most: number): Promise<Worked> {
    await lookIfDue()
    const worked = await store.write(async (tx) => {
      // A unit of work may wait for its turn and run again: what it would free and take is counted in a copy.
      const now = context.clock.real()
      const standing = standingAt(now)
      const left = slots.copy()
      for (const { place } of waiting) left.free(place)
      const countStanding = async ({ target }: DueTarget) => {
        const recordedNow = slots.inFlight(target) - left.inFlight(target)
        return (await tx.webhookDeliveries.countLeases(target, standing)) - recordedNow
      }
      const chosen = await claims.choose(tx, { left, most, countStanding })
      await markAndLease(tx, waiting, chosen, now)
      await record(tx, waiting)
      const { claimed, ...rest } = await claims.claim(tx, standing, chosen, left)
      return { leased: await withSecrets(tx, claimed), ...rest }
    })
    forget(waiting)
    return worked
  }

  /** A lease that ends later than any of ours could was made by a clock that ran ahead. */
  function standingAt(now: number): LeaseWindow {
    return { now, until: now + 2 * leaseMs }
  }

  /** Each of its parts locks targets in ascending order, and so is a unit of its own; together they take one turn of a writer. */
  async function lookIfDue(): Promise<void> {
    const now = context.clock.real()
    if (now < nextLookAt && nextLookAt <= now + LOOK_MS) return
    const standing = standingAt(now)
    // Also a server that starts may find what a clock wrote that was set back since.
    if (nextLookAt === 0 || now < nextLookAt - LOOK_MS) await followClockBack(store, context)
    const since = nextLookAt === 0 ? 0 : context.clock.now() - LATE_DELIVERIES_WATCHED_MS
    await Promise.all([
      store.write((tx) => tx.webhookTargets.markLapsed(standing)),
      store.write(async (tx) => {
        const unsureBefore = now - (await tx.webhookTargets.oldestUnitMs()) - SECOND_LOOK_MS
        const query = { ...standing, dueAt: context.clock.now(), unsureBefore, limit: MARKS_AT_ONCE }
        await tx.webhookTargets.revalidateDueHints(query)
      }),
      lookForLate(since),
    ])
    nextLookAt = now + LOOK_MS
  }

  /** What was decided on before an endpoint was deleted, or a first secret made, and was committed after that. */
  async function lookForLate(since: Instant): Promise<void> {
    for (;;) {
      const { deleted, awaited } = await store.read(async (tx) => ({
        deleted: await tx.webhookEndpoints.listDeletedAwaited(since),
        awaited: await tx.webhookSecrets.listAwaited(since),
      }))
      for (const id of deleted) await store.write((tx) => endLateDeliveries(tx, context, id))
      for (const scope of awaited) await store.write((tx) => tx.webhookDeliveries.releaseHeld(scope))
      // Some at a time are listed, and a later look does not go back so far.
      if (deleted.length + awaited.length === 0) return
    }
  }

  /** With the secrets that are valid now, read once for each merchant. */
  async function withSecrets(tx: Tx, claimed: readonly Claimed[]): Promise<Leased[]> {
    const known = new Map<string, WebhookSecret[]>()
    const leased: Leased[] = []
    for (const { due, target, place } of claimed) {
      const scope = `${target.merchantId} ${target.environment}`
      const secrets = known.get(scope) ?? (await tx.webhookSecrets.listValid(target, context.clock.now()))
      known.set(scope, secrets)
      const origin = originOf(due.url)
      const hasAnswered = origin === target.answeredOrigin
      leased.push({ due, secrets, place, breaker: breakerName(target), origin, hasAnswered })
    }
    return leased
  }

  function start(leased: Leased, round: Round): void {
    slots.take(leased.place)
    const running = run(leased).catch((error: unknown) => {
      slots.free(leased.place)
      onError(error)
    })
    inFlight.begin()
    void running.finally(() => {
      inFlight.end()
      pace.end(round, ended.length)
      onSettled()
    })
  }

  async function run(leased: Leased): Promise<void> {
    const { place, breaker, origin, hasAnswered } = leased
    const made = await makeAttempt(leased, parts, cutOff.signal)
    if (made === undefined) return slots.free(place)
    const { attempt, outcome } = made
    const { deliveryId, startedAt, endedAt } = attempt
    breakers.note(breaker, { deliveryId, outcome, startedAt, endedAt })
    const { webhookRetryDelaysMs: delays } = context.policy
    const after = decideAttempt(leased.due, outcome, endedAt, delays)
    ended.push({ place, origin, hasAnswered, attempt, after })
    try {
      onAttempt?.(attempt)
    } catch (error) {
      onError(error) // the attempt is recorded all the same, and its slot is free after that
    }
  }
}

/** Scheme, host and port of a URL; the text itself where it is no URL. */
const originOf = (url: string): string => parseUrlCached(url)?.origin ?? url

/**
 * Marks targets whose deliveries are due again or that have answered for the first time, and leases those that are
 * chosen: in ascending order, as every unit that locks several.
 */
async function markAndLease(
  tx: Tx,
  waiting: readonly Ended[],
  chosen: readonly Chosen[],
  now: Instant,
): Promise<void> {
  const dueAgain = new Map<string, Instant>()
  const answered = new Map<string, string>()
  for (const { place, after, origin, hasAnswered } of waiting) {
    if (after.status === 'DELIVERED' && !hasAnswered) answered.set(place.target, origin)
    const earliest = Math.min(after.nextAttemptAt ?? Infinity, dueAgain.get(place.target) ?? Infinity)
    if (earliest < Infinity) dueAgain.set(place.target, earliest)
  }
  const toLease = new Set(chosen.map(({ target }) => target.target))
  for (const target of [...new Set([...dueAgain.keys(), ...answered.keys(), ...toLease])].sort()) {
    const origin = answered.get(target)
    if (origin !== undefined) await tx.webhookTargets.noteAnswer(target, origin)
    if (toLease.has(target)) await tx.webhookTargets.lease(target, now)
    const at = dueAgain.get(target)
    if (at !== undefined) await tx.webhookTargets.markDue(target, at)
  }
}
