import Database from 'better-sqlite3'
import type { Tx } from '../../../src/domain/store/unit-of-work.js'
import { noChanges } from '../../../src/storage/changes.js'
import type { DatabaseLocation } from '../../../src/storage/open.js'
import { Statements } from '../../../src/storage/postgres/postgres-statements.js'
import { type Sql, type SqlValue, toBound } from '../../../src/storage/sql.js'
import { sqliteText } from '../../../src/storage/sqlite/sqlite-connection.js'
import { createTx } from '../../../src/storage/unit-of-work.js'
import { connectTo } from './postgres-client.js'

/** PostgreSQL plans a prepared statement five times with its values, and then may keep one plan for all values. */
const RUNS = 8

/** How a database runs a statement. */
export interface Measured {
  /** The steps of its plan. */
  readonly plan: readonly string[]
  /** Duration of each run, milliseconds; changes are rolled back. */
  readonly runsMs: readonly number[]
}

/** A connection of its own that runs statements as the server does. */
export interface Planner {
  script(text: string): Promise<void>
  measure(text: string, values: readonly SqlValue[]): Promise<Measured>
  close(): Promise<void>
}

export const openPlanner = (location: DatabaseLocation): Promise<Planner> =>
  location.engine === 'sqlite' ? sqlitePlanner(location.file) : postgresPlanner(location.url)

/** Collects the statements of a unit of work. */
export async function statementsOf(
  work: (tx: Tx) => Promise<unknown>,
): Promise<Map<string, readonly SqlValue[]>> {
  const asked = new Map<string, readonly SqlValue[]>()
  const sql: Sql = {
    get: async (text, ...values) => {
      asked.set(text, values)
      return undefined
    },
    run: async (text, ...values) => {
      asked.set(text, values)
      return 0
    },
    insertAll: async (statements) => {
      for (const [text, ...values] of statements) asked.set(text, values)
    },
    all: async (text, ...values) => {
      asked.set(text, values)
      return []
    },
  }
  await work(createTx(sql, noChanges()))
  return asked
}

async function sqlitePlanner(file: string): Promise<Planner> {
  const db = new Database(file)
  db.pragma('foreign_keys = 1')
  return {
    async script(text) {
      db.exec(text)
    },
    async measure(text, values) {
      const bound = values.map(toBound)
      const prepared = sqliteText(text)
      const statement = db.prepare(prepared)
      const runsMs = await timed(
        async (inside) => {
          db.exec('BEGIN IMMEDIATE')
          await inside()
          db.exec('ROLLBACK')
        },
        async () => (statement.reader ? statement.all(...bound) : statement.run(...bound)),
      )
      const steps = db.prepare(`EXPLAIN QUERY PLAN ${prepared}`).all(...bound) as { detail: string }[] // the text column of the plan
      return { plan: steps.map(({ detail }) => detail), runsMs }
    },
    async close() {
      db.close()
    },
  }
}

async function postgresPlanner(url: string): Promise<Planner> {
  const client = await connectTo(url)
  const statements = new Statements()
  return {
    async script(text) {
      await client.query(text)
    },
    async measure(text, values) {
      const named = statements.named(text)
      const bound = values.map(toBound)
      const runsMs = await timed(
        async (inside) => {
          await client.query('BEGIN')
          await inside()
          await client.query('ROLLBACK')
        },
        () => client.query({ ...named, values: bound }),
      )
      const literals = bound.map((value) => (value === null ? 'NULL' : `'${value}'`)).join(', ')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN EXECUTE ${named.name}${literals && ` (${literals})`}`,
      )
      return { plan: rows.map((row) => row['QUERY PLAN']), runsMs }
    },
    close: () => client.end(),
  }
}

async function timed(
  around: (inside: () => Promise<void>) => Promise<void>,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const runsMs: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    await around(async () => {
      const started = performance.now()
      await work()
      runsMs.push(performance.now() - started)
    })
  }
  return runsMs
}

/**
 * Matches steps that read all of a table or an index that grows with the waiting deliveries. Reading all leased, redelivered
 * or target rows is allowed: they are few.
 */
const READS_ALL =
  /(SCAN|Seq Scan on) (webhook_(deliveries|events|attempts)|first|failed|other)\b(?! USING INDEX webhook_deliveries_(claimed|redelivered))/

export const readsAll = ({ plan }: Measured): boolean => plan.some((step) => READS_ALL.test(step))
