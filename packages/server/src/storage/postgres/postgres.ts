import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Committed, OutcomeUnknown, type Store, Unavailable } from '../../domain/store/store.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { noChanges } from '../changes.js'
import { Semaphore } from '../semaphore.js'
import { TransactionGuard } from '../transaction-guard.js'
import { createTx } from '../unit-of-work.js'
import { PostgresConnection, SESSION, UNHURRIED } from './postgres-connection.js'
import { ConnectionLost, isWorthAnother } from './postgres-errors.js'
import { Statements } from './postgres-statements.js'

/** Connections of the pool. Some are kept for reads, which then never wait for rows that others hold. */
const READERS = 4
const WRITERS = 6

const RERUNS = 5
const FIRST_PAUSE_MS = 10
const PATIENCE_MS = 5_000
const STATUS_RETRY_MS = 50

interface Leased {
  readonly connection: PostgresConnection
  /** Gives it back to the pool, or ends it. */
  release(isSpent: boolean): void
}

/** The store on PostgreSQL: every unit of work is a transaction of its own and runs again when it met another writer. */
export class PostgresStore implements Store {
  private readonly pool: pg.Pool
  private readonly statements = new Statements()
  private readonly readers = new Semaphore(READERS)
  private readonly writers = new Semaphore(WRITERS)

  constructor(
    url: string,
    private readonly onCommit: (committed: Committed) => void,
    isUnhurried: boolean,
  ) {
    const patience = isUnhurried ? UNHURRIED : {}
    this.pool = new pg.Pool({ ...SESSION, ...patience, connectionString: url, max: READERS + WRITERS })
    // A connection that breaks tells those who use it; nobody else has to know.
    this.pool.on('error', () => undefined)
    this.pool.on('connect', (client) => client.on('error', () => undefined))
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
    await Promise.all([this.readers.close(), this.writers.close()])
    if (!this.pool.ending) await this.pool.end()
  }

  private readFor<Result>(work: (tx: Tx) => Promise<Result>, isWorkers: boolean): Promise<Result> {
    return this.readers.run(() => untilSettled(() => this.readOnce(work)), isWorkers)
  }

  private writeFor<Result>(work: (tx: Tx) => Promise<Result>, isWorkers: boolean): Promise<Result> {
    return this.writers.run(() => untilSettled(() => this.writeOnce(work)), isWorkers)
  }

  private async readOnce<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const leased = await this.lease()
    return inTransaction(leased, async ({ connection }, unit) => {
      await connection.beginRead()
      const result = await unit.finish(() => work(createTx(unit, noChanges())))
      await connection.commit()
      return result
    })
  }

  private async writeOnce<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const leased = await this.lease()
    const changes = noChanges()
    const attempt: { atCommit?: { id: string; result: Result } } = {}
    try {
      await inTransaction(leased, async ({ connection }, unit) => {
        const id = await connection.begin()
        attempt.atCommit = { id, result: await unit.finish(() => work(createTx(unit, changes))) }
        await connection.commit()
      })
    } catch (error) {
      if (!attempt.atCommit || !(await this.isCommitted(attempt.atCommit.id, error))) throw error
    }
    if (!attempt.atCommit) throw new Error('a unit ended without a result')
    this.onCommit(changes)
    return attempt.atCommit.result
  }

  /**
   * What became of a transaction whose COMMIT failed: even an error that the server names may be of a crash that kept it.
   *
   * @throws OutcomeUnknown when nobody can tell in time
   */
  private async isCommitted(id: string, cause: unknown): Promise<boolean> {
    for (const deadline = performance.now() + PATIENCE_MS; performance.now() < deadline; ) {
      const status = await this.statusOf(id)
      if (status === 'committed') return true
      if (status === 'aborted') return false
      await sleep(STATUS_RETRY_MS)
    }
    throw new OutcomeUnknown('the database was lost at COMMIT: whether this was done is not known', { cause })
  }

  /** Undefined when nobody says, whatever keeps them from it. */
  private async statusOf(id: string): Promise<string | null | undefined> {
    try {
      const { connection, release } = await this.lease()
      let isSpent = true
      try {
        const text = 'SELECT pg_xact_status(CAST(? AS xid8)) AS status'
        const row = await connection.get<{ status: string | null }>(text, id)
        isSpent = false
        return row?.status
      } finally {
        release(isSpent)
      }
    } catch {
      return undefined
    }
  }

  private async lease(): Promise<Leased> {
    try {
      const client = await this.pool.connect()
      const connection = new PostgresConnection(client, this.statements)
      return { connection, release: (isSpent) => client.release(isSpent) }
    } catch (error) {
      throw new Unavailable('PostgreSQL cannot be reached', { cause: error })
    }
  }
}

/** One transaction from its BEGIN to its COMMIT. What fails leaves nothing, and no connection in an unknown state. */
async function inTransaction<Result>(
  leased: Leased,
  work: (leased: Leased, unit: TransactionGuard) => Promise<Result>,
): Promise<Result> {
  const unit = new TransactionGuard(leased.connection)
  let isSpent = false
  try {
    return await work(leased, unit)
  } catch (error) {
    isSpent = error instanceof ConnectionLost || !(await isRolledBack(leased.connection))
    // A unit that translated the race it met has met it all the same.
    throw isWorthAnother(unit.failure) ? unit.failure : error
  } finally {
    leased.release(isSpent)
  }
}

async function isRolledBack(connection: PostgresConnection): Promise<boolean> {
  try {
    await connection.script('ROLLBACK')
    return true
  } catch {
    // The connection goes now, and its transaction with it.
    return false
  }
}

/** Runs a unit again, after growing pauses, for as long as another run may fare better. */
async function untilSettled<Result>(run: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS
  for (let reruns = 0; ; reruns += 1) {
    try {
      return await run()
    } catch (error) {
      if (!isWorthAnother(error) || reruns === RERUNS || performance.now() > deadline) throw error
    }
    await sleep(FIRST_PAUSE_MS * 2 ** reruns * (0.5 + Math.random() / 2))
  }
}
