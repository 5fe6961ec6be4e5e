/**
 * Dispatchers on one database that are killed at random, with a clock that a test moves. A killed dispatcher is dropped
 * with its attempts in flight, whose results are never recorded.
 */
import type { Store } from '../../../src/domain/store/store.js'
import { MAX_ATTEMPTS } from '../../../src/domain/webhooks/delivery-schedule.js'
import type { AttemptOutcome } from '../../../src/domain/webhooks/webhook.js'
import { fanOut } from '../../../src/domain/webhooks/webhook-deliveries.js'
import { issueWebhookSecret } from '../../../src/domain/webhooks/webhook-secrets.js'
import {
  type WebhookDispatcher,
  webhookDispatcher,
} from '../../../src/workers/webhooks/webhook-dispatcher.js'
import type { WebhookPost } from '../../../src/workers/webhooks/webhook-sender.js'
import { contextAt, handClock, START } from '../domain/context.js'
import { merchant } from '../storage/store-rows.js'
import type { Random } from './sites.js'

const SCOPE = { merchantId: 'shop', environment: 'test' } as const
const LEASE_MS = 30_000
const TIMEOUT_MS = 10_000
const DELAYS_MS = [0, 60_000, 300_000, 1_800_000, 7_200_000, 86_400_000] as const
const TARGETS = 7
/** Steps of the clock. */
const STEPS_MS = [1, 100, 1_000, TIMEOUT_MS, LEASE_MS + 1, 60_000, 300_000, 1_800_000, 7_200_000, 86_400_000]
const ROUNDS_AT_MOST = 5_000

export interface KillPlan {
  /** One store per simulated process. */
  readonly stores: readonly Store[]
  readonly kills: number
  readonly deliveries: number
  readonly random: Random
}

export interface KillReport {
  /** Violations of the guarantees; empty when all is correct. */
  readonly faults: readonly string[]
  readonly kills: number
  readonly attempts: number
  readonly delivered: number
  readonly failed: number
}

/** An attempt in flight. */
interface Flight {
  readonly id: string
  readonly until: number
  land(outcome: AttemptOutcome): void
}
/** The expected next attempt of a delivery. */
interface Expected {
  attempts: number
  dueAt: number
}

export async function killDispatchers(plan: KillPlan): Promise<KillReport> {
  const model = new Model(plan)
  await model.prepare()
  return model.run()
}

class Model {
  private readonly clock = handClock()
  private readonly context = contextAt(this.clock)
  private readonly faults: string[] = []
  private readonly expected = new Map<string, Expected>()
  private readonly flights: Map<string, Flight>[]
  private readonly dispatchers: WebhookDispatcher[]
  private kills = 0
  private attempts = 0
  private owners = 0

  constructor(private readonly plan: KillPlan) {
    this.flights = plan.stores.map(() => new Map())
    this.dispatchers = plan.stores.map((_, slot) => this.launch(slot))
  }

  async prepare(): Promise<void> {
    await this.store(0).write(async (tx) => {
      await tx.merchants.insert(merchant(SCOPE.merchantId))
      await issueWebhookSecret(tx, this.context, SCOPE)
      const outgoing = Array.from({ length: this.plan.deliveries }, (_, n) => {
        const event = { id: `event-${n}`, ...SCOPE, event: 'payment.confirmed', body: `{"n":${n}}` } as const
        const ownUrl = `https://shop-${n % TARGETS}.example/hook`
        return { event: { ...event, subject: 'order', createdAt: START }, ownUrl }
      })
      await fanOut(tx, this.context, outgoing)
    })
    for (const { id } of await this.rows()) this.expected.set(id, { attempts: 0, dueAt: START })
  }

  async run(): Promise<KillReport> {
    const { random, kills, stores } = this.plan
    for (let round = 0; round < ROUNDS_AT_MOST; round += 1) {
      const slot = random(stores.length)
      await this.dispatchers[slot]?.tick(new AbortController().signal)
      if (this.kills < kills && this.flights[slot]?.size && random(2) === 0) await this.kill(slot)
      else await this.land(slot, () => random(4) === 0)
      if (random(2) === 0) await this.advance(STEPS_MS[random(STEPS_MS.length)] ?? 0)
      if (await this.isAtRest()) break
    }
    const rows = await this.rows()
    const open = rows.filter(({ status }) => status === 'PENDING')
    this.faults.push(...open.map(({ id }) => `${id} is neither delivered nor failed`))
    return {
      faults: this.faults,
      kills: this.kills,
      attempts: this.attempts,
      delivered: rows.filter(({ status }) => status === 'DELIVERED').length,
      failed: rows.filter(({ status }) => status === 'FAILED').length,
    }
  }

