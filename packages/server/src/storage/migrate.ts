import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppliedMigrations } from '../domain/store/system-tables.js'
import type { ScriptSql, Sql } from './sql.js'

/** The database cannot be brought to this version: a newer or a different one wrote it, for example. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

/** A newer version has migrated the database in a way that this version cannot go on with. */
export class NewerDatabase extends MigrationError {}

export type Engine = 'sqlite' | 'postgres'

/** A database as a migration uses it. */
export interface MigrationTarget {
  readonly engine: Engine
  readonly sql: ScriptSql
  /** Opens a transaction that may write. */
  begin(): Promise<unknown>
}

interface Migration {
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /** Why older servers cannot go on in a database that ran it; null if they can. */
  readonly incompatibleBecause: string | null
}

/** The migration by which a database remembers which of the later ones older servers cannot go on with. */
const REMEMBERS_INCOMPATIBLE = '0043-remember-incompatible-migrations.sql'
/** First line of a migration after which older servers cannot go on. */
const INCOMPATIBLE = /^-- incompatible with older servers: (.+)$/

const BOOKKEEPING = `CREATE TABLE IF NOT EXISTS migrations (
  name TEXT PRIMARY KEY,
  checksum TEXT NOT NULL,
  applied_at BIGINT NOT NULL
);
`

const FIND_BOOKKEEPING: Readonly<Record<Engine, string>> = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'migrations'",
  postgres: "SELECT to_regclass('migrations')::text AS name",
}

/**
 * Brings a database to this version: runs each file of `migrations/` once, in order, each in its own transaction, or all in one
 * where the database is empty. A file inserts its row in `migrations` first, so that a concurrent migrator waits for it and
 * then skips the file.
 *
 * @param before called before the first migration of a database that has run some
 * @returns the names of the migrations that this call ran
 * @throws MigrationError when a migration was edited after it ran, or the database has one that this version does not know
 *   and cannot go on with
 */
export async function migrate(
  target: MigrationTarget,
  folder: string,
  at: number,
  before: () => Promise<void> = async () => undefined,
): Promise<string[]> {
  await ensureBookkeeping(target)
  const applied = await readApplied(target.sql)
  const pending = pendingOf(readMigrations(folder), applied)
  if (pending.length > 0 && applied.checksums.size > 0) await before()
  const ran: string[] = []
  const run = async (migration: Migration) => {
    if (await apply(target, migration, at)) ran.push(migration.name)
  }
  if (applied.checksums.size === 0)
    await inTransaction(target, async () => {
      for (const migration of pending) await run(migration)
    })
  else for (const migration of pending) await inTransaction(target, () => run(migration))
  return ran
}

/** Checks that a database is of this version, and changes nothing. @throws MigrationError when it is not */
export async function requireCurrent({ sql }: MigrationTarget, folder: string): Promise<void> {
  createVersionCheck(folder)(await readApplied(sql))
}

/** Returns whether a database needs no migration of this version; changes nothing. @throws MigrationError like {@link migrate} */
export async function isMigrated({ sql, engine }: MigrationTarget, folder: string): Promise<boolean> {
  const found = await sql.get<{ name: string | null }>(FIND_BOOKKEEPING[engine])
  if (!found?.name) return false
  return pendingOf(readMigrations(folder), await readApplied(sql)).length === 0
}

/**
 * Reads the migrations once, since the files of a running server may be replaced.
 *
 * @returns a check of the migrations that a database has run, which throws MigrationError
 */
export function createVersionCheck(folder: string): (applied: AppliedMigrations) => void {
  const migrations = readMigrations(folder)
  return (applied) => {
    const [pending] = pendingOf(migrations, applied)
    if (!pending) return
    throw new MigrationError(
      `the database lacks migration ${pending.name}: run merchantpay-server migrate first`,
    )
  }
}

/**
 * Checks that this version can migrate a database that has run these migrations. Each of them must be known, since a restore
 * also verifies and changes rows.
 *
 * @throws MigrationError
 */
export function requireMigratable(folder: string, applied: ReadonlyMap<string, string>): void {
  const migrations = readMigrations(folder)
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...applied.keys()].find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new NewerDatabase(`the database has migration ${unknown}, which this version does not know`)
  for (const migration of migrations) isPending(migration, applied.get(migration.name))
}

/**
 * Returns the migrations that a database lacks. One of a newer version has migrations that this version does not know; it
 * can be used as long as all of them allow it.
 *
 * @throws MigrationError when the database ran a migration that was edited since; NewerDatabase when it ran one that this
 *   version does not know and cannot go on with
 */
