import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { type Committed, type Store, type Tx, Unavailable } from '../domain/ports.js'
import type { Sql, SqlValue } from './sql.js'
import { createTx, noChanges } from './store.js'

/** How long the driver itself waits for a lock: it blocks the event loop, so hardly at all. */
const DRIVER_TIMEOUT_MS = 20
const LOCK_RETRY_MS = 5
const LOCK_PATIENCE_MS = 5_000

/** What the database answers when it cannot write now; nothing was done. */
const UNAVAILABLE = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|CANTOPEN|IOERR_WRITE)/

/**
 * The store on one SQLite file: a writer and a reader connection, WAL, every commit synced. Units of work run one after
 * another on each connection, so that no unit sees another's half.
 */
export class SqliteStore implements Store {
  private readonly writer: Connection
  private readonly reader: Connection

  constructor(
    file: string,
    private readonly onCommit: (committed: Committed) => void,
  ) {
    this.writer = new Connection(file)
    this.writer.pragma('journal_mode = WAL')
    for (const setting of ['synchronous = FULL', 'foreign_keys = ON', 'trusted_schema = OFF']) {
      this.writer.pragma(setting)
    }
    this.reader = new Connection(file)
    this.reader.pragma('query_only = ON')
  }

  read<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.reader.transaction('BEGIN', () => work(createTx(this.reader, noChanges())))
  }

  async write<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const changes = noChanges()
    const result = await this.writer.transaction('BEGIN IMMEDIATE', () =>
      work(createTx(this.writer, changes)),
    )
    this.onCommit(changes)
    return result
  }

  async close(): Promise<void> {
    await Promise.all([this.reader.close(), this.writer.close()])
  }
}

class Connection implements Sql {
  private readonly db: Database.Database
  private readonly statements = new Map<string, Database.Statement<unknown[]>>()
  /** The unit at work; the next one starts when it has settled. */
  private last: Promise<unknown> = Promise.resolve()

  constructor(file: string) {
    this.db = new Database(file, { timeout: DRIVER_TIMEOUT_MS })
    this.db.defaultSafeIntegers(true)
  }

  pragma(setting: string): void {
    this.db.pragma(setting)
  }

  async get<Row>(text: string, ...values: SqlValue[]): Promise<Row | undefined> {
    return this.prepare(text).get(...values.map(toBound)) as Row | undefined // the SQL text names the columns
  }

  async all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]> {
    return this.prepare(text).all(...values.map(toBound)) as Row[] // the SQL text names the columns
  }

  async run(text: string, ...values: SqlValue[]): Promise<number> {
    return this.prepare(text).run(...values.map(toBound)).changes
  }

  transaction<Result>(begin: 'BEGIN' | 'BEGIN IMMEDIATE', work: () => Promise<Result>): Promise<Result> {
    const unit = this.last.then(() => this.runUnit(begin, work))
    this.last = unit.catch(() => undefined)
    return unit
  }

  async close(): Promise<void> {
    await this.last
    this.db.close()
  }

  private async runUnit<Result>(begin: string, work: () => Promise<Result>): Promise<Result> {
    try {
      await this.begin(begin)
      const result = await work()
      this.db.exec('COMMIT')
      return result
    } catch (error) {
      // Some errors end the transaction by themselves.
      if (this.db.open && this.db.inTransaction) this.db.exec('ROLLBACK')
      throw isUnavailable(error) ? new Unavailable('database unavailable', { cause: error }) : error
    }
  }

  /** Waits for another process's lock without blocking the event loop. */
  private async begin(text: string): Promise<void> {
    for (const deadline = performance.now() + LOCK_PATIENCE_MS; ; await sleep(LOCK_RETRY_MS)) {
      try {
        this.db.exec(text)
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
      }
    }
  }

  private prepare(text: string): Database.Statement<unknown[]> {
    const known = this.statements.get(text)
    if (known) return known
    const statement = this.db.prepare<unknown[]>(text)
    this.statements.set(text, statement)
    return statement
  }
}

/** The driver binds numbers as REAL; every number of ours is a whole one. */
const toBound = (value: SqlValue): string | bigint | null =>
  typeof value === 'number' ? BigInt(value) : value

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')

const isUnavailable = (error: unknown): boolean =>
  (error instanceof Database.SqliteError && UNAVAILABLE.test(error.code)) ||
  (error instanceof TypeError && error.message === 'The database connection is not open')
