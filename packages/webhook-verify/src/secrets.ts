import type { ForeignKey, HmacPort, KeyUsage } from './crypto.js'
import { isWebhookVerificationError, WebhookVerificationError } from './error.js'
import type { HeadersInput } from './headers.js'
import { isObject } from './is-object.js'
import { TEXTS } from './texts.js'

const MAX_SECRETS = 8

/**
 * A webhook secret: the text exactly as shown (its UTF-8 bytes are the key), bytes, or a secret key as
 * `KeyObject` or `CryptoKey`. `undefined` is admitted, so that a variable of the environment needs no `!`, and refused as `invalid_secret`.
 */
export type SecretValue = string | ArrayBufferView | ArrayBuffer | SharedArrayBuffer | ForeignKey | undefined

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

/**
 * Finds the secrets for one request, as where several merchants share a receiver. It is asked after the signature
 * header has passed its grammar and before anything is verified, so the headers are only a claim.
 */
export type SecretResolver = (lookup: { headers: HeadersInput }) => Secrets | PromiseLike<Secrets>

/** A checked and imported secret. */
export interface ImportedSecret<Key> {
  readonly id: string
  readonly key: Key
  /** Epoch milliseconds; `Infinity` for a secret without an end. */
  readonly expiresAt: number
}

// What stands where a secret is missing, an API key id or API secret, white space at an end.
const NO_SECRET = /^(?:undefined|null|NaN|\[object .*\]|whsec_)?$|^[ms]k_|^\s|\s$/

/**
 * Makes the search for the secrets of a request: those given are checked and imported now, those of a resolver at each
 * call.
 *
 * @throws invalid_secret for secrets that are given; the search throws, or rejects with, it and `secret_unavailable`
 */
export function secretsFinder<Key>(
  hmac: HmacPort<Key>,
  secrets: unknown,
): (headers: HeadersInput) => ImportedSecret<Key>[] | Promise<ImportedSecret<Key>[]> {
  const imported = (given: unknown) => importSecrets(hmac, given, 'verify')
  if (typeof secrets !== 'function') {
    const found = imported(secrets)
    return () => found
  }
  return (headers) => {
    try {
      const answer: unknown = secrets({ headers })
      return isThenable(answer) ? Promise.resolve(answer).then(imported, unavailable) : imported(answer)
    } catch (error) {
      return unavailable(error)
    }
  }
}

/**
 * Checks and imports secrets. No least length is asked for, since the interface fixes none.
 *
 * @throws invalid_secret for what cannot be a webhook secret: nothing, white space at an end, a value that was turned
 *   into text by mistake, an API key, an empty or too long list
 */
export function importSecrets<Key>(
  hmac: HmacPort<Key>,
  secrets: unknown,
  usage: KeyUsage,
): ImportedSecret<Key>[] {
  try {
    const list: unknown[] = Array.isArray(secrets) ? [...secrets] : [secrets] // gaps become undefined
    if (list.length > 0 && list.length <= MAX_SECRETS)
      return list.map((secret, index) => importOne(hmac, secret, usage, `secret-${index + 1}`))
    throw invalid(TEXTS && `${list.length} secrets; 1 to ${MAX_SECRETS} allowed`)
  } catch (error) {
    throw isWebhookVerificationError(error) ? error : invalid(TEXTS && 'the secrets throw')
  }
}

/**
 * The secrets that have not expired at `now`, epoch milliseconds.
 *
 * @throws secret_unavailable when none is left
 */
export function unexpired<Key>(secrets: readonly ImportedSecret<Key>[], now: number): ImportedSecret<Key>[] {
  const usable = secrets.filter((secret) => now < secret.expiresAt)
  if (usable.length > 0) return usable
  throw new WebhookVerificationError('secret_unavailable', TEXTS && 'every secret has expired')
}

function importOne<Key>(
  hmac: HmacPort<Key>,
  secret: unknown,
  usage: KeyUsage,
  name: string,
): ImportedSecret<Key> {
  // A key or a view of bytes has no member called secret.
  const isNamed = isObject(secret) && 'secret' in secret
  const { id, secret: value, expiresAt = Infinity } = isNamed ? secret : { id: name, secret }
  const hasEnd = typeof expiresAt === 'number' && !Number.isNaN(expiresAt)
  if (typeof id !== 'string' || !id || !hasEnd) throw invalid(TEXTS && `${name} has a wrong id or expiresAt`)
  if (typeof value === 'string' && NO_SECRET.test(value)) throw invalid(TEXTS && `${name} ${faultOf(value)}`)
  try {
    const key = hmac.importKey(value, usage)
    if (key) return { id, key, expiresAt }
  } catch {
    // What cannot be read is told like what cannot be used.
  }
  // undefined and null, which stand where a secret is missing, are shown as they are.
  throw invalid(TEXTS && `${name} is ${value && 'no usable secret'}`)
}

/** What stands where a secret is missing is safe to show, and nothing else is. */
function faultOf(secret: string): string {
  if (/^[ms]k_/.test(secret)) return 'is an API key id or API secret'
  return secret === secret.trim() ? `is only "${secret}"` : 'has space at an end'
}

function invalid(message: string | false): WebhookVerificationError {
  return new WebhookVerificationError('invalid_secret', message)
}

// An error of ours passes, and any other is kept: it is the resolver's own word on what it lacks.
function unavailable(cause: unknown): never {
  if (isWebhookVerificationError(cause)) throw cause
  throw new WebhookVerificationError('secret_unavailable', TEXTS && 'the secret resolver fails', { cause })
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}
