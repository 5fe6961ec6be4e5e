import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MigrationError, type MigrationTarget, migrate } from '../../src/storage/migrate.js'
import { migrateDatabase } from '../../src/storage/open.js'
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.js'
import { START } from '../support/domain/context.js'
import { temporaryFolder } from '../support/server/folder.js'

const MIGRATIONS = new URL('../../migrations', import.meta.url)

const BOOKS = 'CREATE TABLE books (\n  id TEXT PRIMARY KEY,\n  value BIGINT NOT NULL\n);\n'
const PAGES = 'CREATE TABLE pages (\n  id TEXT PRIMARY KEY\n);\n'

/** Opens a new file as a migration target, and a second connection for checks. */
function database(): { db: Database.Database; target: MigrationTarget } {
  const file = join(temporaryFolder(), 'books.db')
  const sql = SqliteConnection.openWriter(file)
  const db = new Database(file)
  onTestFinished(() => {
    sql.close()
    db.close()
  })
  return { db, target: { engine: 'sqlite', sql, begin: () => sql.begin() } }
}

const migrateFile = (file: string) => migrateDatabase({ engine: 'sqlite', file }, START)

function folderOf(files: Record<string, string>): string {
  const folder = temporaryFolder()
  write(folder, files)
  return folder
}

function write(folder: string, files: Record<string, string>): void {
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
}

const tables = (db: Database.Database) =>
  db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all()
const applied = (db: Database.Database) =>
  db.prepare('SELECT name FROM migrations ORDER BY name').pluck().all()

describe('migrating', () => {
  it('runs each file once, in the order of their names', async () => {
    const { db, target } = database()
    const folder = folderOf({ '0002-create-pages.sql': PAGES, '0001-create-books.sql': BOOKS })
    expect(await migrate(target, folder, START)).toEqual(['0001-create-books.sql', '0002-create-pages.sql'])
    expect(tables(db)).toEqual(['books', 'migrations', 'pages'])
  })

  it('runs nothing the second time', async () => {
    const { db, target } = database()
    const folder = folderOf({ '0001-create-books.sql': BOOKS })
    await migrate(target, folder, START)
    db.prepare('INSERT INTO books (id, value) VALUES (?, ?)').run('a', 1n)
    expect(await migrate(target, folder, START + 1)).toEqual([])
    expect(db.prepare('SELECT COUNT(*) FROM books').pluck().get()).toBe(1)
  })

  it('runs only what a newer version adds', async () => {
    const { target } = database()
    const folder = folderOf({ '0001-create-books.sql': BOOKS })
    await migrate(target, folder, START)
    write(folder, { '0002-create-pages.sql': PAGES })
    expect(await migrate(target, folder, START + 1)).toEqual(['0002-create-pages.sql'])
  })

  it('records when each file ran', async () => {
    const { db, target } = database()
    await migrate(target, folderOf({ '0001-create-books.sql': BOOKS }), START)
    expect(db.prepare('SELECT applied_at FROM migrations').pluck().get()).toBe(START)
  })

  it('ignores files that are no migrations', async () => {
    const { target } = database()
    expect(
      await migrate(target, folderOf({ 'README.md': 'not SQL', '0001.sql.bak': 'not SQL' }), START),
    ).toEqual([])
  })

  it('refuses a file that was edited after it ran', async () => {
    const { db, target } = database()
    const folder = folderOf({ '0001-create-books.sql': BOOKS })
    await migrate(target, folder, START)
    write(folder, { '0001-create-books.sql': `${BOOKS}\n`, '0002-create-pages.sql': PAGES })
    await expect(migrate(target, folder, START)).rejects.toThrow(
      new MigrationError('migration 0001-create-books.sql was edited after it ran'),
    )
    expect(tables(db)).toEqual(['books', 'migrations'])
  })

  it('refuses a database with a migration that this version does not know', async () => {
    const { db, target } = database()
    await migrate(
      target,
      folderOf({ '0001-create-books.sql': BOOKS, '0009-from-tomorrow.sql': PAGES }),
      START,
    )
    const older = folderOf({
      '0001-create-books.sql': BOOKS,
      '0002-create-more.sql': 'CREATE TABLE more (id TEXT);',
    })
    await expect(migrate(target, older, START)).rejects.toThrow(
      new MigrationError(
        'the database has migration 0009-from-tomorrow.sql, which this version does not know',
      ),
    )
    expect(tables(db)).toEqual(['books', 'migrations', 'pages'])
  })

  it('leaves an empty database empty when a file fails', async () => {
    const { db, target } = database()
    const folder = folderOf({ '0001-create-books.sql': BOOKS, '0002-create-pages.sql': 'nonsense' })
    await expect(migrate(target, folder, START)).rejects.toThrow('nonsense')
    expect(tables(db)).toEqual(['migrations'])
    expect(applied(db)).toEqual([])
  })

  it('leaves nothing of a file that fails, and keeps those before it', async () => {
    const { db, target } = database()
    const folder = folderOf({ '0001-create-books.sql': BOOKS })
    await migrate(target, folder, START)
    write(folder, {
      '0002-create-pages.sql': PAGES,
      '0003-create-more.sql': 'CREATE TABLE more (id TEXT);\nINSERT INTO nowhere VALUES (1);\n',
      '0004-create-last.sql': 'CREATE TABLE last (id TEXT);',
    })
    await expect(migrate(target, folder, START)).rejects.toThrow('nowhere')
    expect(tables(db)).toEqual(['books', 'migrations', 'pages'])
    expect(applied(db)).toEqual(['0001-create-books.sql', '0002-create-pages.sql'])
  })

  it('runs a file that failed again once it is fixed', async () => {
    const { target } = database()
    const folder = folderOf({ '0001-create-books.sql': 'CREATE TABLE books (;' })
    await expect(migrate(target, folder, START)).rejects.toThrow()
    write(folder, { '0001-create-books.sql': BOOKS })
    expect(await migrate(target, folder, START)).toEqual(['0001-create-books.sql'])
  })

  it('creates tables that refuse a value of another type', async () => {
    const { db, target } = database()
    await migrate(target, folderOf({ '0001-create-books.sql': BOOKS }), START)
    expect(() => db.prepare('INSERT INTO books (id, value) VALUES (?, ?)').run('a', 1.5)).toThrow('INTEGER')
  })
})

describe('a database file', () => {
  it('is created with its folder and brought to this version once', async () => {
    const file = join(temporaryFolder(), 'deep', 'down', 'books.db')
    expect(await migrateFile(file)).toEqual(readdirSync(MIGRATIONS).sort())
    expect(await migrateFile(file)).toEqual([])
  })

  it('has strict tables only', async () => {
    const file = join(temporaryFolder(), 'books.db')
    await migrateFile(file)
    const db = new Database(file)
    onTestFinished(() => {
      db.close()
    })
    const loose = db.prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0",
    )
    expect(loose.pluck().all()).toEqual(['sqlite_schema'])
  })
})
