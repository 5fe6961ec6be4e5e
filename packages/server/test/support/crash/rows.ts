import Database from 'better-sqlite3'
import pg from 'pg'
import { Statements } from '../../../src/storage/postgres/postgres-statements.js'

type Value = string | bigint

/** Direct access to the rows of a server's database. */
export interface Rows {
  all<Row>(text: string, ...values: Value[]): Promise<Row[]>
  run(text: string, ...values: Value[]): Promise<void>
}

/** @param url as in the server's settings */
export function rowsOf(url: string): Rows {
  return url.startsWith('file:') ? sqliteRows(url.slice('file:'.length)) : postgresRows(url)
}

/** Opens a connection per query: an open one would keep a restarting server from recovering the file. */
function sqliteRows(file: string): Rows {
  function using<Result>(readonly: boolean, work: (db: Database.Database) => Result): Result {
    const db = new Database(file, { readonly })
    try {
      return work(db.defaultSafeIntegers(true))
    } finally {
      db.close()
    }
  }
  return {
    async all<Row>(text: string, ...values: Value[]) {
      return using(true, (db) => db.prepare<unknown[], Row>(text).all(...values))
    },
    async run(text, ...values) {
      using(false, (db) => db.prepare(text).run(...values))
    },
  }
}

function postgresRows(url: string): Rows {
  const statements = new Statements()
  async function query(text: string, values: Value[]): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url, types: { getTypeParser: parserOf } })
    await client.connect()
    try {
      return (await client.query(statements.named(text).text, values)).rows
    } finally {
      await client.end()
    }
  }
  return {
    all: async <Row>(text: string, ...values: Value[]) => (await query(text, values)) as Row[], // the SQL text names the columns
    async run(text, ...values) {
      await query(text, values)
    },
  }
}

function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return type === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(type, format)
}
