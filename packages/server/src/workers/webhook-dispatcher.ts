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
  const slots = new Slots()
  const breakers = new Breakers()
  const inFlight = new Map<Promise<void>, AbortController>()
  const ended = new Set<Ended>()
  let nextLookAt = 0

  return {
    name: 'webhook-dispatcher',
    everyMs: 250,
    async tick() {
      const recorded = await recordEnded()
      const leased = await leaseDue()
      for (const one of leased) start(one)
      return recorded + leased.length
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

  /** @returns how many attempts are recorded. @throws Unavailable, and then the others wait on */
  async function recordEnded(): Promise<number> {
    const waiting = [...ended]
    const results = await Promise.allSettled(waiting.map(record))
    for (const result of results) if (result.status === 'rejected') throw result.reason
    return waiting.length
  }

  async function record(one: Ended): Promise<void> {
    const { due, outcome, attempt } = one
    const after = decideAttempt(due.delivery, outcome, attempt.endedAt, context.policy.webhookRetryDelaysMs)
    try {
      await store.write(async (tx) => {
        const isRecorded = await tx.webhookDeliveries.record(after, attempt, owner)
        if (isRecorded) await tx.webhookAttempts.insert(attempt)
      })
    } catch (error) {
      if (error instanceof Unavailable) throw error
      // A bug with one of them is not the others' affair. Its claim ends by itself.
      onError(error)
    }
    ended.delete(one)
    slots.free(one.place)
  }

  async function leaseDue(): Promise<Leased[]> {
    const now = context.clock.real()
    const standing = standingAt(now)
    const isLookDue = now >= nextLookAt || nextLookAt > now + LOOK_MS
    const leased = await store.write(async (tx) => {
      if (isLookDue) await look(tx, standing)
      return leaseFrom(tx, standing, await choose(tx))
    })
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
  async function choose(tx: Tx): Promise<Chosen[]> {
    const dueAt = context.clock.now()
    // A unit of work may run again: what it would take is counted in a copy.
    const taken = new Slots(slots)
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
        const one = admitTarget(target, dueAt)
        const isAdmitted = one.admission.slots > 0 && target.nextDueAt <= one.admission.dueAt
        if (!isAdmitted || taken.room(one.place) <= 0 || chosen.length === TARGETS_AT_ONCE) continue
        taken.take(one.place)
        chosen.push(one)
      }
      after = page.length === PAGE ? page.at(-1) : undefined
    } while (after && chosen.length < TARGETS_AT_ONCE)
    return chosen
  }

  function admitTarget(target: DueTarget, now: number): Chosen {
    const { merchantId, url } = target
    const origin = URL.canParse(url) ? new URL(url).origin : url
    const place = { target: target.target, merchantId, origin }
    const admission = breakers.admit(breakerName(target), now, slots.inFlight(target.target))
    return { target, place, admission }
  }

  function canTakeMore(target: DueTarget): boolean {
    const { place, admission } = admitTarget(target, context.clock.now())
    return !breakers.isOpen(breakerName(target)) && admission.slots > 0 && !slots.isFull(place)
  }

  async function leaseFrom(tx: Tx, standing: StandingLeases, chosen: readonly Chosen[]): Promise<Leased[]> {
    const leased: Leased[] = []
    const taken = new Slots(slots)
    const secretsOf = rememberSecrets(tx)
    // In ascending order, as whoever locks several targets.
    for (const one of [...chosen].sort(byTarget)) {
      const { place, target } = one
      for (const due of await claim(tx, standing, one, taken.room(place))) {
        taken.take(place)
        leased.push({ due, secrets: await secretsOf(target), place, breaker: breakerName(target) })
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
    if (room <= 0) return []
    const { now, until: lapsedAfter } = standing
    await tx.webhookTargets.lease(target, now)
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
    const attempt = await makeAttempt(leased, { context, send, onError }, signal)
    if (attempt === undefined) return slots.free(place)
    const { deliveryId, startedAt, endedAt } = attempt.attempt
    breakers.note(breaker, { deliveryId, outcome: attempt.outcome, startedAt, endedAt })
    ended.add({ ...attempt, place })
  }
}

/** A breaker is about a place: where the URL changes, it begins anew. */
const breakerName = ({ target, url }: DueTarget): string => `${target} ${url}`

const byTarget = (one: Chosen, other: Chosen): number => (one.target.target < other.target.target ? -1 : 1)
