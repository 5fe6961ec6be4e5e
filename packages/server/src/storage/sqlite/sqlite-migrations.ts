import type { MigrationTarget } from '../migrate.js'
import { requireUncorrupted } from './corruption-marker.js'
import { SqliteConnection } from './sqlite-connection.js'

/** Runs `work` on a connection that only reads, on a file that exists. */
export async function inspectSqlite<Result>(
  file: string,
  work: (target: MigrationTarget) => Promise<Result>,
): Promise<Result> {
  const sql = SqliteConnection.openReader(file)
  try {
    return await work({ engine: 'sqlite', sql, begin: () => sql.begin() })
  } finally {
    sql.close()
  }
}

/** Runs `work` on a connection of its own. @throws DatabaseDamaged when a file marked as suspect fails its check */
export async function migrateSqlite<Result>(
  { file, isReplicated = false }: { readonly file: string; readonly isReplicated?: boolean },
  work: (target: MigrationTarget) => Promise<Result>,
): Promise<Result> {
  await requireUncorrupted(file)
  const sql = await SqliteConnection.openFirstWriter(file, isReplicated)
  try {
    return await work({ engine: 'sqlite', sql, begin: () => sql.begin() })
  } finally {
    sql.close()
  }
}
