import Database from 'better-sqlite3'
import type { Committed, Store } from '../../../src/domain/store/store.js'
import { type DatabaseLocation, openStore } from '../../../src/storage/open.js'
import { START } from '../domain/context.js'
import { provideMigratedFile } from '../storage/migrated-file.js'
import { connectTo } from '../storage/postgres-client.js'

/** A store and a second connection to its database that shares no code with it. Whole numbers come as bigint. */
export interface LedgerDatabase {
  readonly store: Store
  rows<Row>(sql: string): Promise<Row[]>
  close(): Promise<void>
}
export type OpenLedgerDatabase = (onCommit: (committed: Committed) => void) => Promise<LedgerDatabase>

export const ledgerIn = (location: DatabaseLocation): OpenLedgerDatabase =>
  location.engine === 'sqlite' ? sqliteLedger(location.file) : postgresLedger(location.url)

/** Opens a SQLite file, and migrates it where it is new. */
export const sqliteLedger =
  (file: string): OpenLedgerDatabase =>
  async (onCommit) => {
    await provideMigratedFile(file)
    const database = { engine: 'sqlite', file } as const
    const store = await openStore({ database, now: START, onCommit, onDamage: () => undefined })
    const connection = new Database(file)
    connection.defaultSafeIntegers(true)
    return {
      store,
      rows: async <Row>(sql: string) => connection.prepare(sql).all() as Row[], // the SQL text names the columns
      async close() {
        connection.close()
        await store.close()
      },
    }
  }

/** Opens a migrated PostgreSQL database. */
export const postgresLedger =
  (url: string): OpenLedgerDatabase =>
  async (onCommit) => {
    const database = { engine: 'postgres', url } as const
    const store = await openStore({ database, now: START, onCommit, onDamage: () => undefined })
    const connection = await connectTo(url)
    return {
      store,
      rows: async <Row>(sql: string) => (await connection.query(sql)).rows as Row[], // the SQL text names the columns
      async close() {
        await connection.end()
        await store.close()
      },
    }
  }
