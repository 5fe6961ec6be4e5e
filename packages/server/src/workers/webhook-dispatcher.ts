import { rememberOpened } from '../domain/opened-secrets.js'
import { type Context, type Scope, type Store, Unavailable } from '../domain/ports.js'
import type { Tx } from '../domain/tables.js'
import { type Admission, SLOTS_PER_TARGET } from '../domain/webhook-breaker.js'
import { endLateDeliveries } from '../domain/webhook-endpoints.js'
import type { WebhookSecret } from '../domain/webhook-secrets.js'
import type { DueTarget, StandingLeases } from '../domain/webhook-tables.js'
import { type DueDelivery, decideAttempt } from '../domain/webhooks.js'
import { type EndedAttempt, type LeasedDelivery, makeAttempt } from './webhook-attempt.js'
import { Breakers } from './webhook-breakers.js'
import { findOldestDue } from './webhook-oldest-due.js'
import type { SendWebhook } from './webhook-sender.js'
import { type Place, Slots } from './webhook-slots.js'
import type { Worker } from './worker.js'

/** Targets that one tick leases from. */
const TARGETS_AT_ONCE = 32
const PAGE = 64
/** How often leases that lapsed are looked for, marks that want a second look, and deliveries to deleted endpoints. */
const LOOK_MS = 1_000
const MARKS_AT_ONCE = 100
/** Longer than any unit of work takes. */
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
  /** An attempt has ended and wants to be recorded. */
  readonly onSettled: () => void
  readonly onError: (error: unknown) => void
}

/** A target and how much of it may be leased now. */
interface Chosen {
  readonly target: DueTarget
  readonly place: Place
  readonly admission: Admission
}
interface Leased extends LeasedDelivery {
  readonly place: Place
  readonly breaker: string
}
interface Ended extends EndedAttempt {
  readonly place: Place
}

/**
 * Sends what is due. A tick records the attempts that ended, claims deliveries into free slots, a few of each target, and
 * starts their attempts without waiting for any. What a crash cut off is sent again under its number once its claim is
 * over. While the database is unavailable, outcomes wait in memory in their slots, and nothing new is claimed.
 */
