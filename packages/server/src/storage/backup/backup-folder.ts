import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Instant } from '../../domain/shared/types.js'
import { type BackupFile, findManifest, type Manifest, manifestText } from './manifest.js'

const PARTIAL = '.partial'
/** A time in UTC, as in the name of a backup. */
const TIME = String.raw`\d{8}T\d{6}\.\d{3}Z`

/** A backup under way. Its files have names that no one takes for a backup until both are complete. */
export interface Draft {
  /** The file to write. */
  readonly partial: string
  /** The file that it becomes. */
  readonly path: string
}

/**
 * Creates the file of a backup under way, after removing what a dead run left in the folder.
 *
 * @param name begins the name of every backup of the database
 */
export function draftIn(folder: string, name: string, at: Instant, extension: string): Draft {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const left = new RegExp(`^${escaped(name)}-${TIME}\\.(db|dump|json)\\.partial(-\\w+)?$`)
  for (const each of readdirSync(folder)) if (left.test(each)) rmSync(join(folder, each))
  const time = new Date(at).toISOString().replaceAll(/[-:]/g, '')
  const path = join(folder, `${name}-${time}.${extension}`)
  // Created here, so that no program decides about its mode.
  closeSync(openSync(path + PARTIAL, 'wx', 0o600))
  return { partial: path + PARTIAL, path }
}

/** Makes a backup complete: its manifest first, so that a file with the name of a backup always has one. */
export function finishDraft({ partial, path }: Draft, manifest: Manifest): void {
  const description = manifestOf(path)
  writeFileSync(description + PARTIAL, manifestText(manifest), { mode: 0o600 })
  chmodSync(partial, 0o600)
  sync(description + PARTIAL)
  sync(partial)
  renameSync(description + PARTIAL, description)
  renameSync(partial, path)
  sync(dirname(path))
}

/** Removes the files of a backup that failed. */
export function dropDraft({ partial, path }: Draft): void {
  const description = manifestOf(path)
  for (const each of [partial, `${partial}-journal`, description + PARTIAL]) rmSync(each, { force: true })
  if (!existsSync(path)) rmSync(description, { force: true })
}

/**
 * Deletes the older backups of the same database, so that `keep` are left. The one that was just made always stays, also
 * when the clock was set back. Files of another database, and files without a manifest, stay.
 */
export function deleteOlder(newest: string, manifest: Manifest, keep: number): string[] {
  const folder = dirname(newest)
  const [, name = ''] = new RegExp(`^(.*)-${TIME}\\.\\w+$`).exec(basename(newest)) ?? []
  const own = new RegExp(`^${escaped(name)}-${TIME}\\.json$`)
  const older = readdirSync(folder)
    .filter((each) => own.test(each))
    .map((each) => ({ description: join(folder, each), found: findManifest(join(folder, each)) }))
    .flatMap(({ description, found }) =>
      typeof found !== 'string' && isSameDatabase(found, manifest)
        ? [{ description, at: found.createdAt, path: join(folder, found.file.name) }]
        : [],
    )
    .filter(({ path }) => path !== newest && existsSync(path))
    .sort((a, b) => b.at - a.at)
    .slice(keep - 1)
  for (const { path, description } of older) {
    rmSync(path)
    rmSync(description)
  }
  return older.map(({ path }) => path)
}

/** Two installations may use one folder and one name; their keys differ. */
const isSameDatabase = (one: Manifest, other: Manifest): boolean =>
  one.engine === other.engine && one.database === other.database && one.masterKey === other.masterKey

/** Returns the path of the manifest of a backup. */
export const manifestOf = (path: string): string => path.replace(/\.(db|dump)$/, '.json')

/** Returns size and hash of a file. @param name the name that it will have */
export async function describeFile(path: string, name = basename(path)): Promise<BackupFile> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer) // no encoding is set
  return { name, bytes: statSync(path).size, sha256: hash.digest('hex') }
}

/** Makes a file, or the entries of a folder, survive a loss of power. */
export function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const escaped = (text: string): string => text.replaceAll(/[^\w-]/g, (char) => `\\${char}`)
