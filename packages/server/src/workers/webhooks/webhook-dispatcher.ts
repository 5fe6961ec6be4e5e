import type { Context } from '../../domain/context.js'
import { createKeyCache } from '../../domain/secrets/secret-cache.js'
import { parseUrlCached } from '../../domain/shared/url-cache.js'
import { OutcomeUnknown, type Store, Unavailable } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { DueTarget } from '../../domain/store/webhook-tables.js'
import { decideAttempt } from '../../domain/webhooks/delivery-schedule.js'
import type { WebhookSecret } from '../../domain/webhooks/webhook.js'
import type { WebhookAttempt } from '../../domain/webhooks/webhook-attempt.js'
import { endOfMany } from '../../runtime/deadline.js'
import { InFlight } from '../in-flight.js'
import type { Worker } from '../worker.js'
import { BatchPacing, type Round } from './batch-pacing.js'
import { ConcurrencyLimits } from './concurrency-limits.js'
import { DeliveryChecks, standingAt } from './delivery-checks.js'
import { findDeliveryLag } from './delivery-lag.js'
import { type Ended, type Leased, writeTargets } from './target-changes.js'
import { makeAttempt } from './webhook-attempt.js'
import { Breakers } from './webhook-breakers.js'
import { breakerName, type Claimed, WebhookClaims } from './webhook-claims.js'
import type { SendWebhook } from './webhook-sender.js'

/** The name of the worker, by which it is woken. */
export const WEBHOOK_DISPATCHER = 'webhook-dispatcher'

export interface WebhookDispatcher extends Worker {
  /** Resolves when no attempt is in flight. */
  idle(): Promise<void>
  /**
   * Waits `graceMs` for the attempts in flight, aborts the rest, records the finished ones, and releases every claim.
   */
  drain(graceMs: number): Promise<void>
  /** Number of targets skipped for now because they do not answer. */
  countOpenBreakers(): number
  /**
   * Lag of the longest-waiting delivery that could be sent, milliseconds; 0 when none is late. Deliveries that wait
   * for a slow, dead or inactive receiver do not count.
   *
   * @throws Unavailable
   */
  oldestDueMs(): Promise<number>
}

export interface DispatcherOptions {
  readonly owner: string
  readonly send: SendWebhook
  /** How long a claim lasts: longer than any attempt. */
  readonly leaseMs: number
  /** Whether a request came in just now, which must not wait for a backlog. */
  readonly isServing?: (() => boolean) | undefined
  /** Called when a finished attempt waits to be recorded. */
  readonly onAttemptEnded: () => void
  /** Called for every finished attempt, also one that sent nothing. */
  readonly onAttempt?: ((attempt: WebhookAttempt) => void) | undefined
  readonly onError: (error: unknown) => void
}

interface Batch {
  readonly leased: Leased[]
  /** Targets that seemed due and had nothing; their due times are corrected, and other targets come up. */
  readonly emptied: number
  /** Whether every target with free slots used all of them: more may be due. */
  readonly isBacklog: boolean
}

/**
 * Sends due deliveries. A tick records the finished attempts, claims deliveries into free slots, a few per target, and
 * starts their attempts without waiting for them. After a crash an attempt is repeated under its number once its claim
 * has expired. While the database is unavailable, outcomes wait in memory and keep their slots, and nothing is
 * claimed.
 */
