import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Committed, Store } from '../domain/store/store.js'
import { filesOpenToAll, requireWritable } from './file-access.js'
import { currentVersion, type MigrationTarget, migrate, requireCurrent } from './migrate.js'
import { sqliteFault } from './sqlite/sqlite-guard.js'

/** Where the books are. */
export type DatabaseLocation =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string }

/** The SQLite driver of this installation cannot be loaded. */
class DriverUnusable extends Error {
  override readonly name = 'DriverUnusable'
}

export interface OpenOptions {
  /** The folder of a SQLite file is made when it is missing. */
  readonly database: DatabaseLocation
  readonly now: number
  readonly onCommit: (committed: Committed) => void
  /** The SQLite file may be damaged, and is marked so: nothing may be answered any more. */
  readonly onDamage: (error: Error) => void
  /** Units of work that share one commit on SQLite at most. */
  readonly maxUnits?: number
  /** The books are looked at as they are: nothing is migrated, and a statement on PostgreSQL may take its time. */
  readonly isInspection?: boolean
}

/**
 * Migrates the database and opens the store on it. Beside a server, operator commands may open it too. A driver is loaded
 * only when its engine is used.
 *
 * @throws MigrationError, for an inspection of an older database too, and DatabaseDamaged when a file that was left as suspect is no longer sound
 */
export async function openStore(options: OpenOptions): Promise<Store> {
  const { database, now, onCommit, isInspection = false } = options
  await (isInspection ? requireCurrentDatabase(database) : migrateDatabase(database, now))
  if (database.engine === 'postgres') {
    const { PostgresStore } = await import('./postgres/postgres.js')
    return new PostgresStore(database.url, onCommit, isInspection)
  }
  const { SqliteStore } = await import('./sqlite/sqlite.js')
  return SqliteStore.open({ ...options, file: database.file })
}

/** Brings the database to this version. @returns the names of the migrations that ran */
export const migrateDatabase = (database: DatabaseLocation, now: number): Promise<string[]> =>
  withTarget(database, (target) => migrate(target, migrationsFolder(), now))

const requireCurrentDatabase = (database: DatabaseLocation): Promise<void> =>
  withTarget(database, (target) => requireCurrent(target, migrationsFolder()))

/** Reads this version's migrations. @returns a check of those that a database ran, which throws MigrationError */
export const ourVersion = (): ReturnType<typeof currentVersion> => currentVersion(migrationsFolder())

async function withTarget<Result>(
  database: DatabaseLocation,
  work: (target: MigrationTarget) => Promise<Result>,
): Promise<Result> {
  if (database.engine === 'postgres') {
    const { migratePostgres } = await import('./postgres/postgres-migrations.js')
    return migratePostgres(database.url, work)
  }
  prepareFile(database.file)
  const { migrateSqlite } = await import('./sqlite/sqlite-migrations.js')
  return migrateSqlite(database.file, work)
}

/**
 * Makes this process the only server of a SQLite file until it ends: rate limits and streams live in its memory.
 *
 * @returns a function that gives the lock back
 * @throws DatabaseInUse
 */
export async function lockForServer(database: DatabaseLocation): Promise<() => void> {
  if (database.engine === 'postgres') return () => undefined
  prepareFile(database.file)
  const { lockFile } = await import('./sqlite/sqlite-lock.js')
  return lockFile(database.file)
}

/** The files of a SQLite database that every user of the machine can read or write. */
export const exposedFiles = (database: DatabaseLocation): string[] =>
  database.engine === 'sqlite' ? filesOpenToAll(database.file) : []

/** Before anything loads the driver. */
function prepareFile(file: string): void {
  const fault = sqliteFault()
  if (fault !== undefined) throw new DriverUnusable(fault)
  requireWritable(file)
}

/** `migrations/` of this package, from the sources and from the build alike. */
function migrationsFolder(): string {
  const manifest = createRequire(import.meta.url).resolve('@merchantpay/server/package.json')
  return join(dirname(manifest), 'migrations')
}
