import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../src/storage/migrate.js'
import { type DatabaseLocation, migrateDatabase } from '../../src/storage/open.js'
import { migratePostgres } from '../../src/storage/postgres/postgres-migrations.js'
import { migrateSqlite } from '../../src/storage/sqlite/sqlite-migrations.js'
import { START } from '../support/domain/context.js'
import { temporaryFolder } from '../support/server/folder.js'
import { ENGINES, newLocation, openOn, sideOf } from '../support/storage/engines.js'

function folderOf(files: Record<string, string>): string {
  const folder = temporaryFolder()
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  return folder
}

const migrateWith = (folder: string, location: DatabaseLocation): Promise<string[]> =>
  location.engine === 'sqlite'
    ? migrateSqlite(location, (target) => migrate(target, folder, START))
    : migratePostgres(location.url, (target) => migrate(target, folder, START))

const REMEMBERS =
  'CREATE TABLE incompatible_migrations (\n  name TEXT PRIMARY KEY,\n  reason TEXT NOT NULL\n);\n'

const SECTIONS = `CREATE TABLE books (
  id TEXT PRIMARY KEY
);
-- engine: sqlite
INSERT INTO books (id) VALUES ('sqlite');
-- engine: postgres
INSERT INTO books (id) VALUES ('postgres');
-- engine: both
INSERT INTO books (id) VALUES ('zzz both');
`

describe.each(ENGINES)('migrations on %s', (engine) => {
  it('run each once when two migrators start together', async () => {
    const location = await newLocation(engine)
    const ran = await Promise.all([migrateDatabase(location, START), migrateDatabase(location, START)])
    const all = readdirSync(new URL('../../migrations', import.meta.url)).filter((name) =>
      name.endsWith('.sql'),
    )
    expect(ran.flat().sort()).toEqual(all.sort())
    expect(await migrateDatabase(location, START)).toEqual([])
  })

  it('leave no table that accepts certain networks only, and SQLite finds its file sound', async () => {
    const location = await newLocation(engine)
    await migrateDatabase(location, START)
    const side = await sideOf(location)
    const named = {
      sqlite: "SELECT COUNT(*) FROM sqlite_schema WHERE sql LIKE '%TRC20%'",
      postgres: "SELECT COUNT(*) FROM pg_constraint WHERE pg_get_constraintdef(oid) LIKE '%TRC20%'",
    }
    expect(await side.value(named[engine])).toBe(0)
    if (engine === 'sqlite') expect(await side.value('PRAGMA integrity_check')).toBe('ok')
    await side.script(
      "INSERT INTO skipped_indexes (environment, network, first_index, last_index) VALUES ('test', 'NEXT20', 1, 2)",
    )
  })

  it('are not run by an inspection, which refuses an older database', async () => {
    const location = await newLocation(engine)
    await migrateDatabase(location, START)
    await openOn(location, { isInspection: true })
    const side = await sideOf(location)
    await side.script("DELETE FROM migrations WHERE name LIKE '0008%'")
    await expect(openOn(location, { isInspection: true })).rejects.toThrow(
      'the database lacks migration 0008',
    )
    expect(await side.value("SELECT COUNT(*) FROM migrations WHERE name LIKE '0008%'")).toBe(0)
  })

  it('run the sections of the engine and those of both', async () => {
    const location = await newLocation(engine)
    await migrateWith(folderOf({ '0001-create-books.sql': SECTIONS }), location)
    const side = await sideOf(location)
    const found: unknown[] = []
    for (const of of ['MIN', 'MAX', 'COUNT']) found.push(await side.value(`SELECT ${of}(id) FROM books`))
    expect(found).toEqual([engine, 'zzz both', 2])
  })

  it('refuse a file that was edited after it ran, and a database of a newer version', async () => {
    const location = await newLocation(engine)
    const [books, pages] = ['CREATE TABLE books (\n  id TEXT\n);\n', 'CREATE TABLE pages (\n  id TEXT\n);\n']
    await migrateWith(folderOf({ '0001-a.sql': books, '0002-b.sql': pages }), location)
    await expect(
      migrateWith(folderOf({ '0001-a.sql': pages, '0002-b.sql': pages }), location),
    ).rejects.toThrow('migration 0001-a.sql was edited after it ran')
    await expect(migrateWith(folderOf({ '0001-a.sql': books }), location)).rejects.toThrow(
      'the database has migration 0002-b.sql, which this version does not know',
    )
  })

  it('are accepted from a newer version, unless one says that older servers cannot go on', async () => {
    const location = await newLocation(engine)
    const ours = {
      '0001-a.sql': 'CREATE TABLE books (\n  id TEXT\n);\n',
      '0043-remember-incompatible-migrations.sql': REMEMBERS,
    }
    const newer = { ...ours, '0044-more.sql': 'CREATE TABLE pages (\n  id TEXT\n);\n' }
    await migrateWith(folderOf(newer), location)
    expect(await migrateWith(folderOf(ours), location)).toEqual([])
    const mark = '-- incompatible with older servers: they write the title'
    await migrateWith(folderOf({ ...newer, '0045-less.sql': `${mark}\nDROP TABLE books;\n` }), location)
    await expect(migrateWith(folderOf(ours), location)).rejects.toThrow(
      'the database has migration 0045-less.sql, after which older servers cannot go on: they write the title',
    )
    await expect(migrateWith(folderOf(newer), location)).rejects.toThrow('0045-less.sql')
  })

  it('migrations of a newer version are refused while one of this version is missing', async () => {
    const location = await newLocation(engine)
    const remembering = {
      '0043-remember-incompatible-migrations.sql': REMEMBERS,
    }
    const table = 'CREATE TABLE pages (\n  id TEXT\n);\n'
    await migrateWith(folderOf({ ...remembering, '0045-other.sql': table }), location)
    const known = { ...remembering, '0044-a.sql': 'CREATE TABLE books (\n  id TEXT\n);\n' }
    await expect(migrateWith(folderOf(known), location)).rejects.toThrow(
      '0045-other.sql, which this version does not know',
    )
  })

  it('leave nothing of a file that fails, and run it once it is fixed', async () => {
    const location = await newLocation(engine)
    const table = 'CREATE TABLE books (\n  id TEXT\n);\n'
    const broken = folderOf({ '0001-a.sql': `${table}INSERT INTO nowhere VALUES (1);\n` })
    await expect(migrateWith(broken, location)).rejects.toThrow('nowhere')
    expect(await migrateWith(folderOf({ '0001-a.sql': table }), location)).toEqual(['0001-a.sql'])
  })
})