export function webhookDispatcher(
  store: Store,
  context: Context,
  {
    owner,
    send,
    leaseMs,
    isServing = () => false,
    onAttemptEnded: onSettled,
    onAttempt,
    onError,
  }: DispatcherOptions,
): WebhookDispatcher {
  const parts = { context, openKeys: createKeyCache(context.vault), send, onError }
  const slots = ConcurrencyLimits.none()
  const breakers = new Breakers()
  const claims = new WebhookClaims({ context, breakers, owner, leaseMs })
  const pacing = new BatchPacing(isServing)
  const inFlight = new InFlight()
  const checks = new DeliveryChecks(store, context, leaseMs)
  let ended: Ended[] = []
  let cutOff = endOfMany()

  return {
    name: WEBHOOK_DISPATCHER,
    everyMs: 250,
    async tick() {
      const most = await pacing.next(ended.length)
      const waiting = [...ended]
      const { leased, emptied, isBacklog } = await recordAndLease(waiting, most)
      const round = pacing.begin(leased.length, isBacklog)
      for (const one of leased) start(one, round)
      return waiting.length + leased.length + emptied
    },
    idle: () => inFlight.idle(),
    async drain(graceMs) {
      const timer = setTimeout(() => cutOff.abort(), graceMs)
      await inFlight.idle()
      clearTimeout(timer)
      cutOff = endOfMany()
      await recordEnded()
      await store.write((tx) => tx.webhookDeliveries.release(owner))
    },
    countOpenBreakers: () => breakers.countOpen(),
    async oldestDueMs() {
      const dueAt = context.clock.now()
      const canTakeMore = (target: DueTarget) => claims.canTakeMore(target, slots)
      const query = { dueAt, standing: standingAt(context.clock.real(), leaseMs), canTakeMore }
      const oldest = await store.read((tx) => findDeliveryLag(tx, query))
      return oldest === undefined ? 0 : dueAt - oldest
    },
  }

  /**
   * Records and claims in one commit.
   *
   * @throws what prevented the claim; outcomes that can be recorded are recorded all the same
   */
  async function recordAndLease(waiting: readonly Ended[], most: number): Promise<Batch> {
    try {
      return await recordAndClaim(waiting, most)
    } catch (error) {
      if (waiting.length === 0) throw error
      await recordEnded()
      return recordAndClaim([], most)
    }
  }

  /**
   * Records each outcome in its own transaction; a repeated try records it once.
   *
   * @throws Unavailable and OutcomeUnknown, and then the rest keeps waiting
   */
  async function recordEnded(): Promise<void> {
    const results = await Promise.allSettled(ended.map(recordAlone))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  async function recordAlone(one: Ended): Promise<void> {
    try {
      await store.write(async (tx) => {
        await writeTargets(tx, [one], [], context.clock.real())
        await record(tx, [one])
      })
    } catch (error) {
      if (error instanceof Unavailable || error instanceof OutcomeUnknown) throw error
      // A bug with one outcome must not affect the others. Its claim expires.
      onError(error)
    }
    forget([one])
  }

  /** Records attempts; those whose claim was lost in the meantime do not count. */
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

  /** Records `waiting`, and claims at most `most` due deliveries into the slots that are free then. */
  async function recordAndClaim(waiting: readonly Ended[], most: number): Promise<Batch> {
    await checks.runIfDue()
    const batch = await store.write(async (tx) => {
      // A transaction may wait and run again, so freed and taken slots are counted in a copy.
      const now = context.clock.real()
      const standing = standingAt(now, leaseMs)
      const left = slots.copy()
      for (const { place } of waiting) left.free(place)
      const countStanding = async ({ target }: DueTarget) => {
        const recordedNow = slots.inFlight(target) - left.inFlight(target)
        return (await tx.webhookDeliveries.countLeases(target, standing)) - recordedNow
      }
      const chosen = await claims.choose(tx, { left, limit: most, countStanding })
      await writeTargets(tx, waiting, chosen, now)
      await record(tx, waiting)
      const { claimed, ...rest } = await claims.claim(tx, standing, chosen, left)
      return { leased: await withSecrets(tx, claimed), ...rest }
    })
    forget(waiting)
    return batch
  }

  /** Adds the secrets that are valid now, read once per merchant. */
  async function withSecrets(tx: Tx, claimed: readonly Claimed[]): Promise<Leased[]> {
    const known = new Map<string, WebhookSecret[]>()
    const leased: Leased[] = []
    for (const { due, target, place } of claimed) {
      const scope = `${target.merchantId} ${target.environment}`
      const secrets = known.get(scope) ?? (await tx.webhookSecrets.listValid(target, context.clock.now()))
      known.set(scope, secrets)
      const origin = originOf(due.url)
      const hasAnswered = origin === target.answeredOrigin
      const isFailing = target.failingSince !== null
      leased.push({ due, secrets, place, breaker: breakerName(target), origin, hasAnswered, isFailing })
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
      pacing.end(round, ended.length)
      onSettled()
    })
  }

  async function run(leased: Leased): Promise<void> {
    const { place, breaker, origin, hasAnswered, isFailing } = leased
    const made = await makeAttempt(leased, parts, cutOff.signal)
    if (made === undefined) return slots.free(place)
    const { attempt, outcome } = made
    const { deliveryId, startedAt, endedAt } = attempt
    breakers.note(breaker, { deliveryId, outcome, startedAt, endedAt })
    const { webhookRetryDelaysMs: delays } = context.policy
    const after = decideAttempt(leased.due, outcome, endedAt, delays)
    ended.push({ place, origin, hasAnswered, isFailing, attempt, after })
    try {
      onAttempt?.(attempt)
    } catch (error) {
      onError(error) // the attempt is recorded all the same, and its slot is freed then
    }
  }
}

/** Scheme, host and port of a URL; the text itself where it is not a URL. */
const originOf = (url: string): string => parseUrlCached(url)?.origin ?? url
