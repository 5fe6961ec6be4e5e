import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../../src/storage/migrate.js'
import type { DatabaseLocation } from '../../../src/storage/open.js'
import { migratePostgres } from '../../../src/storage/postgres/postgres-migrations.js'
import { migrateSqlite } from '../../../src/storage/sqlite/sqlite-migrations.js'
import { START } from '../domain/context.js'
import { temporaryFolder } from '../server/folder.js'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Runs the migrations whose names sort before `name`. */
export async function migrateBelow(name: string, location: DatabaseLocation): Promise<void> {
  const folder = temporaryFolder()
  for (const file of readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql') && file < name))
    copyFileSync(join(MIGRATIONS, file), join(folder, file))
  if (location.engine === 'sqlite') await migrateSqlite(location, (target) => migrate(target, folder, START))
  else await migratePostgres(location.url, (target) => migrate(target, folder, START))
}
