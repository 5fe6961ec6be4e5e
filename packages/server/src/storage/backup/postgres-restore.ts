import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { noChanges } from '../changes.js'
import { migrate } from '../migrate.js'
import { migrationsFolder } from '../own-package.js'
import type { PostgresConnection } from '../postgres/postgres-connection.js'
import { withConnection } from '../postgres/postgres-migrations.js'
import { runTool } from '../postgres/postgres-tools.js'
import { markRestore, RESTORE_MARKER, unmarkRestore } from '../postgres/unfinished-restore.js'
import { inspectFile } from '../sqlite/sqlite-copy.js'
import { createTx } from '../unit-of-work.js'
import { countRows, listTables } from './database-facts.js'
import { requireBalanced } from './ledger-of-copy.js'
import { nameOf } from './postgres-backup.js'
import { type FoundBackup, type RestoreOptions, requireRows, requireUnchanged } from './restore.js'
import { prepareFile } from './sqlite-restore.js'
import { copyTables } from './table-copy.js'

/**
 * Restores a backup of either engine into an empty PostgreSQL database. A mark keeps servers from starting until the last
 * transaction, also when this process is killed.
 *
 * @throws OperatorError when the database is not empty, or the backup was changed; BackupFailed when the ledger is
 *   violated; ToolMissing
 */
export function restorePostgres(backup: FoundBackup, url: string, options: RestoreOptions): Promise<void> {
  return withConnection(url, async (sql) => {
    await requireEmpty(sql)
    if (backup.manifest.engine === 'postgres') await requireUnchanged(backup.path, backup.manifest)
    await markRestore(sql)
    if (backup.manifest.engine === 'postgres') await loadDump(sql, backup, url, options)
    else await loadFile(sql, backup, options)
  })
}

async function loadDump(
  sql: PostgresConnection,
  { path, manifest }: FoundBackup,
  url: string,
  options: RestoreOptions,
): Promise<void> {
  const flags = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  await runTool('pg_restore', [...flags, `--dbname=${nameOf(url).database}`, path], url)
  requireRows(await countRows(sql, 'postgres'), manifest.rows)
  await migrateTo(sql, options)
  await completeWith(sql, options, async () => undefined)
}

/** Copies the rows of a SQLite backup, by way of a file that has the schema of this version. */
async function loadFile(
  sql: PostgresConnection,
  backup: FoundBackup,
  options: RestoreOptions,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'merchantpay-restore-'))
  const file = join(folder, 'backup.db')
  try {
    await prepareFile(backup, file, { ...options, complete: async () => undefined })
    await migrateTo(sql, options)
    await completeWith(sql, options, () =>
      inspectFile(file, async (from) => {
        await copyTables(from, sql)
        requireRows(await countRows(sql, 'postgres'), await countRows(from, 'sqlite'))
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const migrateTo = (sql: PostgresConnection, { at }: RestoreOptions): Promise<string[]> =>
  migrate({ engine: 'postgres', sql, begin: () => sql.begin() }, migrationsFolder(), at)

async function completeWith(
  sql: PostgresConnection,
  { complete }: RestoreOptions,
  load: () => Promise<void>,
): Promise<void> {
  await sql.begin()
  await load()
  const tx = createTx(sql, noChanges())
  await requireBalanced(tx)
  await complete(tx)
  await unmarkRestore(sql)
  await sql.commit()
}

/** @throws OperatorError when the database has tables, or a server uses it */
async function requireEmpty(sql: PostgresConnection): Promise<void> {
  const servers = await sql.get<{ total: bigint }>(
    `SELECT COUNT(*) AS total FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'merchantpay' AND pid <> pg_backend_pid()`,
  )
  if (servers?.total !== 0n) throw new OperatorError('a server uses the database: stop it first')
  const tables = await listTables(sql, 'postgres')
  const [found] = tables.filter((table) => table !== RESTORE_MARKER)
  if (found === undefined) return
  throw new OperatorError(
    tables.includes(RESTORE_MARKER)
      ? 'an earlier restore into this database did not finish: create a new, empty database'
      : `the database has the table ${found}: create a new, empty database`,
  )
}
