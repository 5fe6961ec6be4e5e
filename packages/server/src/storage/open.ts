import { existsSync } from 'node:fs'
import type { SharedCounters } from '../domain/store/shared-counters.js'
import type { Committed, Store } from '../domain/store/store.js'
import { changedAt, checkWritable, filesOpenToAll, lockFileOf, requireWritable } from './file-access.js'
import {
  createVersionCheck,
  isMigrated,
  MigrationError,
  type MigrationTarget,
  migrate,
  requireCurrent,
} from './migrate.js'
import { migrationsFolder } from './own-package.js'
import type { HintReceiver } from './postgres/hint-listener.js'
import type { PoolSize } from './postgres/postgres-session.js'
import type { ToolMissing } from './postgres/postgres-tools.js'
import { sqliteFault } from './sqlite/sqlite-guard.js'
import type { StoreMeter } from './store-meter.js'

/**
 * The database of the ledger: a file or a PostgreSQL URL. `isReplicated`: another program checkpoints the file. `readUrl`: a
 * standby for stale reads.
 */
export type DatabaseLocation =
  | { readonly engine: 'sqlite'; readonly file: string; readonly isReplicated?: true }
  | { readonly engine: 'postgres'; readonly url: string; readonly readUrl?: string; readonly pool?: PoolSize }

/** The SQLite driver of this installation cannot be loaded. */
class DriverUnusable extends Error {
  override readonly name = 'DriverUnusable'
}

export interface OpenOptions {
  /** The folder of a SQLite file is created if it is missing. */
  readonly database: DatabaseLocation
  readonly now: number
  readonly onCommit: (committed: Committed) => void
  /** Gets the changes of other processes, where PostgreSQL reports them. */
  readonly hints?: HintReceiver
  /** Called when the SQLite file may be damaged and is marked so: the process must stop answering. */
  readonly onDamage: (error: Error) => void
  /** The most units of work that share one commit on SQLite. */
  readonly maxPerCommit?: number
  readonly meter?: StoreMeter | undefined
  /** Opens the database as it is: nothing is migrated, and statements on PostgreSQL have no time limit. */
  readonly isInspection?: boolean
}

/**
 * Migrates the database and opens the store on it. An operator command may open it while a server runs. A driver is loaded
 * only when its engine is used.
 *
 * @throws RestoreUnfinished on PostgreSQL; MigrationError when the migrations of the database do not match this version; for an inspection also when some
 *   are missing
 * @throws DatabaseDamaged when a file that is marked as suspect fails its check
 */
export async function openStore(options: OpenOptions): Promise<Store> {
  const { database, now, onCommit, isInspection = false, meter } = options
  await (isInspection ? requireCurrentDatabase(database) : migrateDatabase(database, now))
  if (database.engine === 'postgres') {
    const { PostgresStore } = await import('./postgres/postgres.js')
    const { hints: receiver } = options
    const { url, pool } = database
    return new PostgresStore(url, onCommit, { pool, hasNoTimeouts: isInspection, receiver, meter })
  }
  const { SqliteStore } = await import('./sqlite/sqlite.js')
  const { file, isReplicated = false } = database
  return SqliteStore.open({ ...options, file, isReplicated })
}

/**
 * Opens the counters that servers share. Undefined on SQLite, where a server is alone and counts in its memory.
 *
 * @param now the clock that windows are measured by
 */
export async function openSharedCounters(
  database: DatabaseLocation,
  now: () => number,
): Promise<SharedCounters | undefined> {
  if (database.engine === 'sqlite') return undefined
  const { PostgresCounters } = await import('./postgres/postgres-counters.js')
  return new PostgresCounters(database.url, now)
}

/**
 * Brings the database to this version. A SQLite file of an older one is backed up before.
 *
 * @returns the names of the migrations that ran
 * @throws MigrationError when the file could not be backed up
 */
