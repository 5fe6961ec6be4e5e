import { createHmac, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { ENCRYPTED_TABLES } from '../domain/secrets/encrypted-row.js'
import { encryptionContext } from '../domain/secrets/encryption-context.js'
import { tryDecrypt, type Vault } from '../domain/shared/vault.js'
import type { Store } from '../domain/store/store.js'
import { encryptedTableOf } from '../domain/store/unit-of-work.js'
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
  const file = masterKeyFileOf(config)
  if (file !== undefined && !existsSync(file))
    throw new ConfigError([`MERCHANTPAY_MASTER_KEY: required, since ${file} does not exist`])
  const previous = config.masterKeyPrevious ? [config.masterKeyPrevious] : []
  return [fingerprintOf(masterKeyOf(config)), ...previous.map(fingerprintOf)]
}

/** Identifies a key without revealing it: the key has 256 random bits. */
const fingerprintOf = (key: Buffer): string =>
  createHmac('sha256', key)
    .update('merchantpay master key fingerprint')
    .digest('hex')
    .slice(0, FINGERPRINT_DIGITS)

const keyFileBeside = (databaseFile: string): string => `${databaseFile}.master-key`

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
  if ((statSync(file).mode & 0o077) !== 0)
    throw new ConfigError([`${file}: readable by other users; run chmod 600`])
  const key = Buffer.from(readKeyFile(file), 'base64')
  if (key.byteLength !== 32) throw new ConfigError([`${file}: not a key of 32 bytes`])
  return key
}

/** @throws ConfigError when the file cannot be read */
function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([`${file}: ${error instanceof Error ? error.message : error}`])
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
