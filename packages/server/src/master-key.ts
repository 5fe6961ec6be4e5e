import { randomBytes } from 'node:crypto'
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
import { type Config, ConfigError } from './config.js'
import { keyContext } from './domain/api-keys.js'
import type { Store } from './domain/ports.js'
import type { Vault } from './domain/vault.js'

/** The key that seals secrets at rest. @throws ConfigError where there must be one and is none */
export function masterKeyOf({ masterKey, database }: Config): Buffer {
  if (database.engine === 'sqlite') return loadMasterKey(masterKey, database.file)
  if (masterKey === undefined) throw new ConfigError(['MERCHANTPAY_MASTER_KEY: required'])
  return masterKey
}

/**
 * The key that seals secrets: the configured one, else the one in a file beside the database, made at the first start with
 * mode 0600.
 *
 * @throws ConfigError when others may read that file, or it holds no key
 */
export function loadMasterKey(configured: Buffer | undefined, databaseFile: string): Buffer {
  if (configured) return configured
  const file = `${databaseFile}.master-key`
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeDurably(file, randomBytes(32).toString('base64'))
  }
  if ((statSync(file).mode & 0o077) !== 0)
    throw new ConfigError([`${file}: readable by others; chmod 600 it`])
  const key = Buffer.from(readKeyFile(file), 'base64')
  if (key.byteLength !== 32) throw new ConfigError([`${file}: not a key of 32 bytes`])
  return key
}

/** @throws ConfigError, where the file is another user's for instance */
function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError([`${file}: ${error instanceof Error ? error.message : error}`])
  }
}

/** On disk, folder entry included, before anything is sealed with it. */
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

/** @throws ConfigError when the stored secrets were sealed with another key: better to say so than to serve nobody */
export async function requireMasterKey(store: Store, vault: Vault): Promise<void> {
  const key = await store.read((tx) => tx.apiKeys.findAny())
  try {
    if (key) vault.open(key.sealedSecret, keyContext(key))
  } catch {
    throw new ConfigError(['MERCHANTPAY_MASTER_KEY: not the key that sealed this database'])
  }
}
