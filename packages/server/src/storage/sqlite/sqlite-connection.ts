import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Unavailable } from '../../domain/store/store.js'
import { type ScriptSql, type SqlValue, type Statement, toBound } from '../sql.js'
import { isBusy, translate } from './sqlite-errors.js'

/** How long the driver itself waits for a lock. Short, because that wait blocks the event loop. */
const DRIVER_TIMEOUT_MS = 20
const LOCK_TIMEOUT_MS = 5_000
const LOCK_RETRY_MIN_MS = 2
const LOCK_RETRY_SPREAD_MS = 8

/** How long statements run before the event loop gets a turn: a unit of work may have thousands of them. */
const YIELD_AFTER_MS = 10

/** Durable commits and enforced constraints. Each pragma is read back, because SQLite ignores unknown ones. */
const WRITER = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  fullfsync: 1,
  trusted_schema: 0,
  journal_size_limit: 67_108_864,
}
/**
 * The writer of units of work keeps its rollback data in memory; by default more than 64 KiB would go to a temporary file.
 * Sorts are in memory too, so a unit of work sorts little. A migration may sort a whole table: its sorts stay on disk.
 */
const WORK_WRITER = { ...WRITER, temp_store: 2 }
const READER = { query_only: 1, trusted_schema: 0 }
/** Another program copies the WAL and checkpoints it. */
const REPLICATED = { wal_autocheckpoint: 0 }

/** Connections that stay open until the process ends: the last one to close would checkpoint, and a read-only one cannot. */
const keepers = new Map<string, Database.Database>()

/**
 * One connection to a SQLite file. Statements run synchronously; they return promises because the interface asks for them,
 * and because the event loop gets a turn every 10 ms. A long transaction delays other units of work and nothing else:
 * readers have their own connection and see committed rows.
 */
export class SqliteConnection implements ScriptSql {
  /** When the first statement of this turn of the event loop ran; undefined if none has. */
  private begunAt: number | undefined
  private readonly db: Database.Database
  private readonly statements = new Map<string, Database.Statement<unknown[]>>()

  private constructor(file: string, pragmas: Readonly<Record<string, string | number>>) {
    this.db = new Database(file, { timeout: DRIVER_TIMEOUT_MS })
    this.db.defaultSafeIntegers(true)
    try {
      for (const [name, value] of Object.entries(pragmas)) this.set(name, `${value}`)
    } catch (error) {
      this.db.close()
      throw error
    }
  }

  /** @param isReplicated whether another program checkpoints the file */
  static openWriter(file: string, isReplicated = false): SqliteConnection {
    return sync(() => SqliteConnection.open(file, WORK_WRITER, isReplicated))
  }

  /**
   * Opens a file that may be new, for migrations, which may also edit the stored schema. Setting its journal mode takes a lock
   * that another process may hold for the same purpose.
   */
  static async openFirstWriter(file: string, isReplicated = false): Promise<SqliteConnection> {
    for (const deadline = performance.now() + LOCK_TIMEOUT_MS; ; await sleep(lockRetryMs())) {
      try {
        const connection = sync(() => SqliteConnection.open(file, WRITER, isReplicated))
        connection.db.unsafeMode()
        return connection
      } catch (error) {
        if (!(error instanceof Unavailable) || performance.now() > deadline) throw error
      }
    }
  }

  static openReader(file: string): SqliteConnection {
    return sync(() => new SqliteConnection(file, READER))
  }

  private static open(
    file: string,
    pragmas: Readonly<Record<string, string | number>>,
    isReplicated: boolean,
  ): SqliteConnection {
    if (!isReplicated) return new SqliteConnection(file, pragmas)
    const connection = new SqliteConnection(file, { ...pragmas, ...REPLICATED })
    if (!keepers.has(file)) keepers.set(file, openKeeper(file))
    return connection
  }

  /** False after an error that ended the whole transaction with its savepoints. */
  get isInTransaction(): boolean {
    return this.db.open && this.db.inTransaction
  }

  async get<Row>(text: string, ...values: SqlValue[]): Promise<Row | undefined> {
    if (this.isYieldDue()) await nextTurn()
    return sync(() => this.prepare(text).get(...values.map(toBound)) as Row | undefined) // the SQL text names the columns
  }

  async all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]> {
    if (this.isYieldDue()) await nextTurn()
    return sync(() => this.prepare(text).all(...values.map(toBound)) as Row[]) // the SQL text names the columns
  }

  async run(text: string, ...values: SqlValue[]): Promise<number> {
    if (this.isYieldDue()) await nextTurn()
    return sync(() => this.prepare(text).run(...values.map(toBound)).changes)
  }

  async insertAll(statements: readonly Statement[]): Promise<void> {
    for (const [text, ...values] of statements) await this.run(text, ...values)
  }

  async script(text: string): Promise<void> {
    sync(() => this.db.exec(text))
  }

  /** Runs a statement that begins or ends a transaction or savepoint. */
  frame(
    text: 'BEGIN' | 'COMMIT' | 'ROLLBACK' | 'SAVEPOINT unit' | 'RELEASE unit' | 'ROLLBACK TO unit',
  ): void {
    sync(() => this.prepare(text).run())
  }

  /** Takes the write lock. Waits for the lock of another process without blocking the event loop. */
  async begin(): Promise<void> {
    for (const deadline = performance.now() + LOCK_TIMEOUT_MS; ; await sleep(lockRetryMs())) {
      try {
        sync(() => this.prepare('BEGIN IMMEDIATE').run())
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
      }
    }
  }

  close(): void {
    this.db.close()
  }

  private isYieldDue(): boolean {
    if (this.begunAt !== undefined) return performance.now() - this.begunAt >= YIELD_AFTER_MS
    this.begunAt = performance.now()
    setImmediate(() => {
      this.begunAt = undefined
    })
    return false
  }

  private set(name: string, value: string): void {
    this.db.pragma(`${name} = ${value}`)
    const actual = `${this.db.pragma(name, { simple: true })}`
    if (actual !== value) throw new Error(`SQLite has ${name} = ${actual} instead of ${value}`)
  }

  private prepare(text: string): Database.Statement<unknown[]> {
    const known = this.statements.get(text)
    if (known) return known
    const statement = this.db.prepare<unknown[]>(sqliteText(text))
    this.statements.set(text, statement)
    return statement
  }
}

/**
 * Translates the common text of a statement for SQLite. A bare `LIMIT ?` is planned again at each run, since SQLite plans by
 * the bound number; `+?` avoids that. SQLite has one writer and no row locks, so `FOR UPDATE` is removed.
 */
export const sqliteText = (text: string): string =>
  text.replace(/\bLIMIT \?/g, 'LIMIT +?').replace(/\s+FOR UPDATE(?: SKIP LOCKED)?\b/g, '')

function openKeeper(file: string): Database.Database {
  const keeper = new Database(file, { readonly: true })
  // A connection opens the WAL with its first read.
  keeper.pragma('schema_version')
  return keeper
}

/** Random pauses, so that two processes do not keep colliding. */
const lockRetryMs = (): number => LOCK_RETRY_MIN_MS + Math.random() * LOCK_RETRY_SPREAD_MS

function sync<Result>(call: () => Result): Result {
  try {
    return call()
  } catch (error) {
    throw translate(error)
  }
}
