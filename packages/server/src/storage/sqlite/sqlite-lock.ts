import Database from 'better-sqlite3'

/** Another process holds the lock. */
class DatabaseInUse extends Error {
  override readonly name = 'DatabaseInUse'
}

/**
 * Takes a lock, which is a file beside the database. The kernel releases it when the process ends, for any reason.
 *
 * @returns a function that releases the lock
 * @throws DatabaseInUse with this message when another process holds it
 */
export function lockFile(path: string, message: string): () => void {
  const lock = new Database(path, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    const isBusy = error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY'
    throw isBusy ? new DatabaseInUse(message, { cause: error }) : error
  }
  return () => lock.close()
}
