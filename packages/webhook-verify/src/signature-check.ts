import type { HmacPort } from './crypto.js'
import { WebhookVerificationError } from './error.js'
import { parseSignatureHeader, type SignatureHeader } from './header.js'
import type { Fields, HeadersInput } from './headers.js'
import {
  type ImportedSecret,
  type SecretResolver,
  type Secrets,
  secretsFinder,
  unexpired,
} from './secrets.js'
import { TEXTS } from './texts.js'
import { checkAge, checkTolerance, readClock } from './time.js'

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
interface CheckedOptions<Key> {
  hmac: HmacPort<Key>
  findSecrets: (headers: HeadersInput) => ImportedSecret<Key>[] | Promise<ImportedSecret<Key>[]>
  toleranceSeconds: number
  clock: () => number
}

/** @throws invalid_secret, invalid_option */
export function checkOptions<Key>(hmac: HmacPort<Key>, options: VerifierOptions): CheckedOptions<Key> {
  // Callers without types may leave the options out, here and below; then the secrets are what is missing.
  const findSecrets = secretsFinder(hmac, options?.secrets)
  const toleranceSeconds = checkTolerance(options.toleranceSeconds)
  return { hmac, findSecrets, toleranceSeconds, clock: options.clock ?? Date.now }
}

/** Checks header, signature and age, in this order. */
export function checkSignature<Key>(
  options: CheckedOptions<Key>,
  rawBody: Uint8Array,
  headers: HeadersInput,
  fields: Fields<'x-merchant-signature'>,
  call?: VerifyOptions,
): VerifiedSignature {
  const header = parseSignatureHeader(fields['x-merchant-signature'])
  const now = readClock(options.clock, call?.receivedAt)
  const found = options.findSecrets(headers)
  if (!Array.isArray(found)) {
    found.catch(() => {}) // whatever becomes of it, nobody waits for it
    throw new WebhookVerificationError('sync_unavailable', TEXTS && 'the secret resolver returns a promise')
  }
  const secrets = unexpired(found, now)
  const secretId = syncOf(options.hmac).match(secrets, header, rawBody)
  return conclude(options, rawBody, header, now, secrets.length, secretId)
}

/** The same without blocking. The body is only read when the header has passed. */
export async function checkSignatureAsync<Key>(
  options: CheckedOptions<Key>,
  readBody: () => Promise<Uint8Array>,
  headers: HeadersInput,
  fields: Fields<'x-merchant-signature'>,
  call?: VerifyOptions,
): Promise<VerifiedSignature> {
  const header = parseSignatureHeader(fields['x-merchant-signature'])
  const now = readClock(options.clock, call?.receivedAt)
  const secrets = unexpired(await options.findSecrets(headers), now)
  const rawBody = await readBody()
  const secretId = await options.hmac.match(secrets, header, rawBody)
  return conclude(options, rawBody, header, now, secrets.length, secretId)
}

function conclude<Key>(
  { toleranceSeconds }: CheckedOptions<Key>,
  rawBody: Uint8Array,
  { seconds, signatures }: SignatureHeader,
  now: number,
  secretCount: number,
  secretId: string | undefined,
): VerifiedSignature {
  if (secretId === undefined) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      TEXTS &&
        `no v1 fits any secret: ${signatures.length} v1, ${secretCount} secrets, ${rawBody.length} bytes`,
    )
  }
  checkAge(now, seconds, toleranceSeconds)
  return { rawBody, signedAt: seconds * 1000, secretId }
}

/** @throws sync_unavailable where the runtime makes every caller wait; asked first, so that it is always the answer */
export function syncOf<Key>({ sync }: HmacPort<Key>): NonNullable<HmacPort<Key>['sync']> {
  if (sync) return sync
  throw new WebhookVerificationError(
    'sync_unavailable',
    TEXTS && 'this runtime has asynchronous cryptography only',
  )
}
