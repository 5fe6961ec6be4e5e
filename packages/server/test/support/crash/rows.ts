import Database from 'better-sqlite3'
import pg from 'pg'
import { Statements } from '../../../src/storage/postgres/postgres-statements.js'

const ANSWER_MS = 10_000
/** Longer than a failover. */
const FAILOVER_MS = 120_000
const AGAIN_MS = 250
/** The server was ended, starts, or is a standby that takes no changes. */
const AWAY = /^(08...|57P0.|25006|53...)$/
const UNIQUE = '23505'

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
    const limits = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }
    const client = new pg.Client({ connectionString: url, ...limits, types: { getTypeParser: parserOf } })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return (await client.query(statements.named(text).text, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  /** PostgreSQL may fail over. A row that is there on a repeat was inserted by the try before. */
  async function insist(text: string, values: Value[]): Promise<unknown[]> {
    let isRepeat = false
    for (const deadline = performance.now() + FAILOVER_MS; ; await pause()) {
      try {
        return await query(text, values)
      } catch (error) {
        const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
        if (isRepeat && code === UNIQUE) return []
        if ((code !== '' && !AWAY.test(code)) || performance.now() > deadline) throw error
        isRepeat = true
      }
    }
  }
  return {
    all: async <Row>(text: string, ...values: Value[]) => (await insist(text, values)) as Row[], // the SQL text names the columns
    async run(text, ...values) {
      await insist(text, values)
    },
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, AGAIN_MS))

function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return type === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(type, format)
}
