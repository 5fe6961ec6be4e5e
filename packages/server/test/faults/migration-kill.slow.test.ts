import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { type MigrationTarget, migrate } from '../../src/storage/migrate.js'
import { migrateDatabase } from '../../src/storage/open.js'
import { SqliteConnection } from '../../src/storage/sqlite/sqlite-connection.js'
import { rowsOf } from '../support/crash/rows.js'
import { START } from '../support/domain/context.js'
import { CLI } from '../support/server/cli.js'
import { temporaryFolder } from '../support/server/folder.js'
import { migrateBelow } from '../support/storage/migrate-below.js'
import { createDatabase } from '../support/storage/postgres.js'

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url))
const PRELOAD = fileURLToPath(new URL('../support/preload/kill-site.mjs', import.meta.url))
const run = promisify(execFile)
/** A server that should have refused to start is ended after this time: `spawnSync` would wait for it forever. */
const START_LIMIT_MS = 60_000

const envOf = (file: string) => ({ PATH: process.env.PATH, MERCHANTPAY_DATABASE_URL: `file:${file}` })

/** Reads the schema, the applied migrations and the merchants of a file. */
function readFile(file: string) {
  const db = new Database(file, { readonly: true })
  const schema = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all()
  const applied = db.prepare('SELECT name, checksum FROM migrations ORDER BY name').all()
  const merchants = db.prepare('SELECT id FROM merchants').pluck().all()
  db.close()
  return { schema, applied, merchants }
}

/**
 * Migrates a file and passes on, before each statement, the state that a process killed there would leave: the file and
 * its log.
 */
async function migrateStepwise(file: string, beforeEach: () => void): Promise<void> {
  const sql = await SqliteConnection.openFirstWriter(file)
  const step = <Result>(work: () => Promise<Result>): Promise<Result> => {
    beforeEach()
    return work()
  }
  const target: MigrationTarget = {
    engine: 'sqlite',
    begin: () => step(() => sql.begin()),
    sql: {
      get: (text, ...values) => step(() => sql.get(text, ...values)),
      all: (text, ...values) => step(() => sql.all(text, ...values)),
      run: (text, ...values) => step(() => sql.run(text, ...values)),
      insertAll: (statements) => step(() => sql.insertAll(statements)),
      async script(text) {
        for (const statement of text.split(/(?<=;)\n/)) await step(() => sql.script(statement))
      },
    },
  }
  await migrate(target, MIGRATIONS, START)
  sql.close()
}

/** Runs the first migration: where none has run, all share one transaction. */
const migrateFirst = (file: string): Promise<void> => migrateBelow('0002', { engine: 'sqlite', file })

/** A database and its log. */
const filesOf = (file: string) => ['', '-wal'].map((end) => ({ path: `${file}${end}`, end }))

/** Identifies what a database has on the disk: most statements change nothing there before their commit. */
function contentOf(file: string): string {
  const hash = createHash('sha256')
  for (const { path } of filesOf(file)) hash.update(existsSync(path) ? readFileSync(path) : '').update(':')
  return hash.digest('hex')
}

function copyDatabase(from: string, to: string): void {
  for (const { path, end } of filesOf(from)) if (existsSync(path)) copyFileSync(path, `${to}${end}`)
}

/** Inserts a merchant, whose row must survive every migration after the one that creates the table. */
const insertMerchant = (file: string): void => {
  const db = new Database(file)
  const names = db.prepare("SELECT name FROM pragma_table_info('merchants')").pluck().all() as string[] // names of columns
  const values = names.map((name) =>
    name === 'tier' ? 'BASIC' : name === 'status' ? 'ACTIVE' : name.endsWith('_at') ? 1 : name,
  )
  db.prepare(`INSERT INTO merchants (${names.join()}) VALUES (${names.map(() => '?').join()})`).run(...values)
  db.close()
}

