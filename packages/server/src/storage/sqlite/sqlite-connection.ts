import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { Unavailable } from '../../domain/store/store.js'
import { type ScriptSql, type SqlValue, toBound } from '../sql.js'
import { isBusy, translate } from './sqlite-errors.js'

/** How long the driver itself waits for a lock: it blocks the event loop, so hardly at all. */
const DRIVER_TIMEOUT_MS = 20
const LOCK_PATIENCE_MS = 5_000
const LOCK_RETRY_MIN_MS = 2
const LOCK_RETRY_SPREAD_MS = 8

/** How long statements run on end before the event loop gets a turn: a unit may have thousands of them. */
const TURN_MS = 10

/** What makes a commit durable, and a rule a rule; read back, because SQLite passes over what it does not know. */
const WRITER = {
  journal_mode: 'wal',
  synchronous: 2,
  foreign_keys: 1,
  fullfsync: 1,
  trusted_schema: 0,
  journal_size_limit: 67_108_864,
}
/**
 * Whoever does units of work keeps in memory what undoing one would need: more than 64 KiB would go through a temporary file.
 * Sorts are in memory too, so a unit sorts little. A migration may sort a table: its sorts stay on disk.
 */
const UNIT_WRITER = { ...WRITER, temp_store: 2 }
const READER = { query_only: 1, trusted_schema: 0 }

/**
 * One connection to a SQLite file. Its statements are done when they return; the promises are those of the interface, and of
 * the turn that the event loop gets now and again. A transaction that goes on for long holds up other units, and nothing
 * else: readers have a connection of their own and see what is committed.
 */
export class SqliteConnection implements ScriptSql {
  /** When the first statement of this turn of the event loop ran; undefined before it. */
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

  static openWriter(file: string): SqliteConnection {
    return sync(() => new SqliteConnection(file, UNIT_WRITER))
  }

  /** On a new file, which takes its journal mode under a lock: another process may be about the same. */
  static async openFirstWriter(file: string): Promise<SqliteConnection> {
    for (const deadline = performance.now() + LOCK_PATIENCE_MS; ; await sleep(lockRetryMs())) {
      try {
        return sync(() => new SqliteConnection(file, WRITER))
      } catch (error) {
        if (!(error instanceof Unavailable) || performance.now() > deadline) throw error
      }
    }
  }

  static openReader(file: string): SqliteConnection {
    return sync(() => new SqliteConnection(file, READER))
  }

  /** False after an error that ended the whole transaction, savepoints and all. */
  get isInTransaction(): boolean {
    return this.db.open && this.db.inTransaction
  }

  async get<Row>(text: string, ...values: SqlValue[]): Promise<Row | undefined> {
    if (this.isTurnDue()) await nextTurn()
    return sync(() => this.prepare(text).get(...values.map(toBound)) as Row | undefined) // the SQL text names the columns
  }

  async all<Row>(text: string, ...values: SqlValue[]): Promise<Row[]> {
    if (this.isTurnDue()) await nextTurn()
    return sync(() => this.prepare(text).all(...values.map(toBound)) as Row[]) // the SQL text names the columns
  }

  async run(text: string, ...values: SqlValue[]): Promise<number> {
    if (this.isTurnDue()) await nextTurn()
    return sync(() => this.prepare(text).run(...values.map(toBound)).changes)
  }

  async script(text: string): Promise<void> {
    sync(() => this.db.exec(text))
  }

  /** A statement that frames a transaction. */
  frame(
    text: 'BEGIN' | 'COMMIT' | 'ROLLBACK' | 'SAVEPOINT unit' | 'RELEASE unit' | 'ROLLBACK TO unit',
  ): void {
    sync(() => this.prepare(text).run())
  }

  /** Takes the write lock. Another process's is waited for without blocking the event loop. */
  async begin(): Promise<void> {
    for (const deadline = performance.now() + LOCK_PATIENCE_MS; ; await sleep(lockRetryMs())) {
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

  private isTurnDue(): boolean {
    if (this.begunAt !== undefined) return performance.now() - this.begunAt >= TURN_MS
    this.begunAt = performance.now()
    setImmediate(() => {
      this.begunAt = undefined
    })
    return false
  }

  private set(name: string, value: string): void {
    this.db.pragma(`${name} = ${value}`)
    const inForce = `${this.db.pragma(name, { simple: true })}`
    if (inForce !== value) throw new Error(`SQLite has ${name} = ${inForce} instead of ${value}`)
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
 * The common text of a statement in this engine's spelling. A bare `LIMIT ?` is planned anew each time it runs, since SQLite
 * plans by the number that is bound; behind a sign it is like any other expression. With one writer there are no row locks
 * to skip, and no words for it.
 */
export const sqliteText = (text: string): string =>
  text.replace(/\bLIMIT \?/g, 'LIMIT +?').replace(/\s+FOR UPDATE SKIP LOCKED\b/g, '')

/** Different pauses, so that two processes do not meet again and again. */
const lockRetryMs = (): number => LOCK_RETRY_MIN_MS + Math.random() * LOCK_RETRY_SPREAD_MS

function sync<Result>(call: () => Result): Result {
  try {
    return call()
  } catch (error) {
    throw translate(error)
  }
}
