import type { Server as HttpListener } from 'node:http'
import type { Server } from '../../packages/server/src/compose/server.js'
import type { Context } from '../../packages/server/src/domain/context.js'
import type { Ids } from '../../packages/server/src/domain/shared/types.js'
import type { Store } from '../../packages/server/src/domain/store/store.js'
import type { Tx } from '../../packages/server/src/domain/store/unit-of-work.js'
import type { SendWebhook } from '../../packages/server/src/workers/webhooks/webhook-sender.js'
import type { Dice } from '../../packages/server/test/support/ledger/dice.js'
import type { Coverage } from './coverage.js'
import type { DatabaseFaults } from './database-faults.js'
import { type Answer, type CallOptions, exchangeOn, requestOf } from './exchange.js'
import type { Findings } from './findings.js'
import type { PostgresDriver } from './postgres-driver.js'
import type { VirtualTime } from './virtual-time.js'

/** A never settled promise: what a dead process waits for. */
const never = <Result = never>(): Promise<Result> => new Promise(() => undefined)

/** After this a caller hangs up, ms. */
const PATIENCE_MS = 60_000

/** The connection ended before the whole answer was there. */
export class ConnectionLost extends Error {}

/** The outside of a process. */
export interface Surroundings {
  readonly time: VirtualTime
  readonly dice: Dice
  readonly ids: Ids
  readonly environment: Readonly<Record<string, string>>
  readonly fetchFromNode: typeof fetch
  readonly fetchRates: () => Promise<Response>
  readonly sendWebhook: SendWebhook
  readonly coverage: Coverage
  readonly database: DatabaseFaults
  /** Undefined on SQLite. */
  readonly postgres: PostgresDriver | undefined
}

/** A call to the outside of a process, by what it does. `send` hands a signed payment to a node. */
export type OutsideCall = 'read' | 'write' | 'node' | 'send' | 'webhook' | 'answer' | 'proof'

/** The most that a call takes before it happens, and again until its outcome is known, ms. */
const MOST_MS: Readonly<Record<OutsideCall, number>> = {
  ...{ read: 1, write: 3, node: 5, send: 5, webhook: 50, answer: 40, proof: 2 },
}
const SLOW_DISK_MS = 2_000
/** How many calls to a node there are for a slow one, and the most that it takes. */
const CALLS_PER_SLOW_ONE = 400
const SLOW_NODE_MS = 3_000
const SEND = /eth_sendRawTransaction|"raw_data_hex"/

/** A process of the server. Each call to its outside takes virtual time, before and after, and it may die in any of them. */
export class Service {
  private isDead = false
  private http: HttpListener | undefined
  private server: Server | undefined
  private inner: Store | undefined
  private context: Context | undefined
  private underWay = 0
  private readonly died: Promise<void>
  private dying: { readonly at: OutsideCall; readonly isAfter: boolean } | undefined
  private noteDeath: () => void = () => undefined

  private constructor(private readonly surroundings: Surroundings) {
    this.died = new Promise((resolve) => {
      this.noteDeath = resolve
    })
  }

  /** @param stoppedAt when the process before it ended */
  static async start(surroundings: Surroundings, stoppedAt: number): Promise<Service> {
    const service = new Service(surroundings)
    const { time } = surroundings
    try {
      await time.own(service, () => service.boot(stoppedAt))
      return service
    } catch (error) {
      await service.kill()
      throw error
    }
  }

  /** Ends the process in the next call of a kind, before or after the call happens. None of its calls returns. */
  async dieAt(at: OutsideCall, isAfter: boolean): Promise<void> {
    this.dying = { at, isAfter }
    await this.died
    this.surroundings.coverage.noteCrash()
    await this.release()
  }

  /** Ends the process now. */
  kill(): Promise<void> {
    this.end()
    return this.release()
  }

  /** Takes a death back that has not happened. */
  spare(): void {
    this.dying = undefined
  }

  /** Lets the process stand still until a time, while the world goes on. */
  pause(until: number): void {
    this.surroundings.time.pause(this, until)
  }

  /** Stops the process in order. It may die meanwhile. */
  async stop(): Promise<void> {
    await Promise.race([this.surroundings.time.own(this, () => this.server?.stop()), this.died])
    if (this.isDead) return
    this.inner = undefined
    this.end()
  }

  /** Proves the ledger. */
  async prove(findings: Findings): Promise<void> {
    const [{ proveLedger }, { readConfig }] = await Promise.all([
      import('../../packages/server/src/compose/ledger-proof.js'),
      import('../../packages/server/src/config/config.js'),
    ])
    const { database } = readConfig({ ...this.surroundings.environment })
    const report = await proveLedger(database)
    for (const { check, violations } of report.checks)
      findings.note(violations.map((violation) => `ledger, ${check}: ${JSON.stringify(violation)}`))
  }