describe('an interrupted migration', () => {
  it('is applied once by the next start, at whichever statement it was interrupted', async () => {
    const folder = temporaryFolder()
    const whole = join(folder, 'whole.db')
    const copies = new Map<string, string>()
    await migrateFirst(whole)
    await migrateStepwise(whole, () => {
      const content = contentOf(whole)
      if (copies.has(content)) return
      const copy = join(folder, `copy-${copies.size}.db`)
      copyDatabase(whole, copy)
      copies.set(content, copy)
    })
    const expected = readFile(whole)
    expect(copies.size).toBeGreaterThan(70)
    for (const [at, copy] of [...copies.values()].entries()) {
      await migrateDatabase({ engine: 'sqlite', file: copy }, START + 1)
      expect({ at, ...readFile(copy) }).toEqual({ at, ...expected })
    }
  }, 240_000)

  it('is resumed after SIGKILL, with the existing rows', async () => {
    const file = join(temporaryFolder(), 'books.db')
    await migrateFirst(file)
    const kill = (site: string) =>
      spawnSync(process.execPath, ['--import', PRELOAD, CLI, 'migrate'], {
        env: { ...envOf(file), ...faultAt(site) },
      })
    const faultAt = (site: string) => ({ FAULT_KILL_AFTER: site, FAULT_KILL_SITE: 'before COMMIT' })
    const third =
      'after CREATE INDEX sandbox_transfers_by_block ON sandbox_transfers (environment, network, block_number);'
    expect(kill(third).signal).toBe('SIGKILL')
    insertMerchant(file)
    const { stdout } = await run(process.execPath, [CLI, 'migrate'], { env: envOf(file) })
    expect(stdout).toMatch(/^applied 0003-/)
    expect(readFile(file).merchants).toEqual(['id'])
  })
})

describe('two concurrent migrations', () => {
  it('apply every file once on SQLite', async () => {
    const file = join(temporaryFolder(), 'books.db')
    const migrator = () => run(process.execPath, [CLI, 'migrate'], { env: envOf(file) })
    const outputs = await Promise.all([migrator(), migrator()])
    const applied = outputs.flatMap(({ stdout }) =>
      stdout.split('\n').filter((line) => line.startsWith('applied ')),
    )
    expect(applied.sort()).toEqual(readFile(file).applied.map((row) => `applied ${nameOf(row)}`))
  })

  it('apply every file once on PostgreSQL', async () => {
    const url = await createDatabase()
    const migrator = () => migrateDatabase({ engine: 'postgres', url }, START)
    const ran = (await Promise.all([migrator(), migrator()])).flat()
    const rows = await rowsOf(url).all<{ name: string }>('SELECT name FROM migrations ORDER BY name')
    expect(ran.sort()).toEqual(rows.map(({ name }) => name))
  })
})

const nameOf = (row: unknown): string => (row as { name: string }).name // a row of migrations

describe('a database of another version', () => {
  it.each([
    [
      "UPDATE migrations SET checksum = 'x' WHERE name LIKE '0003%'",
      /0003-[a-z-]+\.sql was edited after it ran/,
    ],
    [
      `INSERT INTO migrations VALUES ('9999-tomorrow.sql', 'x', 1);
       INSERT INTO incompatible_migrations VALUES ('9999-tomorrow.sql', 'drops a column')`,
      /9999-tomorrow\.sql/,
    ],
  ])('is refused with 78 and left unchanged: %s', async (change, message) => {
    const file = join(temporaryFolder(), 'books.db')
    await migrateDatabase({ engine: 'sqlite', file }, START)
    const db = new Database(file)
    db.exec(change)
    db.close()
    const before = readFile(file)
    const { status, stderr } = spawnSync(process.execPath, [CLI, 'serve'], {
      env: envOf(file),
      encoding: 'utf8',
      timeout: START_LIMIT_MS,
    })
    expect([status, stderr]).toEqual([78, expect.stringMatching(message)])
    expect(readFile(file)).toEqual(before)
  })
})
