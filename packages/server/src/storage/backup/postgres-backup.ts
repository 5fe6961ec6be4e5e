import pg from 'pg'
import { noChanges } from '../changes.js'
import type { PostgresConnection } from '../postgres/postgres-connection.js'
import { withConnection } from '../postgres/postgres-migrations.js'
import { requireToolFor, runTool, ToolMissing } from '../postgres/postgres-tools.js'
import { createTx } from '../unit-of-work.js'
import { BackupFailed } from './backup-failed.js'
import { readFacts } from './database-facts.js'
import { requireBalanced } from './ledger-of-copy.js'
import type { DatabaseFacts } from './manifest.js'

/** The advisory lock of the one backup that runs at a time. */
const BACKUP_LOCK = 4_811_071_201
/** A line about the rows of a table, in the contents of a dump. */
const ROWS = /^\d+; \d+ \d+ TABLE DATA /gm

/**
 * Runs `work`, which dumps the database, as its only backup.
 *
 * @throws BackupFailed when another backup of the database runs
 */
export async function withBackupLock<Result>(
  url: string,
  work: (sql: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  return withConnection(url, async (sql) => {
    const text = 'SELECT CAST(pg_try_advisory_lock(?) AS INTEGER) AS is_mine'
    const row = await sql.get<{ is_mine: bigint }>(text, BACKUP_LOCK)
    if (row?.is_mine !== 1n) throw new BackupFailed('another backup of this database runs')
    return work(sql)
  })
}

/**
 * Dumps a PostgreSQL database into a file with pg_dump, and checks it. The ledger is proven in the snapshot that is dumped.
 *
 * @throws ToolMissing, BackupFailed
 */
export async function dumpPostgres(sql: PostgresConnection, url: string, to: string): Promise<DatabaseFacts> {
  await requireDumper(sql)
  await sql.beginRead()
  const exported = await sql.get<{ id: string }>('SELECT pg_export_snapshot() AS id')
  const options = [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    `--snapshot=${exported?.id}`,
    `--file=${to}`,
  ]
  await runTool('pg_dump', options, url)
  await requireBalanced(createTx(sql, noChanges()))
  const facts = await readFacts(sql, 'postgres')
  await sql.commit()
  const tables = (await runTool('pg_restore', ['--list', to])).match(ROWS)?.length ?? 0
  if (tables !== Object.keys(facts.rows).length)
    throw new BackupFailed(`the dump has ${tables} tables of ${Object.keys(facts.rows).length}`)
  return facts
}

/**
 * Returns why this machine cannot dump a database, or undefined if it can.
 *
 * @throws DatabaseUnreachable, DatabaseRefusal
 */
export const findDumperFault = (url: string): Promise<ToolMissing | undefined> =>
  withConnection(url, (sql) =>
    requireDumper(sql).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof ToolMissing) return error
        throw error
      },
    ),
  )

async function requireDumper(sql: PostgresConnection): Promise<void> {
  const server = await sql.get<{ version: bigint }>(
    "SELECT CAST(current_setting('server_version_num') AS INTEGER) AS version",
  )
  await requireToolFor('pg_dump', server?.version ?? 0n)
}

/** Returns what names a database, without the user. */
export function nameOf(url: string): { host: string; database: string } {
  const { host, port, database = '' } = new pg.Client({ connectionString: url })
  return { host: `${host}:${port}`, database }
}
