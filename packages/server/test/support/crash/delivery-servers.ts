/** Real servers on one database that are killed with SIGKILL while they send webhooks to a mostly refusing receiver. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DELIVERY_LEASE_MARGIN_MS } from '../../../src/domain/shared/policy.js'
import type { Store } from '../../../src/domain/store/store.js'
import { fanOut } from '../../../src/domain/webhooks/webhook-deliveries.js'
import { issueWebhookSecret } from '../../../src/domain/webhooks/webhook-secrets.js'
import { systemClock } from '../../../src/runtime/clock.js'
import { contextAt } from '../domain/context.js'
import { merchant } from '../storage/store-rows.js'
import { type AttemptLog, startAttemptLog } from './attempt-log.js'
import { type DeliveryRow, findDeliveryFaults, findDueFaults } from './delivery-oracle.js'
import { pause } from './driver.js'
import { type Rows, rowsOf } from './rows.js'
import { type Random, Sites } from './sites.js'
import { Supervisor } from './supervisor.js'

/** Number of targets: the claims of a killed server occupy the slots of a target until they lapse. */
const SHOPS = 250
/** Number of deliveries that wait for their first or next attempt. */
const WAITING = 1_000
const FED_AT_ONCE = 100
const RETRY_SECONDS = [0, 1, 2, 3, 4, 5]
const TIMEOUT_MS = 5_000
/** Lifetimes of servers: short ones end during the first claims, long ones after some records. */
const LIVES_MS = [300, 3_000] as const
/** One kill of this number ends all servers at once. */
const ALL_AT_ONCE = 20
const POLL_MS = 200
/**
 * Longer than a claim of a killed server plus the last delays, and longer than an open circuit breaker on a busy
 * machine.
 */
const REST_MS = 600_000
/** Sites that concern deliveries. */
const WHERE = /webhook_(deliveries|attempts|targets)|POST|connecting|resolving/
/** Statements that claim a delivery or record an attempt. */
const COMMITTED = /UPDATE webhook_deliveries SET (claimed_by|status) = [?$]/

export interface ServersPlan {
  /** Folder for the certificate and other files. */
  readonly folder: string
  readonly databaseUrl: string
  /** A store on the database whose process is never killed. */
  readonly store: Store
  readonly servers: number
  readonly kills: number
  readonly random: Random
}

export interface ServersReport {
  /** Violations of the guarantees; empty when all is correct. */
  readonly faults: readonly string[]
  readonly kills: number
  /** All sites at which servers can be killed. */
  readonly sites: readonly string[]
  readonly sitesKilledAt: readonly string[]
  readonly deliveries: number
  readonly delivered: number
  readonly failed: number
  readonly posts: number
  /** POSTs that repeat an attempt without a record. */
  readonly repeated: number
  readonly mostAttempts: number
  /** Attempts that timed out because this machine was busy. */
  readonly timeouts: number
  /** Time from a receiver's answer to the instant from which the next delay counts. */
  readonly latestMs: number
}

export async function killDeliveryServers(plan: ServersPlan): Promise<ServersReport> {
  const log = await startAttemptLog(plan.random)
  try {
    return await new Servers(plan, log).run()
  } finally {
    log.close()
  }
}

class Servers {
  private readonly rows: Rows
  private readonly context = contextAt(systemClock)
  private readonly sites: readonly Sites[]
  private readonly supervisors: Supervisor[] = []
  private readonly launches: number[] = []
  private readonly faults = new Set<string>()
  private fed = 0
  private latestMs = 0
  private isOver = false

  constructor(
    private readonly plan: ServersPlan,
    private readonly log: AttemptLog,
  ) {
    this.rows = rowsOf(plan.databaseUrl)
    const fileOf = (_: unknown, n: number) => join(plan.folder, `sites-${n}`)
    this.sites = Array.from({ length: plan.servers }, fileOf).map(
      (file) => new Sites(file, plan.random, WHERE, COMMITTED),
    )
  }

  async run(): Promise<ServersReport> {
    await this.prepare()
    const caFile = join(this.plan.folder, 'receiver.pem')
    writeFileSync(caFile, this.log.authority)
    for (const sites of this.sites) this.supervisors.push(await this.launch(sites, caFile))
    try {
      await Promise.all([this.feed(), ...this.supervisors.map((supervisor) => this.killAgain(supervisor))])
      await Promise.all(this.supervisors.map((supervisor) => supervisor.kill()))
      await this.rest()
    } finally {
      await Promise.all(this.supervisors.map((supervisor) => supervisor.stop()))
    }
    return this.report()
  }

  private get kills(): number {
    return this.supervisors.reduce((sum, { exits }) => sum + exits.length, 0)
  }

  private async prepare(): Promise<void> {
    await this.plan.store.write(async (tx) => {
      for (let n = 0; n < SHOPS; n += 1) {
        await tx.merchants.insert(merchant(`shop-${n}`))
        await issueWebhookSecret(tx, this.context, { merchantId: `shop-${n}`, environment: 'test' })
      }
    })
  }

