import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Committed, OutcomeUnknown, type Store } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { noChanges } from '../changes.js'
import { Semaphore } from '../semaphore.js'
import type { StoreMeter } from '../store-meter.js'
import { createTx, STRIPES } from '../unit-of-work.js'
import { HintListener, type HintReceiver } from './hint-listener.js'
import { HINT_CHANNEL } from './hint-payload.js'
import { HintSender } from './hint-sender.js'
import type { Outcome, TransactionPlace } from './postgres-connection.js'
import { isRetryable } from './postgres-errors.js'
import { NO_LIMITS, openPool, type PoolSize, USUAL_POOL } from './postgres-session.js'
import { Statements } from './postgres-statements.js'
import { inTransaction, type Leased, leaseFrom } from './postgres-transaction.js'

/** The connection that sends hints. */
const SENDERS = 1

const RERUNS = 5
const FIRST_PAUSE_MS = 10
const RETRY_FOR_MS = 5_000
const STATUS_RETRY_MS = 50

interface PostgresOptions {
  readonly pool?: PoolSize | undefined
  readonly hasNoTimeouts: boolean
  /** Undefined if this process wants no hints of other servers. */
  readonly receiver: HintReceiver | undefined
  readonly meter: StoreMeter | undefined
}

/** The store on PostgreSQL: each unit of work is one transaction, and runs again after a conflict with another writer. */
export class PostgresStore implements Store {
  private readonly pool: pg.Pool
  private readonly statements = new Statements()
  private readonly readers: Semaphore
  private readonly writers: Semaphore
  private readonly source = randomUUID()
  private readonly hints = new HintSender(this.source, (payloads) => this.sendHints(payloads))
  private readonly listener: HintListener | undefined
  private readonly meter: StoreMeter | undefined

  /** @param receiver gets the hints of other processes */
  constructor(
    url: string,
    private readonly onCommit: (committed: Committed) => void,
    { pool: { readers, writers } = USUAL_POOL, hasNoTimeouts, receiver, meter }: PostgresOptions,
  ) {
    this.readers = new Semaphore(readers)
    this.writers = new Semaphore(writers)
    this.meter = meter
    meter?.watchQueue(() => this.writers.waiting)
    this.pool = openPool(url, readers + writers + SENDERS, hasNoTimeouts ? NO_LIMITS : undefined)
    const { source } = this
    const send = (payloads: readonly string[]) => this.sendHints(payloads)
    this.listener = receiver && new HintListener({ url, source, receiver, send })
  }

  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.readFor(work, false)
  }

  write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.writeFor(work, false)
  }

  forWorkers(): Store {
    return {
      read: (work) => this.readFor(work, true),
      write: (work) => this.writeFor(work, true),
      forWorkers: () => this.forWorkers(),
      close: () => this.close(),
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.readers.close(), this.writers.close(), this.listener?.close()])
    await this.hints.close()
    if (!this.pool.ending) await this.pool.end()
  }

  private readFor<Result>(work: (tx: Tx) => Promise<Result>, isWorkers: boolean): Promise<Result> {
    return this.readers.run(() => withReruns(() => this.readOnce(work)), isWorkers)
  }

  private writeFor<Result>(work: (tx: Tx) => Promise<Result>, isWorkers: boolean): Promise<Result> {
    return this.writers.run(() => withReruns(() => this.writeOnce(work)), isWorkers)
  }

  private async readOnce<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const leased = await this.lease()
    return inTransaction(leased, async ({ connection }, guard) => {
      await connection.beginRead()
      const result = await guard.finish(() => work(createTx(guard, noChanges())))
      await connection.commit()
      return result
    })
  }

  private async writeOnce<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const leased = await this.lease()
    const changes = noChanges()
    const attempt: { atCommit?: { place: TransactionPlace; result: Result } } = {}
    try {
      await inTransaction(leased, async ({ connection }, guard) => {
        // Sent alone. Together with the first statements it gained nothing: 168 orders a second instead of 174, over four runs of
        // `bench -- contention`. A statement behind a BEGIN that failed would also be committed on its own.
        const place = await connection.begin()
        const tx = createTx(guard, changes, stripeOf(place))
        attempt.atCommit = { place, result: await guard.finish(() => work(tx)) }
        const start = performance.now()
        await connection.commit()
        this.meter?.measureCommit(performance.now() - start)
      })
    } catch (error) {
      if (!attempt.atCommit || !(await this.isCommitted(attempt.atCommit.place, error))) throw error
    }
    if (!attempt.atCommit) throw new Error('a unit of work ended without a result')
    this.hints.note(changes)
    this.onCommit(changes)
    return attempt.atCommit.result
  }

  /**
   * Finds the outcome of a transaction whose COMMIT failed. The transaction may be committed even when PostgreSQL answered
   * with an error, since that error may stem from a crash after the commit. A commit that a failover may take back is not
   * reported.
   *
   * @throws OutcomeUnknown when the outcome is not found in time
   */
  private async isCommitted(place: TransactionPlace, cause: unknown): Promise<boolean> {
    const deadline = performance.now() + RETRY_FOR_MS
    for (let left = RETRY_FOR_MS; left > 0; left = deadline - performance.now()) {
      const outcome = await this.outcomeOf(place, left)
      if (outcome === 'unknown') break
      if (outcome) return outcome === 'committed'
      await sleep(STATUS_RETRY_MS)
    }
    throw new OutcomeUnknown(
      'the database was lost during COMMIT: whether the changes were stored is unknown',
      { cause },
    )
  }

  /** Sends hints in one round trip. Their transaction stores nothing, so that it need not wait for the disk. */
  private async sendHints(payloads: readonly string[]): Promise<void> {
    const { connection, release } = await this.lease()
    let isSpent = true
    try {
      const notify = payloads.map(
        (payload) => `SELECT pg_notify('${HINT_CHANNEL}', ${pg.escapeLiteral(payload)});`,
      )
      await connection.script(`BEGIN; SET LOCAL synchronous_commit TO off; ${notify.join(' ')} COMMIT`)
      isSpent = false
    } finally {
      release(isSpent)
    }
  }

  /** Undefined also when PostgreSQL cannot be asked. */
  private async outcomeOf(place: TransactionPlace, waitMs: number): Promise<Outcome | undefined> {
    try {
      const leased = await this.lease()
      return await inTransaction(leased, ({ connection }) => connection.outcomeOf(place, waitMs))
    } catch {
      return undefined
    }
  }

  private lease(): Promise<Leased> {
    return leaseFrom(this.pool, this.statements)
  }
}

/** Transactions that are open together have ids in a row, on all servers, and so another stripe each. */
const stripeOf = ({ id }: TransactionPlace): number => Number(BigInt(id) % BigInt(STRIPES))

/** Reruns a unit of work, after growing pauses, while its error is retryable. */
async function withReruns<Result>(run: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + RETRY_FOR_MS
  for (let reruns = 0; ; reruns += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isRetryable(error) || reruns === RERUNS || performance.now() > deadline) throw error
    }
    await sleep(FIRST_PAUSE_MS * 2 ** reruns * (0.5 + Math.random() / 2))
  }
}
