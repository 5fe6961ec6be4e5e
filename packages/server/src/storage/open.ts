import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import type { Committed, Store } from '../domain/ports.js'
import { migrate } from './migrate.js'
import { SqliteStore } from './sqlite.js'

/** Another server process holds the file. */
class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
}

export interface OpenOptions {
  /** Path of the SQLite file; its folder is made when it is missing. */
  readonly file: string
  readonly now: number
  readonly onCommit: (committed: Committed) => void
}

/** Migrates the file and opens the store on it. Beside a server, operator commands may open it too. */
export function openStore({ file, now, onCommit }: OpenOptions): Store {
  migrateFile(file, now)
  return new SqliteStore(file, onCommit)
}

/** Brings the file to this version. @returns the names of the migrations that ran */
export function migrateFile(file: string, now: number): string[] {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const db = new Database(file)
  try {
    return migrate(db, migrationsFolder(), now)
  } finally {
    db.close()
  }
}

/**
 * Makes this process the file's only server until it ends: rate limits and streams live in its memory. The lock is the
 * kernel's, so it goes with the process, however that ends.
 *
 * @returns a function that gives the lock back
 * @throws DatabaseInUse
 */
export function lockForServer(file: string): () => void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const lock = new Database(`${file}-server-lock`, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    const isBusy = error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY'
    throw isBusy ? new DatabaseInUse(`another server runs on ${file}`, { cause: error }) : error
  }
  return () => lock.close()
}

/** `migrations/` of this package, from the sources and from the build alike. */
function migrationsFolder(): string {
  const manifest = createRequire(import.meta.url).resolve('@merchantpay/server/package.json')
  return join(dirname(manifest), 'migrations')
}
