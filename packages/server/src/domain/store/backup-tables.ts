import type { Backup } from '../recovery/backup.js'

export interface BackupTable {
  /** Returns the last finished backup; undefined if none was made. */
  findLast(): Promise<Backup | undefined>
  noteLast(backup: Backup): Promise<void>
}
