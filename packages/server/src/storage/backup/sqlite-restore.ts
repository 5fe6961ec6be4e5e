import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../../domain/shared/operator-error.js'
import { noChanges } from '../changes.js'
import { dataFilesOf, lockFileOf, requireWritable } from '../file-access.js'
import { migrate } from '../migrate.js'
import { migrationsFolder } from '../own-package.js'
import { inspectFile } from '../sqlite/sqlite-copy.js'
import { lockFile } from '../sqlite/sqlite-lock.js'
import { migrateSqlite } from '../sqlite/sqlite-migrations.js'
import { createTx } from '../unit-of-work.js'
import { sync } from './backup-folder.js'
import { requireBalanced } from './ledger-of-copy.js'
import { type FoundBackup, type RestoreOptions, requireUnchanged } from './restore.js'

/**
 * Restores a SQLite backup as a new file. The file gets its name last, so that no server starts on a part of it.
 *
 * @throws OperatorError when there is a database already, or the backup was changed; DatabaseInUse when a server runs;
 *   BackupFailed when the ledger is violated
 */
export async function restoreFile(backup: FoundBackup, file: string, options: RestoreOptions): Promise<void> {
  requireWritable(file)
  const unlock = lockFile(lockFileOf(file), `a server runs on ${file}: stop it first`)
  try {
    const [found] = dataFilesOf(file).filter((each) => existsSync(each))
    if (found !== undefined)
      throw new OperatorError(`${found} exists: move it away with all its ${file}-* files, and keep them`)
    const draft = `${file}.restoring`
    for (const each of dataFilesOf(draft)) rmSync(each, { force: true })
    await prepareFile(backup, draft, options)
    renameSync(draft, file)
    sync(dirname(file))
  } finally {
    unlock()
  }
}

/** Copies a SQLite backup, checks and migrates the copy, and completes its rows. */
export async function prepareFile(
  backup: FoundBackup,
  to: string,
  { at, complete }: RestoreOptions,
): Promise<void> {
  copyFileSync(backup.path, to)
  chmodSync(to, 0o600)
  await requireUnchanged(to, backup.manifest)
  await inspectFile(to, async () => undefined)
  await migrateSqlite({ file: to }, async (target) => {
    await migrate(target, migrationsFolder(), at)
    await target.begin()
    const tx = createTx(target.sql, noChanges())
    await requireBalanced(tx)
    await complete(tx)
    await target.sql.script('COMMIT')
  })
  sync(to)
}
