import { WebhookVerificationError } from '../errors/error.js'
import { TEXTS } from '../errors/texts.js'
import { checkAge, checkTolerance, readClock } from './age.js'
import type { Fields, HeadersInput } from './header-fields.js'
import type { HmacPort, SyncHmacPort } from './hmac.js'
import {
  ask,
  askAsync,
  type ImportedSecret,
  importSecrets,
  type SecretResolver,
  type Secrets,
  unexpired,
} from './secrets.js'
import { parseSignatureHeader, type SignatureHeader } from './signature-header.js'

/** What a verifier is made of. */
export interface VerifierOptions {
  /** The webhook secret, 1 to 8 of them, or a function that finds them; the signature of any one is enough. */
  secrets: Secrets | SecretResolver
  /** Accepted age and lead of a signature in whole seconds, both ends included; 300. `Infinity` accepts any time. */
  toleranceSeconds?: number | undefined
  /** Epoch milliseconds of now; `Date.now`. */
  clock?: (() => number) | undefined
}

/** How one call departs from the verifier's options. */
export interface VerifyOptions {
  /** Epoch milliseconds at which the request arrived, for a worker behind a queue; judged instead of the clock. */
  receivedAt?: number | undefined
}

/** What a right signature vouches for. */
export interface VerifiedSignature {
  /** The bytes that were signed. */
  rawBody: Uint8Array
  /** Epoch milliseconds, of whole seconds. */
  signedAt: number
  /** The `id` of the first secret that matches, or `secret-1`, `secret-2` … by position. */
  secretId: string
}

/** The options of a verifier, checked, and its secrets imported. */
export interface CheckedOptions<Key, Hmac extends HmacPort<Key> = HmacPort<Key>> {
  hmac: Hmac
  secrets: ImportedSecret<Key>[] | SecretResolver
  toleranceSeconds: number
  clock: () => number
}

/** @throws invalid_secret, invalid_option */
export function checkOptions<Key, Hmac extends HmacPort<Key>>(
  hmac: Hmac & HmacPort<Key>,
  options: VerifierOptions,
): CheckedOptions<Key, Hmac> {
  // Callers without types may leave the options out, here and below; then the secrets are what is missing.
  const given = options?.secrets
  const secrets = typeof given === 'function' ? given : importSecrets(hmac, given, 'verify')
  const toleranceSeconds = checkTolerance(options.toleranceSeconds)
  return { hmac, secrets, toleranceSeconds, clock: options.clock ?? Date.now }
}

/** Checks header, signature and age, in this order. */
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
    typeof given === 'function' ? importSecrets(hmac, ask(given, headers), 'verify', 0) : given,
    now,
  )
  return conclude(options, rawBody, header, now, secrets.length, hmac.match(secrets, header, rawBody))
}

/** The same without blocking. The body is only read when the header has passed. */
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
    typeof given === 'function' ? importSecrets(hmac, await askAsync(given, headers), 'verify', 0) : given,
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