  private launch(sites: Sites, caFile: string): Promise<Supervisor> {
    const { databaseUrl } = this.plan
    return Supervisor.start({
      env: {
        MERCHANTPAY_DATABASE_URL: databaseUrl,
        // The key that encrypted the secrets of the stress test.
        MERCHANTPAY_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
        MERCHANTPAY_TEST_TRC20: 'off',
        MERCHANTPAY_TEST_ERC20: 'off',
        MERCHANTPAY_WEBHOOK_RETRY_DELAYS: RETRY_SECONDS.join(','),
        MERCHANTPAY_WEBHOOK_TIMEOUT_MS: `${TIMEOUT_MS}`,
        MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
        MERCHANTPAY_WEBHOOK_CA_FILE: caFile,
      },
      nextFaults: () => {
        this.launches.push(Date.now())
        const faults = this.isOver ? {} : sites.nextFaults()
        return { ...faults, FAULT_NAME_SERVER: this.log.nameServer }
      },
    })
  }

  /** Kills servers until the number is reached; a server that misses its site is killed anywhere. */
  private async killAgain(supervisor: Supervisor): Promise<void> {
    const { random, kills } = this.plan
    while (this.kills < kills) {
      await supervisor.ready()
      await pause(random(LIVES_MS[random(LIVES_MS.length)] ?? 0))
      const doomed = random(ALL_AT_ONCE) === 0 ? this.supervisors : [supervisor]
      await Promise.all(doomed.map((one) => one.kill()))
    }
    this.isOver = true
  }

  /** Keeps enough deliveries waiting, and checks their due times. */
  private async feed(): Promise<void> {
    while (!this.isOver) {
      const waiting = await this.waiting()
      for (const fault of this.lookAt(waiting)) this.faults.add(fault)
      if (waiting.length < WAITING) await this.enqueue()
      await pause(POLL_MS)
    }
  }

  private waiting(): Promise<DeliveryRow[]> {
    return this.rows.all<DeliveryRow>(
      `SELECT id, status, attempts, next_attempt_at, last_error FROM webhook_deliveries WHERE status = 'PENDING'`,
    )
  }

  private lookAt(waiting: readonly DeliveryRow[]): string[] {
    const { faults, latestMs } = findDueFaults(waiting, this.log.posts, RETRY_SECONDS, TIMEOUT_MS)
    this.latestMs = Math.max(this.latestMs, latestMs)
    return faults
  }

  private async enqueue(): Promise<void> {
    const { fed } = this
    await this.plan.store.write((tx) => {
      const outgoing = Array.from({ length: FED_AT_ONCE }, (_, more) => {
        const n = fed + more
        const scope = {
          merchantId: `shop-${n % SHOPS}`,
          environment: 'test',
          event: 'payment.confirmed',
        } as const
        const event = { ...scope, id: `event-${n}`, subject: `order-${n}`, body: `{"n":${n}}` }
        return { event: { ...event, createdAt: Date.now() }, ownUrl: `${this.log.origin}/hooks` }
      })
      return fanOut(tx, this.context, outgoing)
    })
    // Counted after the commit: servers lock the same targets, and a serialization conflict repeats the unit of work.
    this.fed += FED_AT_ONCE
  }

  private async rest(): Promise<void> {
    for (const deadline = performance.now() + REST_MS; performance.now() < deadline; await pause(POLL_MS)) {
      const waiting = await this.waiting()
      for (const fault of this.lookAt(waiting)) this.faults.add(fault)
      if (waiting.length === 0) return
    }
  }

  private async report(): Promise<ServersReport> {
    const { log, sites, supervisors, fed, latestMs } = this
    const found = await findDeliveryFaults(this.rows, {
      fed,
      log,
      launches: this.launches,
      retrySeconds: RETRY_SECONDS,
      timeoutMs: TIMEOUT_MS,
      // The only server of a SQLite file releases the claims of its predecessor.
      claimHoldsMs: this.plan.servers === 1 ? 0 : DELIVERY_LEASE_MARGIN_MS,
    })
    const odd = supervisors.flatMap(({ exits }) => [
      ...exits.slice(0, -1).filter((exit) => exit !== 'SIGKILL'),
      ...exits.slice(-1).filter((exit) => exit !== 0),
    ])
    const { faults, ...counts } = found
    return {
      ...counts,
      faults: [...this.faults, ...faults, ...odd.map((exit) => `a server ended with ${exit}`)],
      kills: this.kills - supervisors.length,
      sites: [...new Set(sites.flatMap(({ all }) => all))],
      sitesKilledAt: [...new Set(sites.flatMap(({ killed }) => [...killed]))].sort(),
      deliveries: fed,
      latestMs,
    }
  }
}
