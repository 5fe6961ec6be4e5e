import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { configuration } from './failure.js'

/** Writes a file that only its user can read. A process that dies in between leaves the old file. */
export function writePrivate(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, text, { mode: 0o600 })
  renameSync(temporary, file)
}

/** Writes a file as it is already, to find out whether it can be written. @throws Failure */
export function requireWritable(file: string, text: string): void {
  try {
    writePrivate(file, text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw configuration('not_writable', `${file} cannot be written: ${reason}`)
  }
}
