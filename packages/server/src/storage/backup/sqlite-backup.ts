import { backupLockOf } from '../file-access.js'
import { copyDatabase, inspectFile } from '../sqlite/sqlite-copy.js'
import { lockFile } from '../sqlite/sqlite-lock.js'
import { BackupFailed } from './backup-failed.js'
import { sync } from './backup-folder.js'
import { readFacts } from './database-facts.js'
import { requireBalanced } from './ledger-of-copy.js'
import type { DatabaseFacts } from './manifest.js'

/** Makes this process the only one that backs a SQLite file up. @returns a function that ends that */
export const lockForBackup = (file: string): (() => void) =>
  lockFile(backupLockOf(file), `another backup of ${file} runs`)

/**
 * Copies a SQLite database into an empty file, and checks the copy.
 *
 * @throws BackupFailed when the copy cannot be written or fails a check
 */
export async function dumpSqlite(file: string, to: string, isLedgerProven: boolean): Promise<DatabaseFacts> {
  try {
    copyDatabase(file, to)
    sync(to)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new BackupFailed(`${file} could not be copied to ${to}: ${reason}`, { cause: error })
  }
  return inspectFile(to, async (sql, tx) => {
    if (isLedgerProven) await requireBalanced(tx)
    return readFacts(sql, 'sqlite')
  })
}
