import { endOfMany } from '../deadline.js'
import { rememberKeys } from '../domain/opened-secrets.js'
import { type Context, OutcomeUnknown, type Scope, type Store, Unavailable } from '../domain/ports.js'
import type { Tx } from '../domain/tables.js'
import type { WebhookAttempt } from '../domain/webhook-attempts.js'
import { endLateDeliveries } from '../domain/webhook-endpoints.js'
import type { WebhookSecret } from '../domain/webhook-secrets.js'
import type { DueTarget, StandingLeases } from '../domain/webhook-tables.js'
import { decideAttempt } from '../domain/webhooks.js'
import { type EndedAttempt, type LeasedDelivery, makeAttempt } from './webhook-attempt.js'
import { Breakers } from './webhook-breakers.js'
import { breakerName, type Chosen, WebhookClaims } from './webhook-claims.js'
import { findOldestDue } from './webhook-oldest-due.js'
import { Pace, type Round } from './webhook-pace.js'
import type { SendWebhook } from './webhook-sender.js'
import { type Place, Slots } from './webhook-slots.js'
import type { Worker } from './worker.js'

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
}
interface Ended extends EndedAttempt {
  readonly place: Place
}
interface Claimed {
  readonly leased: Leased[]
  /** How many targets were marked as due and had nothing: they are not any more, and others come up. */
  readonly emptied: number
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
  const slots = Slots.none()
  const breakers = new Breakers()
  const claims = new WebhookClaims({ context, breakers, owner, leaseMs })
  const pace = new Pace(isServing)
  const inFlight = new Set<Promise<void>>()
  const ended = new Set<Ended>()
  let cutOff = endOfMany()
  let nextLookAt = 0

  return {
    name: 'webhook-dispatcher',
    everyMs: 250,
    async tick() {
      const most = await pace.next(ended.size)
      const waiting = [...ended]
      const { leased, emptied } = await recordAndLease(waiting, most)
      const round = pace.begin(leased.length)
      for (const one of leased) start(one, round)
      return waiting.length + leased.length + emptied
    },
    async settled() {
      await Promise.all(inFlight)
    },
    async drain(graceMs) {
      const timer = setTimeout(() => cutOff.abort(), graceMs)
      await Promise.all(inFlight)
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
      const oldest = await store.read((tx) => findOldestDue(tx, query))
      return oldest === undefined ? 0 : dueAt - oldest
    },
  }

  /** One commit for all that a tick writes. @throws what kept it from leasing; what can be recorded is all the same */
  async function recordAndLease(waiting: readonly Ended[], most: number): Promise<Claimed> {
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
    const results = await Promise.allSettled([...ended].map(recordAlone))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  async function recordAlone(one: Ended): Promise<void> {
    try {
      await store.write(async (tx) => tx.webhookAttempts.insert(await record(tx, one.due.target, [one])))
    } catch (error) {
      if (error instanceof Unavailable || error instanceof OutcomeUnknown) throw error
      // A bug with one of them is not the others' affair. Its claim ends by itself.
      onError(error)
    }
    forget(one)
  }

  /** Those of one target. @returns the attempts that count */
  async function record(tx: Tx, target: string, over: readonly Ended[]): Promise<WebhookAttempt[]> {
    const { webhookRetryDelaysMs: delays } = context.policy
    const after = over.map(({ due, outcome, attempt }) =>
      decideAttempt(due, outcome, attempt.endedAt, delays),
    )
    const recorded = await tx.webhookDeliveries.record(target, after, owner)
    return over.map(({ attempt }) => attempt).filter(({ deliveryId }) => recorded.has(deliveryId))
  }

  function forget(one: Ended): void {
    ended.delete(one)
    slots.free(one.place)
  }

  /** Records those, and claims what is due, so many at most, into the slots that are free then. */
  async function workOff(waiting: readonly Ended[], most: number): Promise<Claimed> {
    const now = context.clock.real()
    const standing = standingAt(now)
    const isLookDue = now >= nextLookAt || nextLookAt > now + LOOK_MS
    const claimed = await store.write(async (tx) => {
      if (isLookDue) await look(tx, standing)
      // A unit of work may run again: what it would free and take is counted in a copy.
      const left = slots.copy()
      for (const { place } of waiting) left.free(place)
      const countStanding = async ({ target }: DueTarget) => {
        const recordedNow = slots.inFlight(target) - left.inFlight(target)
        return (await tx.webhookDeliveries.countLeases(target, standing)) - recordedNow
      }
      const chosen = await claims.choose(tx, { left, most, countStanding })
      return recordAndClaim(tx, standing, { waiting, chosen, left })
    })
    for (const one of waiting) forget(one)
    if (isLookDue) nextLookAt = now + LOOK_MS
    return claimed
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

  async function recordAndClaim(
    tx: Tx,
    standing: StandingLeases,
    { waiting, chosen, left }: { waiting: readonly Ended[]; chosen: readonly Chosen[]; left: Slots },
  ): Promise<Claimed> {
    const leased: Leased[] = []
    let emptied = 0
    const attempts: WebhookAttempt[] = []
    const secretsOf = rememberSecrets(tx)
    for (const [name, { ended: over, due }] of byTarget(waiting, chosen)) {
      const room = due ? left.room(due.place) : 0
      if (due && room > 0) await tx.webhookTargets.lease(name, standing.now)
      if (over.length > 0) attempts.push(...(await record(tx, name, over)))
      if (!due || room <= 0) continue
      const claimed = await claims.claim(tx, standing, due, room)
      if (claimed?.length === 0) emptied += 1
      for (const delivery of claimed ?? []) {
        left.take(due.place)
        const { target, place } = due
        leased.push({ due: delivery, secrets: await secretsOf(target), place, breaker: breakerName(target) })
      }
    }
    await tx.webhookAttempts.insert(attempts)
    return { leased, emptied }
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

  function start(leased: Leased, round: Round): void {
    slots.take(leased.place)
    const running = run(leased).catch((error: unknown) => {
      slots.free(leased.place)
      onError(error)
    })
    inFlight.add(running)
    void running.then(() => {
      inFlight.delete(running)
      pace.end(round, ended.size)
      onSettled()
    })
  }

  async function run(leased: Leased): Promise<void> {
    const { place, breaker } = leased
    const attempt = await makeAttempt(leased, parts, cutOff.signal)
    if (attempt === undefined) return slots.free(place)
    const { deliveryId, startedAt, endedAt } = attempt.attempt
    breakers.note(breaker, { deliveryId, outcome: attempt.outcome, startedAt, endedAt })
    ended.add({ place, ...attempt })
    try {
      onAttempt?.(attempt.attempt)
    } catch (error) {
      onError(error) // the attempt is recorded all the same, and its slot is free after that
    }
  }
}

/** What a tick does to one target. */
interface TargetWork {
  readonly ended: Ended[]
  due?: Chosen
}

/** In ascending order, as whoever locks several targets. */
function byTarget(waiting: readonly Ended[], chosen: readonly Chosen[]): [target: string, TargetWork][] {
  const works = new Map<string, TargetWork>()
  const workOf = (target: string): TargetWork => {
    const work = works.get(target) ?? { ended: [] }
    works.set(target, work)
    return work
  }
  for (const one of waiting) workOf(one.place.target).ended.push(one)
  for (const one of chosen) workOf(one.target.target).due = one
  return [...works].sort(([one], [other]) => (one < other ? -1 : 1))
}
