import { WebhookVerificationError } from '../errors/error.js'
import { TEXTS } from '../errors/texts.js'
import { isObject } from '../util/is-object.js'
import type { HeadersInput } from './header-fields.js'
import type { ForeignKey, HmacPort, KeyUsage } from './hmac.js'
import type { ImportedSecret } from './imported-secret.js'

const MAX_SECRETS = 8

/**
 * A webhook secret: the text exactly as shown (its UTF-8 bytes are the key), bytes, or a secret key as `KeyObject` or
 * `CryptoKey`. The type includes `undefined`, so that an environment variable needs no `!`; it is refused as
 * `invalid_secret`. Text is also refused with white space at an end, or without the `whsec_` of every secret of the service:
 * pass another secret, such as that of an operator's alerts, as bytes. Bytes and keys are only refused when they are empty,
 * since random bytes may end in white space.
 */
export type SecretValue = string | ArrayBufferView | ArrayBuffer | SharedArrayBuffer | ForeignKey | undefined

/** A secret with a name and, during a rotation, an expiry. */
export interface NamedSecret {
  /** Returned as `secretId` of the webhooks that this secret verified. */
  id: string
  /** The secret itself. */
  secret: SecretValue
  /** Epoch milliseconds from which the secret is no longer tried. Default: never. */
  expiresAt?: number | undefined
}

/** One secret, or 1 to 8 of them. Without an `id` they are named `secret-1`, `secret-2` and so on, by position. */
export type Secrets = SecretValue | NamedSecret | readonly (SecretValue | NamedSecret)[]

/**
 * Finds the secrets for one request, for a receiver that several merchants share. It is called after the grammar check of
 * the signature header and before the signature check, so the headers are unverified. When it returns no secret, the request
 * is answered with 503 `secret_unavailable`, and the sender retries.
 */
export type SecretResolver = (lookup: { headers: HeadersInput }) => Secrets | PromiseLike<Secrets>

// Without white space at its end.
const SECRET = /^whsec_.*\S$/s

/**
 * Checks and imports secrets. There is no minimum length, since the interface has none.
 *
 * @throws WebhookVerificationError `invalid_secret` for a value that cannot be a webhook secret: a missing one, text with
 *   white space at an end or without `whsec_`, such as an API key, or a list of fewer than `least` or more than 8 secrets
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
 * Calls a resolver. Returns an empty list when the resolver finds nothing.
 *
 * @throws WebhookVerificationError `secret_unavailable` when the resolver throws; `sync_unavailable` when it returns a
 *   promise
 */
export function callResolver(resolver: SecretResolver, headers: HeadersInput): unknown {
  try {
    const answer = resolver({ headers })
    if (!isObject(answer) || !('then' in answer)) return answer ?? []
    Promise.resolve(answer).catch(() => {}) // not awaited, and its rejection must not end the process
  } catch (cause) {
    throw unavailable(cause)
  }
  throw new WebhookVerificationError('sync_unavailable')
}

/**
 * Calls a resolver that may return a promise. Resolves to an empty list when the resolver finds nothing.
 *
 * @throws WebhookVerificationError `secret_unavailable` when the resolver throws or rejects
 */
export async function callResolverAsync(resolver: SecretResolver, headers: HeadersInput): Promise<unknown> {
  try {
    return (await resolver({ headers })) ?? []
  } catch (cause) {
    throw unavailable(cause)
  }
}

/**
 * The secrets that have not expired at `now`, epoch milliseconds.
 *
 * @throws WebhookVerificationError `secret_unavailable` when none is left
 */
export function unexpired<Key>(secrets: readonly ImportedSecret<Key>[], now: number): ImportedSecret<Key>[] {
  const usable = secrets.filter((secret) => now < secret.expiresAt)
  if (usable.length > 0) return usable
  throw new WebhookVerificationError('secret_unavailable')
}

// A list that throws on access counts as an empty one. Gaps become undefined.
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
        typeof secret === 'string' && !SECRET.test(secret) ? undefined : hmac.importKey(secret, usage)
      if (key) return { id, key, expiresAt }
    }
  } catch {
    // A value that throws on access is refused like any other invalid secret.
  }
  throw new WebhookVerificationError('invalid_secret', TEXTS && `${name} ${fault}`)
}

/** Describes an invalid secret. Only the text of a missing secret is shown, since any other may be a real secret. */
function faultOf(secret: unknown): string {
  if (secret === undefined || secret === null) return `is ${secret}: set WEBHOOK_SECRET`
  if (typeof secret !== 'string') return 'is not a usable secret'
  if (/^[ms]k_/.test(secret)) return 'is an API key id or API secret'
  if (/^["'\s]|\s$/.test(secret)) return 'has quotes or white space at an end'
  return /^(undefined|null)?$/.test(secret) ? `is only "${secret}"` : 'is not like whsec_...'
}

// The resolver's error is kept as the cause.
function unavailable(cause: unknown): WebhookVerificationError {
  return new WebhookVerificationError('secret_unavailable', '', { cause })
}
