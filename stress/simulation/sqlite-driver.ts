import Database from 'better-sqlite3'
import type { DatabaseFault, FaultyDriver } from './database-faults.js'

/** The first and the last statement of each transaction of a connection that writes. */
const BEGIN = 'BEGIN IMMEDIATE'
const COMMIT = 'COMMIT'
const WRITES = /^\s*(?:INSERT|UPDATE|DELETE)\b/
/**
 * Each seventh write on a full disk finds no room for its row; the others find none at the commit. Of a new order, the writes
 * that are sent together are the fourth to the eighth.
 */
const WRITES_UNTIL_FULL = 7

/** The driver of SQLite: a disk may have no room for a row or a commit, and a file may be read-only. */
export class SqliteDriver implements FaultyDriver {
  readonly kinds = ['full', 'read-only'] as const
  private readonly writers = new Set<Database.Database>()
  private fault: DatabaseFault | undefined
  private writes = 0

  private constructor() {}

  /** Replaces a call of the driver for the rest of the process. */
  static install(): SqliteDriver {
    const driver = new SqliteDriver()
    const { prototype } = Database
    const { prepare } = prototype
    prototype.prepare = function (this: Database.Database, text: string) {
      const statement = prepare.call(this, text)
      if (text === BEGIN) driver.note(this)
      if (text === COMMIT) driver.guard(statement)
      if (WRITES.test(text)) driver.guardRows(this, statement)
      return statement
    } as typeof prepare // its overloads differ in the types of rows alone
    return driver
  }

  set(fault: DatabaseFault | undefined): void {
    this.fault = fault
    for (const writer of this.writers) {
      if (writer.open) this.apply(writer)
      else this.writers.delete(writer)
    }
  }

  private note(writer: Database.Database): void {
    this.writers.add(writer)
    this.apply(writer)
  }

  private apply(writer: Database.Database): void {
    writer.pragma(`query_only = ${this.fault === 'read-only' ? 1 : 0}`)
  }

  private guard(commit: Database.Statement): void {
    const { run } = commit
    commit.run = (...values) => {
      if (this.fault === 'full') throw noRoom()
      return run.apply(commit, values)
    }
  }

  /** SQLite itself ends the whole transaction of a write that finds no room. */
  private guardRows(writer: Database.Database, statement: Database.Statement): void {
    for (const name of ['run', 'get', 'all'] as const) {
      const call: (...values: unknown[]) => unknown = statement[name]
      const guarded = (...values: unknown[]) => {
        if (this.fault === 'full' && writer.inTransaction) {
          this.writes += 1
          if (this.writes % WRITES_UNTIL_FULL === 0) {
            writer.exec('ROLLBACK')
            throw noRoom()
          }
        }
        return call.apply(statement, values)
      }
      Object.assign(statement, { [name]: guarded })
    }
  }
}

const noRoom = () => new Database.SqliteError('database or disk is full', 'SQLITE_FULL')
