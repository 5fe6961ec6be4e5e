import { createHmac, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { ENCRYPTED_TABLES } from '../domain/secrets/encrypted-row.js'
import { encryptionContext } from '../domain/secrets/encryption-context.js'
import { tryDecrypt, type Vault } from '../domain/shared/vault.js'
import type { Store } from '../domain/store/store.js'
import { encryptedTableOf } from '../domain/store/unit-of-work.js'
import { requirePrivate } from '../runtime/key-file.js'
import { ConfigError } from './config.js'
import type { Config } from './settings.js'

/** Secrets of each table that are decrypted before a master key counts as wrong. */
const TRIED_SECRETS = 20
const FINGERPRINT_DIGITS = 32

/** Returns the key that encrypts secrets at rest. @throws ConfigError when a required key is missing */
export function masterKeyOf({ masterKey, database }: Config): Buffer {
  if (database.engine === 'sqlite') return loadMasterKey(masterKey, database.file)
  if (masterKey === undefined) throw new ConfigError(['MERCHANTPAY_MASTER_KEY: required'])
  return masterKey
}

/** Returns the file of the key that a server made itself; undefined if the key is configured. */
export const masterKeyFileOf = ({ masterKey, database }: Config): string | undefined =>
  masterKey === undefined && database.engine === 'sqlite' ? keyFileBeside(database.file) : undefined

/**
 * Returns the fingerprints of the keys that open stored secrets, that of the current key first. Unlike `masterKeyOf` it
 * makes no key.
 *
 * @throws ConfigError when there is no key
 */
export function keyFingerprints(config: Config): [string, ...string[]] {
  const key = existingMasterKey(config)
  const previous = config.masterKeyPrevious ? [config.masterKeyPrevious] : []
  return [fingerprintOf(key), ...previous.map(fingerprintOf)]
}

/** Identifies a key without revealing it: the key has 256 random bits. */
const fingerprintOf = (key: Buffer): string =>
  createHmac('sha256', key)
    .update('merchantpay master key fingerprint')
    .digest('hex')
    .slice(0, FINGERPRINT_DIGITS)

const keyFileBeside = (databaseFile: string): string => `${databaseFile}.master-key`

/**
 * Returns the key that a server has used before, and creates none.
 *
 * @returns undefined if no key is configured and there is no key file
 * @throws ConfigError when other users may read the file, or when it contains no key
 */
export function findMasterKey(config: Config): Buffer | undefined {
  const file = masterKeyFileOf(config)
  if (file === undefined) return config.masterKey
  return existsSync(file) ? readMasterKey(file) : undefined
}

/** Returns the key that a server has used before. @throws ConfigError like {@link findMasterKey}, and when there is no key */
export function existingMasterKey(config: Config): Buffer {
  const key = findMasterKey(config)
  if (!key)
    throw new ConfigError([
      `MERCHANTPAY_MASTER_KEY: required, since ${masterKeyFileOf(config)} does not exist; run the command with the settings of the server`,
    ])
  return key
}

/**
 * Returns the configured key, else the key in a file beside the database. The file is created at the first start with
 * mode 0600.
 *
 * @throws ConfigError when other users may read the file, or when it contains no key
 */
export function loadMasterKey(configured: Buffer | undefined, databaseFile: string): Buffer {
  if (configured) return configured
  const file = keyFileBeside(databaseFile)
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeDurably(file, randomBytes(32).toString('base64'))
  }
  return readMasterKey(file)
}

/** @throws ConfigError when the file cannot be used */
function readMasterKey(file: string): Buffer {
  const key = Buffer.from(readPrivate(file), 'base64')
  if (key.byteLength !== 32) throw new ConfigError([`${file}: not a key of 32 bytes`])
  return key
}

/** @throws ConfigError when other users may read the file, or when this process cannot */
function readPrivate(file: string): string {
  try {
    requirePrivate(file)
    return readFileSync(file, 'utf8')
  } catch (error) {
    const message = error instanceof Error ? error.message : `${error}`
    throw new ConfigError([message.startsWith(file) ? message : `${file}: ${message}`])
  }
}

/** Writes the key and its folder entry to disk before any secret is encrypted with it. */
function writeDurably(file: string, text: string): void {
  const draft = openSync(`${file}.new`, 'w', 0o600)
  writeSync(draft, text)
  fsyncSync(draft)
  closeSync(draft)
  renameSync(`${file}.new`, file)
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

/**
 * Checks that the master key decrypts at least one stored secret, so that a few damaged rows do not reject a correct
 * key.
 *
 * @throws ConfigError when the key decrypts none of the secrets that were tried
 */
export async function requireMasterKey(store: Store, vault: Vault): Promise<void> {
  const isCorrect = await store.read(async (tx) => {
    const tried = []
    for (const table of ENCRYPTED_TABLES) {
      const rows = await encryptedTableOf(tx, table).listEncrypted('', TRIED_SECRETS)
      tried.push(
        ...rows.map(
          (row) => tryDecrypt(vault, row.sealedSecret, encryptionContext(table, row)) !== undefined,
        ),
      )
    }
    return tried.length === 0 || tried.includes(true)
  })
  if (!isCorrect)
    throw new ConfigError(['MERCHANTPAY_MASTER_KEY: not the key that encrypted the secrets of this database'])
}