  private store(slot: number): Store {
    const store = this.plan.stores[slot]
    if (!store) throw new Error(`there is no process ${slot}`)
    return store
  }

  private async rows() {
    const page = { limit: this.plan.deliveries, offset: 0 }
    return this.store(0).read((tx) => tx.webhookDeliveries.listBySubject('order', page))
  }

  private async isAtRest(): Promise<boolean> {
    return (await this.rows()).every(({ status }) => status !== 'PENDING')
  }

  private launch(slot: number): WebhookDispatcher {
    this.owners += 1
    const flights = new Map<string, Flight>()
    this.flights[slot] = flights
    return webhookDispatcher(this.store(slot), this.context, {
      owner: `process ${slot}, life ${this.owners}`,
      leaseMs: LEASE_MS,
      onAttemptEnded: () => undefined,
      onError: (error) => void this.faults.push(`${error}`),
      send: ({ headers }) => this.send(flights, headers),
    })
  }

  /** Checks each attempt against the recorded attempts before it. */
  private send(flights: Map<string, Flight>, headers: WebhookPost['headers']): Promise<AttemptOutcome> {
    const id = headers['X-Webhook-Id'] ?? ''
    const expected = this.expected.get(id)
    const now = this.clock.now()
    this.attempts += 1
    if (!expected) this.faults.push(`${id} is an unknown delivery`)
    else {
      if (headers['X-Webhook-Attempt'] !== `${expected.attempts + 1}`)
        this.faults.push(
          `${id}: attempt ${headers['X-Webhook-Attempt']} after ${expected.attempts} recorded ones`,
        )
      if (now < expected.dueAt) this.faults.push(`${id}: ${expected.dueAt - now} ms too early`)
      if (expected.attempts >= MAX_ATTEMPTS) this.faults.push(`${id}: a seventh attempt`)
    }
    if (this.flights.some((others) => others.has(id))) this.faults.push(`${id} is under way twice`)
    return new Promise((resolve) => {
      flights.set(id, { id, until: now + TIMEOUT_MS, land: resolve })
    })
  }

  /** Ends some attempts, and checks what is recorded of them. */
  private async land(slot: number, isChosen: (flight: Flight) => boolean): Promise<void> {
    const flights = this.flights[slot]
    const chosen = [...(flights?.values() ?? [])].filter(isChosen)
    for (const flight of chosen) {
      const isAccepted = this.plan.random(8) === 0
      flights?.delete(flight.id)
      flight.land(isAccepted ? { delivered: true } : { delivered: false, error: 'HTTP 500' })
      const expected = this.expected.get(flight.id)
      if (!expected) continue
      expected.attempts += 1
      expected.dueAt = isAccepted
        ? Number.POSITIVE_INFINITY
        : this.clock.now() + (DELAYS_MS[expected.attempts] ?? 0)
    }
    if (chosen.length > 0) await this.checkRecorded(slot, new Set(chosen.map(({ id }) => id)))
  }

  private async checkRecorded(slot: number, ids: ReadonlySet<string>): Promise<void> {
    const isRecorded = (row: { id: string; attempts: number }) =>
      row.attempts === this.expected.get(row.id)?.attempts
    for (let tries = 0; tries < 100; tries += 1) {
      const rows = (await this.rows()).filter(({ id }) => ids.has(id))
      if (rows.every(isRecorded)) {
        for (const { id, nextAttemptAt, attempts } of rows) {
          const dueAt = attempts === MAX_ATTEMPTS ? null : (this.expected.get(id)?.dueAt ?? null)
          const nextAt = dueAt === Number.POSITIVE_INFINITY ? null : dueAt
          if (nextAttemptAt !== nextAt) this.faults.push(`${id}: due at ${nextAttemptAt}, not ${nextAt}`)
        }
        return
      }
      await this.dispatchers[slot]?.tick(new AbortController().signal)
    }
    this.faults.push(`process ${slot} does not record ended attempts`)
  }

  private async kill(slot: number): Promise<void> {
    this.kills += 1
    this.dispatchers[slot] = this.launch(slot)
    // The only server of a SQLite file releases the claims of its predecessor.
    if (this.plan.stores.length === 1) await this.store(slot).write((tx) => tx.webhookDeliveries.release())
  }

  /** Advances the clock; attempts past their deadline end. */
  private async advance(ms: number): Promise<void> {
    const until = this.clock.now() + ms
    const isLate = (flight: Flight) => flight.until <= until
    // An attempt that ends frees a slot for another one, which may also be past its deadline.
    while (this.flights.some((flights) => [...flights.values()].some(isLate))) {
      for (const slot of this.plan.stores.keys()) await this.land(slot, isLate)
    }
    this.clock.businessAt += ms
    this.clock.realAt += ms
  }
}
