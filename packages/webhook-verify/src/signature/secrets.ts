import { WebhookVerificationError } from '../errors/error.js'
import { TEXTS } from '../errors/texts.js'
import { isObject } from '../util/is-object.js'
import type { HeadersInput } from './header-fields.js'
import type { ForeignKey, HmacPort, KeyUsage } from './hmac.js'

const MAX_SECRETS = 8

/**
 * A webhook secret: the text exactly as shown (its UTF-8 bytes are the key), bytes, or a secret key as `KeyObject` or
 * `CryptoKey`. `undefined` is admitted, so that a variable of the environment needs no `!`, and refused as
 * `invalid_secret`. Bytes and keys are taken as they stand, unless they are empty: a random key may end in white space, so
 * what is refused of a text, such as white space at an end or an API secret, is not looked for there.
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
 * header has passed its grammar and before anything is verified, so the headers are only a claim. Where it finds none,
 * the request is answered with 503 `secret_unavailable`, and its sender comes again.
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
 * Checks and imports secrets. No least length is asked for, since the interface fixes none.
 *
 * @throws invalid_secret for what cannot be a webhook secret: nothing, white space at an end, a value that was turned
 *   into text by mistake, an API key, a list of fewer than `least` or too many
 */
export function importSecrets<Key>(
  hmac: HmacPort<Key>,
  secrets: unknown,
  usage: KeyUsage,
  least = 1,
): ImportedSecret<Key>[] {
  const list = listOf(secrets)
  if (list.length >= least && list.length <= MAX_SECRETS)
    return list.map((secret, index) => importOne(hmac, secret, usage, `secret-${index + 1}`))
  throw new WebhookVerificationError(
    'invalid_secret',
    TEXTS && `${list.length} secrets; 1 to ${MAX_SECRETS} allowed`,
  )
}

/**
 * What a resolver answers without waiting; an empty list where it finds nothing.
 *
 * @throws secret_unavailable; sync_unavailable for a promise
 */
export function ask(resolver: SecretResolver, headers: HeadersInput): unknown {
  try {
    const answer = resolver({ headers })
    if (!isObject(answer) || !('then' in answer)) return answer ?? []
    Promise.resolve(answer).catch(() => {}) // whatever becomes of it, nobody waits for it
  } catch (cause) {
    throw unavailable(cause)
  }
  throw new WebhookVerificationError('sync_unavailable')
}

/** What a resolver answers, in the same way. @throws secret_unavailable */
export async function askAsync(resolver: SecretResolver, headers: HeadersInput): Promise<unknown> {
  try {
    return (await resolver({ headers })) ?? []
  } catch (cause) {
    throw unavailable(cause)
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
  throw new WebhookVerificationError('secret_unavailable')
}

// A list that cannot be read is as good as an empty one. Gaps become undefined.
function listOf(secrets: unknown): unknown[] {
  try {
    return Array.isArray(secrets) ? [...secrets] : [secrets]
  } catch {
    return []
  }
}

function importOne<Key>(
  hmac: HmacPort<Key>,
  given: unknown,
  usage: KeyUsage,
  name: string,
): ImportedSecret<Key> {
  let fault: string | false = TEXTS && 'has a wrong id or expiresAt'
  try {
    // A key or a view of bytes has no member called secret.
    const isNamed = isObject(given) && 'secret' in given
    const { id, secret, expiresAt = Infinity } = isNamed ? given : { id: name, secret: given }
    if (id && typeof id === 'string' && expiresAt === Number(expiresAt)) {
      if (TEXTS) fault = faultOf(secret)
      const key =
        typeof secret === 'string' && NO_SECRET.test(secret) ? undefined : hmac.importKey(secret, usage)
      if (key) return { id, key, expiresAt }
    }
  } catch {
    // What cannot be read is told like what cannot be used.
  }
  throw new WebhookVerificationError('invalid_secret', TEXTS && `${name} ${fault}`)
}

/** What stands where a secret is missing is safe to show, and nothing else is. */
function faultOf(secret: unknown): string {
  if (secret === undefined || secret === null) return `is ${secret}`
  if (typeof secret !== 'string' || !NO_SECRET.test(secret)) return 'is no usable secret'
  if (/^[ms]k_/.test(secret)) return 'is an API key id or API secret'
  return secret === secret.trim() ? `is only "${secret}"` : 'has space at an end'
}

// What it threw is kept: it is the resolver's own word on what it lacks.
function unavailable(cause: unknown): WebhookVerificationError {
  return new WebhookVerificationError('secret_unavailable', '', { cause })
}
