import Database from 'better-sqlite3'
import { lockFileOf } from '../file-access.js'

/** Another server process holds the file. */
class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
}

/**
 * Takes the server lock of a database file. The kernel releases it when the process ends, for any reason.
 *
 * @returns a function that releases the lock
 * @throws DatabaseInUse
 */
export function lockFile(file: string): () => void {
  const lock = new Database(lockFileOf(file), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    const isBusy = error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY'
    throw isBusy ? new DatabaseInUse(`another server runs on ${file}`, { cause: error }) : error
  }
  return () => lock.close()
}
