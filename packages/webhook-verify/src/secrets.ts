import { toBytes } from './body.js'
import { type HmacKey, importKey, isKey, isUsableKey } from './crypto.node.js'
import { guarded, WebhookVerificationError } from './error.js'

const MAX_SECRETS = 8

/**
 * A webhook secret: the text exactly as shown (its UTF-8 bytes are the key), bytes, or a secret `KeyObject`.
 * `undefined` is admitted, so that a variable of the environment needs no `!`, and refused as `invalid_secret`.
 */
export type SecretValue = string | ArrayBufferView | ArrayBuffer | HmacKey | undefined

/** A secret with a name and, during a rotation, an end. */
export interface NamedSecret {
  /** Told as `secretId` of what this secret verified. */
  id: string
  secret: SecretValue
  /** Epoch milliseconds from which on the secret is no longer tried. */
  expiresAt?: number | undefined
}

/** One secret, or 1 to 8 of them. Those without an `id` are called `secret-1`, `secret-2` and so on, by position. */
export type Secrets = SecretValue | NamedSecret | readonly (SecretValue | NamedSecret)[]

/** A checked and imported secret. */
export interface ImportedSecret {
  readonly id: string
  readonly key: HmacKey
  /** Epoch milliseconds; `Infinity` for a secret without an end. */
  readonly expiresAt: number
}

/**
 * Checks and imports secrets. No least length is asked for, since the interface fixes none.
 *
 * @throws invalid_secret for what cannot be a webhook secret: nothing, white space at an end, a value that was turned
 *   into text by mistake, an API key, an empty or too long list
 */
export function importSecrets(secrets: unknown): ImportedSecret[] {
  return guarded('invalid_secret', 'the secrets cannot be read', () => importAll(secrets))
}

/**
 * The secrets that have not expired at `now`, epoch milliseconds.
 *
 * @throws secret_unavailable when none is left
 */
export function unexpired(secrets: readonly ImportedSecret[], now: number): ImportedSecret[] {
  const usable = secrets.filter((secret) => now < secret.expiresAt)
  if (usable.length > 0) return usable
  throw new WebhookVerificationError('secret_unavailable', 'every webhook secret has expired')
}

function importAll(secrets: unknown): ImportedSecret[] {
  const list: unknown[] = Array.isArray(secrets) ? Array.from(secrets) : [secrets]
  if (list.length === 0 || list.length > MAX_SECRETS) {
    throw invalid(`${list.length} secrets; 1 to ${MAX_SECRETS} are allowed`)
  }
  return list.map(importOne)
}

function importOne(secret: unknown, index: number): ImportedSecret {
  const name = `secret-${index + 1}`
  if (!isNamed(secret)) return { id: name, key: toKey(secret, name), expiresAt: Infinity }
  const { id, expiresAt = Infinity } = secret
  const hasEnd = typeof expiresAt === 'number' && !Number.isNaN(expiresAt)
  if (typeof id !== 'string' || !id || !hasEnd) throw invalid(`${name} has a wrong id or expiresAt`)
  return { id, key: toKey(secret.secret, name), expiresAt }
}

function isNamed(secret: unknown): secret is { id: unknown; secret: unknown; expiresAt?: unknown } {
  return typeof secret === 'object' && secret !== null && 'secret' in secret && !isKey(secret)
}

function toKey(secret: unknown, name: string): HmacKey {
  const key = isKey(secret) ? secret : importKey(secretBytes(secret, name))
  if (isUsableKey(key)) return key
  throw invalid(`${name} is an empty key or one of a pair`)
}

function secretBytes(secret: unknown, name: string): Uint8Array {
  if (typeof secret === 'string') checkText(secret, name)
  try {
    return toBytes(secret)
  } catch {
    throw invalid(`${name} is ${secret === undefined ? 'undefined' : 'neither text nor bytes nor a key'}`)
  }
}

function checkText(secret: string, name: string): void {
  // These texts are safe to show, since each is what stands where a secret is missing.
  if (/^(?:|undefined|null|NaN|\[object .*\]|whsec_)$/.test(secret))
    throw invalid(`${name} is only "${secret}"`)
  if (secret !== secret.trim()) throw invalid(`${name} has white space at an end`)
  if (/^[ms]k_/.test(secret)) throw invalid(`${name} is an API key id or API secret`)
}

function invalid(message: string): WebhookVerificationError {
  return new WebhookVerificationError('invalid_secret', message)
}
