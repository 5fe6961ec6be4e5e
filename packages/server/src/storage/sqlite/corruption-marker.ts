import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { SqliteConnection } from './sqlite-connection.js'
import { DatabaseDamaged } from './sqlite-errors.js'

/** Leaves word beside the file that it may be damaged, for the next start. */
export function markCorrupted(file: string, { message }: Error): void {
  const mark = openSync(markOf(file), 'w', 0o600)
  writeSync(mark, `${message}\n`)
  fsyncSync(mark)
  closeSync(mark)
}

/**
 * Examines a file that a former process left as suspect, and takes the mark away when the file is sound.
 *
 * @throws DatabaseDamaged
 */
export async function requireUncorrupted(file: string): Promise<void> {
  if (!existsSync(markOf(file))) return
  const found = await quickCheck(file)
  if (found !== 'ok') throw new DatabaseDamaged(`${file} is damaged (${found}): restore it from a backup`)
  rmSync(markOf(file))
}

async function quickCheck(file: string): Promise<string> {
  try {
    const connection = SqliteConnection.openReader(file)
    try {
      const row = await connection.get<{ quick_check: string }>('PRAGMA quick_check(1)')
      return row?.quick_check ?? 'no answer'
    } finally {
      connection.close()
    }
  } catch (error) {
    if (!(error instanceof DatabaseDamaged)) throw error
    return error.message
  }
}

const markOf = (file: string): string => `${file}.suspect`
