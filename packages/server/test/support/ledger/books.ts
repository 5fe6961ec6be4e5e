import Database from 'better-sqlite3'
import type { Committed, Store } from '../../../src/domain/store/store.js'
import { type DatabaseLocation, openStore } from '../../../src/storage/open.js'
import { START } from '../domain/context.js'
import { provideMigratedFile } from '../storage/migrated-file.js'
import { connectTo } from '../storage/postgres-client.js'

/** A store, and beside it a way to look at its rows that shares no code with it. Whole numbers come as bigint. */
export interface Books {
  readonly store: Store
  rows<Row>(sql: string): Promise<Row[]>
  close(): Promise<void>
}
export type OpenBooks = (onCommit: (committed: Committed) => void) => Promise<Books>

export const booksIn = (location: DatabaseLocation): OpenBooks =>
  location.engine === 'sqlite' ? sqliteBooks(location.file) : postgresBooks(location.url)

/** Books in a SQLite file. */
export const sqliteBooks =
  (file: string): OpenBooks =>
  async (onCommit) => {
    await provideMigratedFile(file)
    const database = { engine: 'sqlite', file } as const
    const store = await openStore({ database, now: START, onCommit, onDamage: () => undefined })
    const beside = new Database(file)
    beside.defaultSafeIntegers(true)
    return {
      store,
      rows: async <Row>(sql: string) => beside.prepare(sql).all() as Row[], // the SQL text names the columns
      async close() {
        beside.close()
        await store.close()
      },
    }
  }

/** Books in a PostgreSQL database of their own. */
export const postgresBooks =
  (url: string): OpenBooks =>
  async (onCommit) => {
    const database = { engine: 'postgres', url } as const
    const store = await openStore({ database, now: START, onCommit, onDamage: () => undefined })
    const beside = await connectTo(url)
    return {
      store,
      rows: async <Row>(sql: string) => (await beside.query(sql)).rows as Row[], // the SQL text names the columns
      async close() {
        await beside.end()
        await store.close()
      },
    }
  }
