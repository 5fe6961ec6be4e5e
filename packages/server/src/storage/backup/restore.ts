import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import { requireMigratable } from '../migrate.js'
import { migrationsFolder } from '../own-package.js'
import { describeFile, manifestOf } from './backup-folder.js'
import { type Manifest, readManifest } from './manifest.js'

/** A backup whose manifest was read. */
export interface FoundBackup {
  readonly path: string
  readonly manifest: Manifest
}

export interface RestoreOptions {
  readonly at: Instant
  /** Completes the restored rows, in the transaction after which servers can start. */
  readonly complete: (tx: Tx) => Promise<void>
}

/**
 * Finds a backup by the path of its file or of its manifest, and checks that this version can restore it.
 *
 * @throws OperatorError when file or manifest is missing; MigrationError when a newer version wrote the database
 */
export function findBackup(path: string): FoundBackup {
  const manifest = readManifest(manifestOf(path))
  const file = join(dirname(path), manifest.file.name)
  if (!existsSync(file)) throw new OperatorError(`there is no ${file}, which the manifest describes`)
  if (basename(path) !== manifest.file.name && path !== manifestOf(path))
    throw new OperatorError(`${manifestOf(path)} describes ${manifest.file.name}, not ${basename(path)}`)
  requireMigratable(migrationsFolder(), new Map(Object.entries(manifest.migrations)))
  return { path: file, manifest }
}

/** @throws OperatorError when a file is not the one that the manifest describes */
export async function requireUnchanged(path: string, { file }: Manifest): Promise<void> {
  const { bytes, sha256 } = await describeFile(path)
  if (bytes !== file.bytes)
    throw new OperatorError(`${file.name} has ${bytes} bytes, and its manifest says ${file.bytes}`)
  if (sha256 !== file.sha256)
    throw new OperatorError(
      `${file.name} was changed: its SHA-256 is ${sha256}, and its manifest says ${file.sha256}`,
    )
}

/** @throws OperatorError that names the first table whose rows differ */
export function requireRows(found: Readonly<Record<string, number>>, expected: Manifest['rows']): void {
  for (const [table, rows] of Object.entries(expected)) {
    if (found[table] !== rows)
      throw new OperatorError(`table ${table} has ${found[table] ?? 'no'} rows, and the backup has ${rows}`)
  }
}
