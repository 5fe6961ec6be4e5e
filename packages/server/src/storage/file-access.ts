import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** This process may not use the database file or its folder. */
class FileUnusable extends Error {
  override readonly name = 'FileUnusable'
}

const OTHERS_READ_OR_WRITE = 0o006
const OTHERS_ENTER = 0o001

/** Returns the file whose lock makes a process the only server of a database. */
export const lockFileOf = (file: string): string => `${file}-server-lock`

/** Returns the file whose lock makes a process the only one that backs a database up. */
export const backupLockOf = (file: string): string => `${file}-backup-lock`

/** Returns the files that hold a database, existing or not. */
export const dataFilesOf = (file: string): string[] => [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]

/** Returns the files of a database, existing or not. */
const filesOf = (file: string): string[] => {
  const lock = lockFileOf(file)
  return [...dataFilesOf(file), lock, `${lock}-journal`]
}

/**
 * Creates the folder of a SQLite file if it is missing, and checks that this process can write to it.
 *
 * @throws FileUnusable when this process cannot write to the folder or to a file of the database. The message names the
 *   path, its owner and the command that solves it
 */
export function requireWritable(file: string): void {
  const folder = dirname(file)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw unusable(nearestExisting(folder), error)
  }
  checkWritable(file)
}

/**
 * Checks that this process can write to a SQLite file and its folder, or create them, and creates nothing.
 *
 * @throws FileUnusable like {@link requireWritable}
 */
export function checkWritable(file: string): void {
  const folder = nearestExisting(dirname(file))
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusable(folder, error)
  }
  for (const each of filesOf(file).filter((one) => existsSync(one))) {
    try {
      accessSync(each, constants.R_OK | constants.W_OK)
    } catch (error) {
      throw unusable(each, error)
    }
  }
}

/** Returns the files of a database that every user of the machine can read or write. Such a user can also take the server's lock. */
export function filesOpenToAll(file: string): string[] {
  if ((statSync(dirname(file)).mode & OTHERS_ENTER) === 0) return []
  return filesOf(file).filter(
    (each) => existsSync(each) && (statSync(each).mode & OTHERS_READ_OR_WRITE) !== 0,
  )
}

/** Returns when a SQLite file or its WAL was last written, copied or renamed; 0 if neither exists. No program can set that time. */
export const changedAt = (file: string): number =>
  Math.ceil(
    Math.max(
      0,
      ...[file, `${file}-wal`].map((each) => statSync(each, { throwIfNoEntry: false })?.ctimeMs ?? 0),
    ),
  )

function nearestExisting(folder: string): string {
  let existing = folder
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  return existing
}

function unusable(path: string, error: unknown): FileUnusable {
  const code = error instanceof Error && 'code' in error ? `${error.code}` : 'unknown'
  const { uid, mode } = statSync(path)
  const own = process.getuid?.()
  const owner = `it belongs to uid ${uid}, mode 0${(mode & 0o777).toString(8)}`
  const remedy =
    code === 'EACCES' && own !== undefined
      ? `run chown ${own} ${path}, or set`
      : 'make it a folder on a disk that can be written, or set'
  const user = own === undefined ? 'this process' : `this process (uid ${own})`
  return new FileUnusable(
    `${path}: ${user} cannot write there (${code}); ${owner}: ${remedy} MERCHANTPAY_DATABASE_URL to another place`,
    { cause: error },
  )
}
