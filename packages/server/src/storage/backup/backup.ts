import { basename, dirname, extname, join, resolve } from 'node:path'
import type { Instant } from '../../domain/shared/types.js'
import type { Engine } from '../migrate.js'
import { ownVersion } from '../own-package.js'
import { deleteOlder, describeFile, draftIn, dropDraft, finishDraft } from './backup-folder.js'
import type { DatabaseFacts, Manifest } from './manifest.js'

/** The backups before a migration that are kept. */
const KEPT_BEFORE_MIGRATIONS = 3

export interface BackupOptions {
  /** Created if it is missing. */
  readonly folder: string
  readonly at: Instant
  /** Fingerprint of the key that opens the stored secrets. */
  readonly masterKey: string | null
  /** How many backups of the database are kept; all without it. */
  readonly keep?: number | undefined
}

/** A finished backup. */
export interface MadeBackup {
  readonly path: string
  readonly manifest: Manifest
  /** Older backups that were deleted. */
  readonly deleted: readonly string[]
}

/** Where the rows of a backup come from. */
interface Source {
  readonly engine: Engine
  readonly database: string
  /** Begins the name of each backup. */
  readonly name: string
  readonly isLedgerProven: boolean
  /** Writes the rows into an empty file, and checks it. */
  dump(to: string): Promise<DatabaseFacts>
}

/**
 * Backs a SQLite file of an older version up before it is migrated, in `backups/` beside it. The newest three are kept.
 *
 * @throws BackupFailed, DatabaseInUse
 */
export function backUpBeforeMigration(file: string, at: Instant): Promise<MadeBackup> {
  const folder = join(dirname(resolve(file)), 'backups')
  return backUpFile(file, { folder, at, masterKey: null, keep: KEPT_BEFORE_MIGRATIONS }, 'before-migration')
}

/**
 * Backs a SQLite file up while servers use it. The ledger in the copy is proven first; older backups are deleted last.
 *
 * @throws BackupFailed, DatabaseInUse. Then no file looks like a backup
 */
export async function backUpFile(
  path: string,
  options: BackupOptions,
  kind?: 'before-migration',
): Promise<MadeBackup> {
  const { dumpSqlite, lockForBackup } = await import('./sqlite-backup.js')
  const file = resolve(path)
  const unlock = lockForBackup(file)
  try {
    const base = basename(file, extname(file))
    const name = kind === undefined ? base : `${base}-${kind}`
    const isLedgerProven = kind === undefined
    const dump = (to: string) => dumpSqlite(file, to, isLedgerProven)
    return await write({ engine: 'sqlite', database: file, name, isLedgerProven, dump }, options)
  } finally {
    unlock()
  }
}

/**
 * Backs a PostgreSQL database up with pg_dump, like {@link backUpFile}.
 *
 * @throws BackupFailed, ToolMissing, DatabaseUnreachable, DatabaseRefusal. Then no file looks like a backup
 */
export async function backUpPostgres(url: string, options: BackupOptions): Promise<MadeBackup> {
  const { dumpPostgres, nameOf, withBackupLock } = await import('./postgres-backup.js')
  return withBackupLock(url, (sql) => {
    const { host, database: name } = nameOf(url)
    const dump = (to: string) => dumpPostgres(sql, url, to)
    return write(
      { engine: 'postgres', database: `${host}/${name}`, name, isLedgerProven: true, dump },
      options,
    )
  })
}

async function write(source: Source, { folder, at, masterKey, keep }: BackupOptions): Promise<MadeBackup> {
  const { engine, database, name, isLedgerProven, dump } = source
  const draft = draftIn(resolve(folder), name, at, engine === 'sqlite' ? 'db' : 'dump')
  try {
    const facts = await dump(draft.partial)
    const manifest: Manifest = {
      ...{ engine, database, createdAt: at, serverVersion: ownVersion(), isLedgerProven, masterKey },
      ...facts,
      file: await describeFile(draft.partial, basename(draft.path)),
    }
    finishDraft(draft, manifest)
    const deleted = keep === undefined ? [] : deleteOlder(draft.path, manifest, keep)
    return { path: draft.path, manifest, deleted }
  } catch (error) {
    dropDraft(draft)
    throw error
  }
}
