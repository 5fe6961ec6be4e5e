import Database from 'better-sqlite3'
import type { Committed, Store } from '../../../src/domain/ports.js'
import { openStore } from '../../../src/storage/open.js'
import { START } from '../unit-context.js'

/** A store, and beside it a way to look at its rows that shares no code with it. Whole numbers come as bigint. */
export interface Books {
  readonly store: Store
  rows<Row>(sql: string): Promise<Row[]>
  close(): Promise<void>
}
export type OpenBooks = (onCommit: (committed: Committed) => void) => Promise<Books>

/** Books in a SQLite file. */
export const sqliteBooks =
  (file: string): OpenBooks =>
  async (onCommit) => {
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
