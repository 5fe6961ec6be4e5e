import { join } from 'node:path'
import { backUpFile, type MadeBackup } from '../../../src/storage/backup/backup.js'
import { findBackup, type RestoreOptions } from '../../../src/storage/backup/restore.js'
import { restoreFile } from '../../../src/storage/backup/sqlite-restore.js'
import { START } from '../domain/context.js'
import { temporaryFolder } from '../server/folder.js'

const SECOND = 1_000
let made = 0

/** Backs a file up, into a new folder unless one is named; a later backup has a later time. */
export function backUp(file: string, folder = temporaryFolder(), keep?: number): Promise<MadeBackup> {
  made += 1
  return backUpFile(file, { folder, at: START + made * SECOND, masterKey: 'a key', keep })
}

/** Restores a backup to a new file. @returns its path */
export async function restoreTo(
  path: string,
  file = join(temporaryFolder(), 'ledger.db'),
  complete?: RestoreOptions['complete'],
): Promise<string> {
  await restoreFile(findBackup(path), file, { at: START, complete: complete ?? (async () => undefined) })
  return file
}
