import type { ScriptSql, Sql } from '../sql.js'

/** A restore into the database was interrupted or still runs, so its rows may be incomplete. */
class RestoreUnfinished extends Error {
  override readonly name = 'RestoreUnfinished'
}

/** The table that is in a database from before the first restored row until after the last one. */
export const RESTORE_MARKER = 'unfinished_restore'

/** Marks a database before its first row is restored, so that no server starts on a part of the rows. */
export const markRestore = (sql: ScriptSql): Promise<void> =>
  sql.script(`CREATE TABLE IF NOT EXISTS ${RESTORE_MARKER} (id BIGINT PRIMARY KEY)`)

/** Removes the mark, in the transaction that completes the restore. */
export const unmarkRestore = (sql: ScriptSql): Promise<void> => sql.script(`DROP TABLE ${RESTORE_MARKER}`)

/** @throws RestoreUnfinished when the database is marked */
export async function requireRestored(sql: Sql): Promise<void> {
  const text = 'SELECT CAST(to_regclass(?) AS TEXT) AS marker'
  const row = await sql.get<{ marker: string | null }>(text, `public.${RESTORE_MARKER}`)
  if (row?.marker === null) return
  throw new RestoreUnfinished(
    'a restore into this database has not finished: restore into a new, empty database',
  )
}
