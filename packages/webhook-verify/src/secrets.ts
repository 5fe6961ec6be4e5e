import { toBytes } from './body.js'
import { type HmacKey, importKey, isKey } from './crypto.node.js'
import { isWebhookVerificationError, WebhookVerificationError } from './error.js'
import { isObject } from './is-object.js'

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
  try {
    const list: unknown[] = Array.isArray(secrets) ? [...secrets] : [secrets] // gaps become undefined
    if (list.length > 0 && list.length <= MAX_SECRETS) return list.map(importOne)
    throw invalid(`${list.length} secrets; 1 to ${MAX_SECRETS} allowed`)
  } catch (error) {
    throw isWebhookVerificationError(error) ? error : invalid('the secrets throw')
  }
}

/**
 * The secrets that have not expired at `now`, epoch milliseconds.
 *
 * @throws secret_unavailable when none is left
 */
export function unexpired(secrets: readonly ImportedSecret[], now: number): ImportedSecret[] {
  const usable = secrets.filter((secret) => now < secret.expiresAt)
  if (usable.length > 0) return usable
  throw new WebhookVerificationError('secret_unavailable', 'every secret has expired')
}

function importOne(secret: unknown, index: number): ImportedSecret {
  const name = `secret-${index + 1}`
  // A key or a view of bytes has no member called secret.
  const isNamed = isObject(secret) && 'secret' in secret
  const { id, secret: value, expiresAt = Infinity } = isNamed ? secret : { id: name, secret }
  const hasEnd = typeof expiresAt === 'number' && !Number.isNaN(expiresAt)
  if (typeof id !== 'string' || !id || !hasEnd) throw invalid(`${name} has a wrong id or expiresAt`)
  return { id, key: toKey(value, name), expiresAt }
}

function toKey(secret: unknown, name: string): HmacKey {
  if (typeof secret === 'string') checkText(secret, name)
  try {
    const key = importKey(isKey(secret) ? secret : toBytes(secret))
    if (key) return key
  } catch {
    // What cannot be read is told like what cannot be used.
  }
  // undefined and null, which stand where a secret is missing, are shown as they are.
  throw invalid(`${name} is ${secret && 'no usable secret'}`)
}

function checkText(secret: string, name: string): void {
  // These texts are safe to show, since each is what stands where a secret is missing.
  if (/^(?:|undefined|null|NaN|\[object .*\]|whsec_)$/.test(secret))
    throw invalid(`${name} is only "${secret}"`)
  if (secret !== secret.trim()) throw invalid(`${name} has space at an end`)
  if (/^[ms]k_/.test(secret)) throw invalid(`${name} is an API key id or API secret`)
}

function invalid(message: string): WebhookVerificationError {
  return new WebhookVerificationError('invalid_secret', message)
}
