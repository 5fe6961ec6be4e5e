import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'

/** The database was written by a newer or a different version of the server. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/**
 * Brings a database to this version: each file of `migrations/` once, in order, in a transaction of its own that writes
 * its bookkeeping row first, so that a rival loses cleanly.
 *
 * @returns the names of the migrations that ran
 * @throws MigrationError when a migration was edited after it ran, or the database knows one that this version does not
 */
export function migrate(db: Database.Database, folder: string, at: number): string[] {
  db.exec(
    'CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT',
  )
  const migrations = readMigrations(folder)
  const applied = new Map(listApplied(db).map((row) => [row.name, row.checksum]))
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = [...applied.keys()].find((name) => !known.has(name))
  if (unknown)
    throw new MigrationError(`the database has migration ${unknown}, which this version does not know`)
  const pending = migrations.filter((migration) => isPending(migration, applied.get(migration.name)))
  for (const migration of pending) apply(db, migration, at)
  return pending.map((migration) => migration.name)
}

function isPending(migration: Migration, checksum: string | undefined): boolean {
  if (checksum !== undefined && checksum !== migration.checksum) {
    throw new MigrationError(`migration ${migration.name} was edited after it ran`)
  }
  return checksum === undefined
}

function apply(db: Database.Database, migration: Migration, at: number): void {
  const run = db.transaction(() => {
    db.prepare('INSERT INTO migrations (name, checksum, applied_at) VALUES (?, ?, ?)').run(
      migration.name,
      migration.checksum,
      BigInt(at),
    )
    db.exec(forSqlite(migration.sql))
  })
  run.immediate()
}

function listApplied(db: Database.Database): { name: string; checksum: string }[] {
  const statement = db.prepare<[], { name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations',
  )
  return statement.all()
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/** STRICT tables refuse a value of the wrong type, and the word BIGINT; without it an overflow becomes a float silently. */
const forSqlite = (sql: string): string =>
  sql
    .replaceAll(/^-- engine: postgres\n[\s\S]*?(?=^-- engine: |$(?![\s\S]))/gm, '')
    .replaceAll('BIGINT', 'INTEGER')
    .replaceAll(/^\);$/gm, ') STRICT;')