export function webhookDispatcher(
  store: Store,
  context: Context,
  { owner, send, leaseMs, onSettled, onError }: DispatcherOptions,
): WebhookDispatcher {
  const attemptContext = { ...context, vault: rememberOpened(context.vault) }
  const slots = new Slots()
  const breakers = new Breakers()
  const inFlight = new Map<Promise<void>, AbortController>()
  const ended = new Set<Ended>()
  let nextLookAt = 0

  return {
    name: 'webhook-dispatcher',
    everyMs: 250,
    async tick() {
      const waiting = [...ended]
      const leased = await recordAndLease(waiting)
      for (const one of leased) start(one)
      return waiting.length + leased.length
    },
    async settled() {
      await Promise.all(inFlight.keys())
    },
    async drain(graceMs) {
      const timer = setTimeout(() => {
        for (const cutOff of inFlight.values()) cutOff.abort()
      }, graceMs)
      await Promise.all(inFlight.keys())
      clearTimeout(timer)
      await recordEnded()
      await store.write((tx) => tx.webhookDeliveries.release(owner))
    },
    countOpenBreakers: () => breakers.countOpen(),
    async oldestDueMs() {
      const dueAt = context.clock.now()
      const query = { dueAt, standing: standingAt(context.clock.real()), canTakeMore }
      const oldest = await store.read((tx) => findOldestDue(tx, query))
      return oldest === undefined ? 0 : dueAt - oldest
    },
  }

  /** One commit for all that a tick writes. @throws what kept it from leasing; what can be recorded is all the same */
  async function recordAndLease(waiting: readonly Ended[]): Promise<Leased[]> {
    try {
      return await workOff(waiting)
    } catch (error) {
      if (waiting.length === 0) throw error
      await recordEnded()
      return workOff([])
    }
  }

  /** Each by itself. @throws Unavailable, and then the others wait on */
  async function recordEnded(): Promise<void> {
    const results = await Promise.allSettled([...ended].map(recordAlone))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  async function recordAlone(one: Ended): Promise<void> {
    try {
      await store.write((tx) => record(tx, one))
    } catch (error) {
      if (error instanceof Unavailable) throw error
      // A bug with one of them is not the others' affair. Its claim ends by itself.
      onError(error)
    }
    forget(one)
  }

  async function record(tx: Tx, { due, outcome, attempt }: Ended): Promise<void> {
    const after = decideAttempt(due.delivery, outcome, attempt.endedAt, context.policy.webhookRetryDelaysMs)
    const isRecorded = await tx.webhookDeliveries.record(after, attempt, owner)
    if (isRecorded) await tx.webhookAttempts.insert(attempt)
  }

  function forget(one: Ended): void {
    ended.delete(one)
    slots.free(one.place)
  }

  /** Records those, and claims what is due into the slots that are free then. */
  async function workOff(waiting: readonly Ended[]): Promise<Leased[]> {
    const now = context.clock.real()
    const standing = standingAt(now)
    const isLookDue = now >= nextLookAt || nextLookAt > now + LOOK_MS
    const leased = await store.write(async (tx) => {
      if (isLookDue) await look(tx, standing)
      // A unit of work may run again: what it would free and take is counted in a copy.
      const left = new Slots(slots)
      for (const { place } of waiting) left.free(place)
      return recordAndClaim(tx, standing, { waiting, chosen: await choose(tx, left), left })
    })
    for (const one of waiting) forget(one)
    if (isLookDue) nextLookAt = now + LOOK_MS
    return leased
  }

  /** A lease that ends later than any of ours could was made by a clock that ran ahead. */
  function standingAt(now: number): StandingLeases {
    return { now, until: now + 2 * leaseMs }
  }

  async function look(tx: Tx, standing: StandingLeases): Promise<void> {
    await tx.webhookTargets.markLapsed(standing)
    const unsureBefore = standing.now - SECOND_LOOK_MS
    await tx.webhookTargets.lookAgain({ ...standing, unsureBefore, limit: MARKS_AT_ONCE })
    await endLateDeliveries(tx, context)
  }

  /** Due targets with room, those first that have waited longest. */
  async function choose(tx: Tx, left: Slots): Promise<Chosen[]> {
    const dueAt = context.clock.now()
    const taken = new Slots(left)
    const chosen: Chosen[] = []
    let after: DueTarget | undefined
    do {
      const page = await tx.webhookTargets.listDue({
        dueAt,
        after,
        exceptMerchants: taken.fullMerchants(),
        limit: PAGE,
      })
      for (const target of page) {
        const one = admitTarget(target, dueAt, taken)
        const isAdmitted = one.admission.slots > 0 && target.nextDueAt <= one.admission.dueAt
        if (!isAdmitted || taken.room(one.place) <= 0 || chosen.length === TARGETS_AT_ONCE) continue
        taken.take(one.place)
        chosen.push(one)
      }
      after = page.length === PAGE ? page.at(-1) : undefined
    } while (after && chosen.length < TARGETS_AT_ONCE)
    return chosen
  }

  function admitTarget(target: DueTarget, now: number, taken: Slots): Chosen {
    const { merchantId, url } = target
    const origin = URL.canParse(url) ? new URL(url).origin : url
    const place = { target: target.target, merchantId, origin }
    const admission = breakers.admit(breakerName(target), now, taken.inFlight(target.target))
    return { target, place, admission }
  }

  function canTakeMore(target: DueTarget): boolean {
    const { place, admission } = admitTarget(target, context.clock.now(), slots)
    return !breakers.isOpen(breakerName(target)) && admission.slots > 0 && !slots.isFull(place)
  }

  async function recordAndClaim(
    tx: Tx,
    standing: StandingLeases,
    { waiting, chosen, left }: { waiting: readonly Ended[]; chosen: readonly Chosen[]; left: Slots },
  ): Promise<Leased[]> {
    const leased: Leased[] = []
    const secretsOf = rememberSecrets(tx)
    for (const { ended: over, due } of byTarget(waiting, chosen)) {
      const room = due ? left.room(due.place) : 0
      if (due && room > 0) await tx.webhookTargets.lease(due.target.target, standing.now)
      for (const one of over) await record(tx, one)
      if (!due || room <= 0) continue
      for (const delivery of await claim(tx, standing, due, room)) {
        left.take(due.place)
        const { target, place } = due
        leased.push({ due: delivery, secrets: await secretsOf(target), place, breaker: breakerName(target) })
      }
    }
    return leased
  }

  async function claim(
    tx: Tx,
    standing: StandingLeases,
    { target: { target }, admission: { slots: admitted, dueAt } }: Chosen,
    room: number,
  ): Promise<DueDelivery[]> {
    const { now, until: lapsedAfter } = standing
    const leases = await tx.webhookDeliveries.countLeases(target, standing)
    const limit = Math.min(room, admitted, SLOTS_PER_TARGET - leases)
    if (limit <= 0) return []
    const lease = { owner, target, dueAt, now, until: now + leaseMs, lapsedAfter, limit }
    const claimed = await tx.webhookDeliveries.claim(lease)
    if (claimed.length < limit) await tx.webhookTargets.markAfterLook(target, standing)
    return claimed
  }

  /** The secrets that are valid now, read once for each merchant. */
  function rememberSecrets(tx: Tx): (scope: Scope) => Promise<WebhookSecret[]> {
    const known = new Map<string, Promise<WebhookSecret[]>>()
    return (scope) => {
      const name = `${scope.merchantId} ${scope.environment}`
      const secrets = known.get(name) ?? tx.webhookSecrets.listValid(scope, context.clock.now())
      known.set(name, secrets)
      return secrets
    }
  }

  function start(leased: Leased): void {
    const cutOff = new AbortController()
    slots.take(leased.place)
    const running = run(leased, cutOff.signal).catch((error: unknown) => {
      slots.free(leased.place)
      onError(error)
    })
    inFlight.set(running, cutOff)
    void running.then(() => {
      inFlight.delete(running)
      onSettled()
    })
  }

  async function run(leased: Leased, signal: AbortSignal): Promise<void> {
    const { place, breaker } = leased
    const attempt = await makeAttempt(leased, { context: attemptContext, send, onError }, signal)
    if (attempt === undefined) return slots.free(place)
    const { deliveryId, startedAt, endedAt } = attempt.attempt
    breakers.note(breaker, { deliveryId, outcome: attempt.outcome, startedAt, endedAt })
    ended.add({ ...attempt, place })
  }
}

/** A breaker is about a place: where the URL changes, it begins anew. */
const breakerName = ({ target, url }: DueTarget): string => `${target} ${url}`

/** What a tick does to one target. */
interface TargetWork {
  readonly ended: Ended[]
  due?: Chosen
}

/** In ascending order, as whoever locks several targets. */
function byTarget(waiting: readonly Ended[], chosen: readonly Chosen[]): TargetWork[] {
  const works = new Map<string, TargetWork>()
  const workOf = (target: string): TargetWork => {
    const work = works.get(target) ?? { ended: [] }
    works.set(target, work)
    return work
  }
  for (const one of waiting) workOf(one.place.target).ended.push(one)
  for (const one of chosen) workOf(one.target.target).due = one
  return [...works].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, work]) => work)
}
