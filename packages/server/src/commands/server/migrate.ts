import { readConfig } from '../../config/config.js'
import { migrateDatabase } from '../../storage/open.js'
import { printText } from '../output.js'

/** Migrates the database to this version and prints the migrations that ran. */
export async function migrate(): Promise<number> {
  const applied = await migrateDatabase(readConfig().database, Date.now())
  printText(applied.length === 0 ? 'up to date' : applied.map((name) => `applied ${name}`).join('\n'))
  return 0
}
