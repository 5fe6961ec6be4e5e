import Database from 'better-sqlite3'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { noChanges } from '../changes.js'
import type { Sql } from '../sql.js'
import { createTx } from '../unit-of-work.js'
import { SqliteConnection } from './sqlite-connection.js'
import { DatabaseDamaged, translate } from './sqlite-errors.js'

/** Copies a database, with its committed changes, into an empty file. A server may write meanwhile. */
export function copyDatabase(file: string, to: string): void {
  // Read-only, because the last connection that may write would otherwise empty the WAL when it closes.
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    db.prepare('VACUUM INTO ?').run(to)
  } finally {
    db.close()
  }
}

/**
 * Reads a database file that no other process uses, in one transaction.
 *
 * @throws DatabaseDamaged when SQLite finds the file damaged
 */
export async function inspectFile<Result>(
  file: string,
  work: (sql: Sql, tx: Tx) => Promise<Result>,
): Promise<Result> {
  const connection = SqliteConnection.openReader(file)
  try {
    const found = await connection.get<{ integrity_check: string }>('PRAGMA integrity_check(1)')
    if (found?.integrity_check !== 'ok') throw new DatabaseDamaged(`${file}: ${found?.integrity_check}`)
    connection.frame('BEGIN')
    return await work(connection, createTx(connection, noChanges()))
  } catch (error) {
    throw translate(error)
  } finally {
    connection.close()
  }
}
