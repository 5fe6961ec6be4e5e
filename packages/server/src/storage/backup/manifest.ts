import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { WalletIdentity } from '../../domain/chain/wallet-identity.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { ChainId, Instant } from '../../domain/shared/types.js'
import type { Engine } from '../migrate.js'

const FORMAT = 'merchantpay-backup'
const VERSION = 1

/** The content of a database, read in the snapshot of its backup. */
export interface DatabaseFacts {
  /** Checksums of the migrations that ran, by name. */
  readonly migrations: Readonly<Record<string, string>>
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>
  /** The wallets that the database belongs to. */
  readonly wallets: readonly WalletIdentity[]
  readonly cursors: readonly (ChainId & { readonly block: number; readonly blockAt: Instant })[]
  /** The next derivation index of each network. */
  readonly nextIndexes: readonly (ChainId & { readonly index: number })[]
}

/** Describes one backup, in a file beside it. */
export interface Manifest extends DatabaseFacts {
  readonly engine: Engine
  /** The database that was backed up: the path of its file, or host and name. */
  readonly database: string
  /** Everything committed before it is in the backup. */
  readonly createdAt: Instant
  readonly serverVersion: string
  /** False for a backup before a migration: this version proves only ledgers of its own schema. */
  readonly isLedgerProven: boolean
  /** Fingerprint of the key that opens the stored secrets; null if it is unknown. */
  readonly masterKey: string | null
  readonly file: BackupFile
}

export interface BackupFile {
  /** Its name, in the folder of the manifest. */
  readonly name: string
  readonly bytes: number
  /** In hex. */
  readonly sha256: string
}

export const manifestText = (manifest: Manifest): string =>
  `${JSON.stringify({ format: FORMAT, version: VERSION, ...manifest }, null, 2)}\n`

/** @throws OperatorError when the file is missing or is no manifest of this format */
export function readManifest(path: string): Manifest {
  const found = findManifest(path)
  if (typeof found === 'string') throw new OperatorError(found)
  return found
}

/** @returns the reason if the file is missing or is no manifest of this format */
export function findManifest(path: string): Manifest | string {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return `the manifest ${path} cannot be read: ${error instanceof Error ? error.message : error}`
  }
  try {
    const parsed: unknown = JSON.parse(text)
    if (isManifest(parsed)) return parsed
  } catch {
    // Not JSON, so not a manifest either.
  }
  return `${path} is not the manifest of a backup that this version can read`
}

function isManifest(value: unknown): value is Manifest {
  if (!isRecord(value) || value.format !== FORMAT || value.version !== VERSION) return false
  const { engine, migrations, rows, wallets, masterKey, file } = value
  return (
    (engine === 'sqlite' || engine === 'postgres') &&
    typeof value.database === 'string' &&
    isCount(value.createdAt) &&
    isRecordOf(migrations, (each) => typeof each === 'string') &&
    isRecordOf(rows, isCount) &&
    Array.isArray(wallets) &&
    wallets.every(isWallet) &&
    (masterKey === null || typeof masterKey === 'string') &&
    isRecord(file) &&
    typeof file.name === 'string' &&
    // A path would lead out of the folder.
    basename(file.name) === file.name &&
    isCount(file.bytes) &&
    typeof file.sha256 === 'string'
  )
}

const isWallet = (value: unknown): boolean =>
  isRecord(value) &&
  isCount(value.chainId) &&
  [value.environment, value.network, value.token, value.xpubHash, value.firstAddress].every(
    (each) => typeof each === 'string',
  ) &&
  (value.hotWallet === null || typeof value.hotWallet === 'string')

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRecordOf = (value: unknown, isMember: (each: unknown) => boolean): boolean =>
  isRecord(value) && Object.values(value).every(isMember)
