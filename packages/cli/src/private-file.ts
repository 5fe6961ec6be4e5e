import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { configuration } from './failure.js'

/** Writes a file that only its user can read. A process that dies in between leaves the old file. */
export function writePrivate(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  // A new file under a name that cannot be guessed: an existing one could be a link, or readable by others.
  const temporary = `${file}.${randomBytes(8).toString('hex')}`
  writeFileSync(temporary, text, { flag: 'wx', mode: 0o600 })
  try {
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary)
    throw error
  }
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
