import { WebhookVerificationError } from '../errors/error.js'
import { TEXTS } from '../errors/texts.js'
import { checkAge, checkTolerance, readClock } from './age.js'
import type { Fields, HeadersInput } from './header-fields.js'
import type { HmacPort, SyncHmacPort } from './hmac.js'
import type { ImportedSecret } from './imported-secret.js'
import {
  callResolver,
  callResolverAsync,
  importSecrets,
  type SecretResolver,
  type Secrets,
  unexpired,
} from './secrets.js'
import { parseSignatureHeader, type SignatureHeader } from './signature-header.js'

/** Options of a verifier. */
export interface VerifierOptions {
  /** The webhook secret, 1 to 8 of them, or a function that finds them. One matching secret is enough. */
  secrets: Secrets | SecretResolver
  /**
   * How far the signature may be in the past or in the future, whole seconds, both ends included. `Infinity` accepts any
   * time. Default: 300.
   */
  toleranceSeconds?: number | undefined
  /** Returns the time, in epoch milliseconds. Default: `Date.now`. */
  clock?: (() => number) | undefined
}

/** Options of one call. */
export interface VerifyOptions {
  /** Epoch milliseconds at which the request arrived, for a worker behind a queue. Default: the clock. */
  receivedAt?: number | undefined
}

/** The result of a valid signature. */
export interface VerifiedSignature {
  /** The bytes that were signed. */
  rawBody: Uint8Array
  /** Epoch milliseconds, in whole seconds. */
  signedAt: number
  /** The `id` of the first secret that matches, or `secret-1`, `secret-2` and so on by position. */
  secretId: string
}

/** Checked options of a verifier, with imported secrets. */
export interface CheckedOptions<Key, Hmac extends HmacPort<Key> = HmacPort<Key>> {
  hmac: Hmac
  secrets: ImportedSecret<Key>[] | SecretResolver
  toleranceSeconds: number
  clock: () => number
}

/** @throws WebhookVerificationError `invalid_secret`, `invalid_option` */
export function checkOptions<Key, Hmac extends HmacPort<Key>>(
  hmac: Hmac & HmacPort<Key>,
  options: VerifierOptions,
): CheckedOptions<Key, Hmac> {
  // Plain JavaScript can leave the options out; then the secrets are missing.
  const given = options?.secrets
  const secrets = typeof given === 'function' ? given : importSecrets(hmac, given, 'verify')
  const toleranceSeconds = checkTolerance(options.toleranceSeconds)
  return { hmac, secrets, toleranceSeconds, clock: options.clock ?? Date.now }
}

/**
 * Checks header, signature and age, in this order.
 *
 * @throws WebhookVerificationError as `verify`, for these checks
 */
export function checkSignature<Key>(
  options: CheckedOptions<Key, SyncHmacPort<Key>>,
  rawBody: Uint8Array,
  headers: HeadersInput,
  fields: Fields<'x-merchant-signature'>,
  call?: VerifyOptions,
): VerifiedSignature {
  const { hmac, secrets: given } = options
  const header = parseSignatureHeader(fields['x-merchant-signature'])
  const now = readClock(options.clock, call)
  const secrets = unexpired(
    typeof given === 'function' ? importSecrets(hmac, callResolver(given, headers), 'verify', 0) : given,
    now,
  )
  return conclude(options, rawBody, header, now, secrets.length, hmac.match(secrets, header, rawBody))
}

/**
 * `checkSignature` for an unread body and asynchronous resolvers. The body is read once header and secrets are valid.
 *
 * @throws WebhookVerificationError as `verifyAsync`, for these checks
 */
export async function checkSignatureAsync<Key>(
  options: CheckedOptions<Key>,
  readBody: () => Promise<Uint8Array>,
  headers: HeadersInput,
  fields: Fields<'x-merchant-signature'>,
  call?: VerifyOptions,
): Promise<VerifiedSignature> {
  const { hmac, secrets: given } = options
  const header = parseSignatureHeader(fields['x-merchant-signature'])
  const now = readClock(options.clock, call)
  const secrets = unexpired(
    typeof given === 'function'
      ? importSecrets(hmac, await callResolverAsync(given, headers), 'verify', 0)
      : given,
    now,
  )
  const rawBody = await readBody()
  return conclude(options, rawBody, header, now, secrets.length, await hmac.match(secrets, header, rawBody))
}

function conclude<Key>(
  { toleranceSeconds }: CheckedOptions<Key>,
  rawBody: Uint8Array,
  { seconds, signatures }: SignatureHeader,
  now: number,
  secretCount: number,
  secretId: string | undefined,
): VerifiedSignature {
  if (!secretId) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      TEXTS &&
        `no v1 fits any secret: ${signatures.length} v1, ${secretCount} secrets, ${rawBody.length} bytes`,
    )
  }
  checkAge(now, seconds, toleranceSeconds)
  return { rawBody, signedAt: seconds * 1000, secretId }
}