export const migrateDatabase = (database: DatabaseLocation, now: number): Promise<string[]> =>
  withTarget(database, (target) => migrate(target, migrationsFolder(), now, () => keepCopy(database, now)))

/** PostgreSQL has backups of its own, and a copy here would take as long as its data is large. */
async function keepCopy(database: DatabaseLocation, now: number): Promise<void> {
  if (database.engine === 'postgres') return
  const { backUpBeforeMigration } = await import('./backup/backup.js')
  try {
    await backUpBeforeMigration(database.file, now)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new MigrationError(`nothing was migrated, because the backup before it failed: ${reason}`, {
      cause: error,
    })
  }
}

const requireCurrentDatabase = (database: DatabaseLocation): Promise<void> =>
  withTarget(database, (target) => requireCurrent(target, migrationsFolder()))

/**
 * Checks that a server could start on the database, and changes nothing: no folder, file or table is created.
 *
 * @returns whether the database is of this version, so that its rows can be read
 * @throws the errors of {@link openStore} at once, without waiting for a database that is not reachable yet
 */
export async function checkDatabase(database: DatabaseLocation): Promise<boolean> {
  const check = (target: MigrationTarget) => isMigrated(target, migrationsFolder())
  if (database.engine === 'postgres') return withTarget(database, check)
  requireDriver()
  checkWritable(database.file)
  if (!existsSync(database.file)) return false
  const { inspectSqlite } = await import('./sqlite/sqlite-migrations.js')
  return inspectSqlite(database.file, check)
}

/**
 * Returns why this machine cannot back a database up, or undefined if it can.
 *
 * @throws DatabaseUnreachable, DatabaseRefusal
 */
export async function findToolFault(database: DatabaseLocation): Promise<ToolMissing | undefined> {
  if (database.engine === 'sqlite') return undefined
  const { findDumperFault } = await import('./backup/postgres-backup.js')
  return findDumperFault(database.url)
}

/** Reads this version's migrations. @returns a check of the migrations that a database ran, which throws MigrationError */
export const createOwnVersionCheck = (): ReturnType<typeof createVersionCheck> =>
  createVersionCheck(migrationsFolder())

async function withTarget<Result>(
  database: DatabaseLocation,
  work: (target: MigrationTarget) => Promise<Result>,
): Promise<Result> {
  if (database.engine === 'postgres') {
    const { migratePostgres } = await import('./postgres/postgres-migrations.js')
    const { requireRestored } = await import('./postgres/unfinished-restore.js')
    return migratePostgres(database.url, async (target) => {
      await requireRestored(target.sql)
      return work(target)
    })
  }
  prepareFile(database.file)
  const { migrateSqlite } = await import('./sqlite/sqlite-migrations.js')
  return migrateSqlite(database, work)
}

/**
 * Makes this process the only server of a SQLite file until it ends, because rate limits and streams live in its memory.
 *
 * @returns a function that releases the lock
 * @throws DatabaseInUse
 */
export async function lockForServer(database: DatabaseLocation): Promise<() => void> {
  if (database.engine === 'postgres') return () => undefined
  prepareFile(database.file)
  const { lockFile } = await import('./sqlite/sqlite-lock.js')
  return lockFile(lockFileOf(database.file), `another server runs on ${database.file}`)
}

/** Returns the files of a SQLite database that every user of the machine can read or write. */
export const exposedFiles = (database: DatabaseLocation): string[] =>
  database.engine === 'sqlite' ? filesOpenToAll(database.file) : []

/** Returns when a SQLite database was last written or put back, by the clock of the machine; 0 for another one. */
export const databaseChangedAt = (database: DatabaseLocation): number =>
  database.engine === 'sqlite' ? changedAt(database.file) : 0

/** Checks driver and file. Runs before the driver is loaded. */
function prepareFile(file: string): void {
  requireDriver()
  requireWritable(file)
}

function requireDriver(): void {
  const fault = sqliteFault()
  if (fault !== undefined) throw new DriverUnusable(fault)
}
