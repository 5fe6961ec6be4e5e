import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { OperatorError } from '../../domain/shared/operator-error.js'

/** Above the largest plan. */
const MOST_BYTES = 16 * 1_024 * 1_024

/**
 * Writes a file under a temporary name, synced, then renames it: a reader sees all of it or none. Mode 0600.
 *
 * @throws OperatorError if the file exists, so that no signed file is lost by mistake
 */
export function writeWhole(path: string, text: string): void {
  if (statSync(path, { throwIfNoEntry: false })) throw new OperatorError(`${path} exists`)
  const draft = `${path}.${process.pid}.tmp`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Reads a file of sweeps. @throws OperatorError if it is missing, no file or too large */
export function readWhole(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new OperatorError(`${path} is not a file`)
  if (stats.size > MOST_BYTES) throw new OperatorError(`${path} is too large`)
  return readFileSync(path, 'utf8')
}

/** Makes the names in a folder durable. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
