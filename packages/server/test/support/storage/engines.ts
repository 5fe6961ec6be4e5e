import { join } from 'node:path'
import Database from 'better-sqlite3'
import { onTestFinished } from 'vitest'
import type { Committed, Store } from '../../../src/domain/store/store.js'
import { type DatabaseLocation, type OpenOptions, openStore } from '../../../src/storage/open.js'
import { START } from '../domain/context.js'
import { temporaryFolder } from '../server/folder.js'
import { createMigratedDatabase } from './migrated-database.js'
import { provideMigratedFile } from './migrated-file.js'
import { createDatabase } from './postgres.js'
import { connectTo } from './postgres-client.js'

const ALL_ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ALL_ENGINES)[number]

/** The engines that tests of both run on; `TEST_ENGINE` selects one. */
export const ENGINES: readonly Engine[] = process.env.TEST_ENGINE
  ? ALL_ENGINES.filter((engine) => engine === process.env.TEST_ENGINE)
  : ALL_ENGINES

/** A second connection to the database of a test. */
export interface Side {
  script(text: string): Promise<void>
  /** Returns the only value of the only row. */
  value(text: string): Promise<unknown>
  /** Whole numbers come as bigint. */
  rows<Row>(text: string): Promise<Row[]>
}

export interface TestDatabase {
  readonly engine: Engine
  readonly location: DatabaseLocation
  readonly store: Store
  /** Commits that the store reported, in order. */
  readonly commits: readonly Committed[]
  /** Opens another server's store on the same database. */
  another(): Promise<Store>
  /** Opens another connection each time. */
  side(): Promise<Side>
}

/** Opens a migrated, empty database of the test's own. */
export async function openDatabase(
  engine: Engine,
  options: Partial<OpenOptions> = {},
): Promise<TestDatabase> {
  return openAt(await migratedLocation(engine), options)
}

/** Opens a database in a SQLite file, for tests that change the file itself. */
export async function openFile(
  options: Partial<OpenOptions> = {},
): Promise<TestDatabase & { readonly file: string }> {
  const file = await newMigratedFile()
  return { ...(await openAt({ engine: 'sqlite', file }, options)), file }
}

async function openAt(location: DatabaseLocation, options: Partial<OpenOptions>): Promise<TestDatabase> {
  const commits: Committed[] = []
  const onCommit = (committed: Committed) => commits.push(committed)
  const store = await openOn(location, { onCommit, ...options })
  return {
    engine: location.engine,
    location,
    store,
    commits,
    another: () => openOn(location),
    side: () => sideOf(location),
  }
}

const newFile = () => join(temporaryFolder(), 'ledger.db')

/** Returns a location without a database yet. */
export async function newLocation(engine: Engine): Promise<DatabaseLocation> {
  return engine === 'sqlite' ? { engine, file: newFile() } : { engine, url: await createDatabase() }
}

export const migratedLocation = async (engine: Engine): Promise<DatabaseLocation> =>
  engine === 'sqlite'
    ? { engine, file: await newMigratedFile() }
    : { engine, url: await createMigratedDatabase() }

async function newMigratedFile(): Promise<string> {
  const file = newFile()
  await provideMigratedFile(file)
  return file
}

export async function openOn(database: DatabaseLocation, options: Partial<OpenOptions> = {}): Promise<Store> {
  const silent = () => undefined
  const store = await openStore({ database, now: START, onCommit: silent, onDamage: silent, ...options })
  onTestFinished(() => store.close())
  return store
}

export const sideOf = (location: DatabaseLocation): Promise<Side> =>
  location.engine === 'sqlite' ? sqliteSide(location.file) : postgresSide(location.url)

async function sqliteSide(file: string): Promise<Side> {
  const db = new Database(file, { timeout: 0 })
  onTestFinished(() => {
    db.close()
  })
  return {
    async script(text) {
      db.exec(text)
    },
    value: async (text) => db.prepare(text).pluck().get(),
    rows: async <Row>(text: string) => db.prepare(text).safeIntegers().all() as Row[], // the SQL text names the columns
  }
}

export async function postgresSide(url: string): Promise<Side> {
  const client = await connectTo(url)
  onTestFinished(() => client.end())
  return {
    async script(text) {
      await client.query(text)
    },
    async value(text) {
      const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' })
      const value = rows[0]?.[0]
      return typeof value === 'bigint' ? Number(value) : value
    },
    rows: async <Row>(text: string) => (await client.query(text)).rows as Row[], // the SQL text names the columns
  }
}