function pendingOf(
  migrations: readonly Migration[],
  { checksums, incompatible }: AppliedMigrations,
): Migration[] {
  const known = new Set(migrations.map((migration) => migration.name))
  const unknown = [...checksums.keys()].filter((name) => !known.has(name))
  const refusing = unknown.find((name) => incompatible.has(name))
  if (refusing)
    throw new NewerDatabase(
      `the database has migration ${refusing}, after which older servers cannot go on: ${incompatible.get(refusing)}`,
    )
  const pending = migrations.filter((migration) => isPending(migration, checksums.get(migration.name)))
  // Migrations run in their order, so a database of a newer version has all of ours, the one that remembers among them.
  const isNewer = pending.length === 0 && checksums.has(REMEMBERS_INCOMPATIBLE)
  if (unknown[0] !== undefined && !isNewer)
    throw new NewerDatabase(`the database has migration ${unknown[0]}, which this version does not know`)
  return pending
}

function isPending(migration: Migration, checksum: string | undefined): boolean {
  if (checksum !== undefined && checksum !== migration.checksum) {
    throw new MigrationError(`migration ${migration.name} was edited after it ran`)
  }
  return checksum === undefined
}

/** @returns false when a concurrent migrator ran it first */
async function apply({ sql, engine }: MigrationTarget, migration: Migration, at: number): Promise<boolean> {
  const inserted = await sql.run(
    'INSERT INTO migrations (name, checksum, applied_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    migration.name,
    migration.checksum,
    at,
  )
  if (inserted === 1) {
    await sql.script(textFor(engine, migration.sql))
    if (migration.incompatibleBecause !== null)
      await sql.run(
        'INSERT INTO incompatible_migrations (name, reason) VALUES (?, ?)',
        migration.name,
        migration.incompatibleBecause,
      )
    return true
  }
  isPending(migration, (await readApplied(sql)).checksums.get(migration.name))
  return false
}

async function ensureBookkeeping(target: MigrationTarget): Promise<void> {
  try {
    await inTransaction(target, ({ sql, engine }) => sql.script(textFor(engine, BOOKKEEPING)))
  } catch (error) {
    // Two migrators of an empty database may both create the table; the second one fails and finds it there.
    await readApplied(target.sql).catch(() => {
      throw error
    })
  }
}

async function inTransaction<Result>(
  target: MigrationTarget,
  work: (target: MigrationTarget) => Promise<Result>,
): Promise<Result> {
  await target.begin()
  try {
    const result = await work(target)
    await target.sql.script('COMMIT')
    return result
  } catch (error) {
    // The first error is the cause, so it is the one to report.
    await target.sql.script('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Reads the migrations that ran. */
export async function readApplied(sql: Sql): Promise<AppliedMigrations> {
  const rows = await sql.all<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations ORDER BY name LIMIT 10000',
  )
  const checksums = new Map(rows.map((row) => [row.name, row.checksum]))
  const marked = checksums.has(REMEMBERS_INCOMPATIBLE)
    ? await sql.all<{ name: string; reason: string }>(
        'SELECT name, reason FROM incompatible_migrations ORDER BY name LIMIT 10000',
      )
    : []
  return { checksums, incompatible: new Map(marked.map(({ name, reason }) => [name, reason])) }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => {
    const sql = readFileSync(join(folder, name), 'utf8')
    const [firstLine = ''] = sql.split('\n')
    const incompatibleBecause = INCOMPATIBLE.exec(firstLine)?.[1] ?? null
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex'), incompatibleBecause }
  })
}

function textFor(engine: Engine, script: string): string {
  const text = sectionsFor(engine, script)
  return engine === 'sqlite' ? forSqlite(text) : text
}

/** Keeps the lines for one engine. A line `-- engine: sqlite`, `postgres` or `both` opens a section, which ends at the next. */
function sectionsFor(engine: Engine, script: string): string {
  let section = 'both'
  const lines = script.split('\n').filter((line) => {
    section = /^-- engine: (sqlite|postgres|both)$/.exec(line)?.[1] ?? section
    return section === 'both' || section === engine
  })
  return lines.join('\n')
}

/**
 * Makes tables STRICT, so that a value of the wrong type is refused: without it an overflow silently becomes a float. A STRICT
 * table does not know the type BIGINT.
 */
const forSqlite = (sql: string): string =>
  sql.replaceAll('BIGINT', 'INTEGER').replaceAll(/^\);$/gm, ') STRICT;')
