import { migrateDatabase } from '../../../src/storage/open.js'
import { START } from '../domain/context.js'
import { createDatabase } from './postgres.js'

// Each process migrates one database and copies it, because a migration takes longer than most tests.
let database: Promise<string> | undefined

/** Creates a migrated, empty PostgreSQL database of the test's own. @returns its URL */
export async function createMigratedDatabase(): Promise<string> {
  database ??= migratedDatabase().catch((error: unknown) => {
    database = undefined
    throw error
  })
  return createDatabase(await database)
}

async function migratedDatabase(): Promise<string> {
  const url = await createDatabase()
  await migrateDatabase({ engine: 'postgres', url }, START)
  return url
}