  /**
   * Decides as a command of the operator does, beside the process.
   *
   * @returns undefined when the process has ended, or the database cannot be written
   */
  async decide<Result>(work: (tx: Tx, context: Context) => Promise<Result>): Promise<Result | undefined> {
    const { inner, context } = this
    if (this.isDead || !inner || !context) return undefined
    try {
      return await inner.write((tx) => work(tx, context))
    } catch (error) {
      if ((error as Error).name === 'Unavailable') return undefined
      throw error
    }
  }

  /** Makes one call. @throws ConnectionLost when the process dies, or the patience of the caller ends, before the answer */
  async call(method: string, target: string, options: CallOptions = {}): Promise<Answer> {
    const { time } = this.surroundings
    const { headers, bytes } = requestOf(method, target, options, Math.floor(time.now / 1_000))
    const lost = this.died.then(() => {
      throw new ConnectionLost()
    })
    const kind = method === 'GET' ? 'read' : 'answer'
    const exchange = () =>
      this.outside(kind, () => {
        const { http } = this
        return this.isDead || !http
          ? never<Answer>()
          : exchangeOn(http, { method, path: target, headers, bytes })
      })
    const answered = new AbortController()
    const late = time.sleep(PATIENCE_MS, answered.signal).then(() => {
      throw new ConnectionLost()
    })
    try {
      return await Promise.race([time.own(this, exchange), lost, late])
    } finally {
      answered.abort()
    }
  }

  private end(): void {
    const { time } = this.surroundings
    this.isDead = true
    time.drop(this)
    time.underWay -= this.underWay
    this.underWay = 0
    this.noteDeath()
  }

  /** Ends the connections of a dead process. */
  private async release(): Promise<void> {
    const { postgres } = this.surroundings
    if (postgres) postgres.disconnect(this)
    else await this.inner?.close()
  }

  private begin(by: 1 | -1): void {
    if (this.isDead) return
    this.underWay += by
    this.surroundings.time.underWay += by
  }

  private async boot(stoppedAt: number): Promise<void> {
    const { environment, fetchFromNode, fetchRates, ids, sendWebhook } = this.surroundings
    const [{ startServer }, { readConfig }, { openStore }, { proveLedger }, { pino }, parts] =
      await Promise.all([
        import('../../packages/server/src/app.js'),
        import('../../packages/server/src/config/config.js'),
        import('../../packages/server/src/storage/open.js'),
        import('../../packages/server/src/compose/ledger-proof.js'),
        import('pino'),
        import('../../packages/server/src/commands/store-access.js'),
      ])
    const config = readConfig({ ...environment })
    this.context = parts.commandContext(config, ids)
    this.server = await startServer({
      config,
      log: pino({ level: process.env.SIMULATION_LOG ?? 'silent' }),
      ids,
      proveLedger: (database) => this.outside('proof', () => proveLedger(database)),
      changedAt: () => stoppedAt,
      lockDatabase: async () => () => undefined,
      openStore: async (options) => {
        const store = await openStore(options)
        this.inner = store
        return this.storeOver(store)
      },
      listen: async (http) => {
        this.http = http
        return 'http://simulation.invalid'
      },
      fetchFromNode: (url, init) =>
        this.outside(SEND.test(`${init?.body}`) ? 'send' : 'node', () => fetchFromNode(url, init)),
      fetchRates: () => this.outside('node', fetchRates),
      sendWebhook: (post, signal) => this.outside('webhook', () => sendWebhook(post, signal)),
    })
  }

  private storeOver(inner: Store): Store {
    return {
      read: (work) => this.outside('read', () => inner.read(work)),
      write: (work) => this.outside('write', () => inner.write(work)),
      forWorkers: () => this.storeOver(inner.forWorkers()),
      close: () => inner.close(),
    }
  }

  /** Does something outside of the process, which takes time before it happens and until it is known. */
  private async outside<Result>(kind: OutsideCall, work: () => Promise<Result>): Promise<Result> {
    const { time, dice, database } = this.surroundings
    const isDisk = kind === 'read' || kind === 'write'
    const isNode = kind === 'node' || kind === 'send'
    const slowMs =
      isDisk && database.isSlow
        ? SLOW_DISK_MS
        : isNode && dice.below(CALLS_PER_SLOW_ONE) === 0
          ? SLOW_NODE_MS
          : 0
    const mostMs = Math.max(MOST_MS[kind], slowMs)
    const wait = async (isAfter: boolean) => {
      // A read is as old as its answer, whenever it began.
      if (!this.isDead && (isAfter || kind !== 'read')) await time.sleep(dice.below(mostMs) + 1)
      if (this.dying?.at === kind && this.dying.isAfter === isAfter) this.end()
      if (this.isDead) await never()
    }
    this.begin(1)
    await wait(false)
    const outcome = await work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    await wait(true)
    this.begin(-1)
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
}
