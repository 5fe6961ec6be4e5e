import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { SqliteConnection } from './sqlite-connection.js'
import { DatabaseDamaged } from './sqlite-errors.js'

/** Writes a marker file beside a database that may be damaged; the next start checks it. */
export function markCorrupted(file: string, { message }: Error): void {
  const marker = openSync(markerOf(file), 'w', 0o600)
  writeSync(marker, `${message}\n`)
  fsyncSync(marker)
  closeSync(marker)
}

/**
 * Checks a database that an earlier process marked as suspect, and removes the marker when the check passes.
 *
 * @throws DatabaseDamaged when the check fails
 */
export async function requireUncorrupted(file: string): Promise<void> {
  if (!existsSync(markerOf(file))) return
  const result = await quickCheck(file)
  if (result !== 'ok') throw new DatabaseDamaged(`${file} is damaged (${result}): restore it from a backup`)
  rmSync(markerOf(file))
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

const markerOf = (file: string): string => `${file}.suspect`
