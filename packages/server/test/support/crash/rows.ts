import Database from 'better-sqlite3'
import pg from 'pg'
import { Statements } from '../../../src/storage/postgres-statements.js'

/** What stands in a database, read past the server that keeps it. */
export interface Rows {
  all<Row>(text: string, ...values: string[]): Promise<Row[]>
}

/** @param url as the server gets it in its settings */
export function rowsOf(url: string): Rows {
  return url.startsWith('file:') ? sqliteRows(url.slice('file:'.length)) : postgresRows(url)
}

/** A connection a query: one that stayed open would keep a server that starts again from recovering the file. */
function sqliteRows(file: string): Rows {
  return {
    async all<Row>(text: string, ...values: string[]) {
      const db = new Database(file, { readonly: true })
      try {
        return db
          .defaultSafeIntegers(true)
          .prepare<unknown[], Row>(text)
          .all(...values)
      } finally {
        db.close()
      }
    },
  }
}

function postgresRows(url: string): Rows {
  const statements = new Statements()
  return {
    async all<Row>(text: string, ...values: string[]) {
      const client = new pg.Client({ connectionString: url, types: { getTypeParser: parserOf } })
      await client.connect()
      try {
        const { rows } = await client.query(statements.named(text).text, values)
        return rows as Row[] // the SQL text names the columns
      } finally {
        await client.end()
      }
    },
  }
}

function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return type === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(type, format)
}
