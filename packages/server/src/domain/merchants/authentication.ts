import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { parseAuthorization, stringToSign } from '@merchantpay/sdk/signing'
import type { Context } from '../context.js'
import { DomainError } from '../shared/errors.js'
import { AUTHORIZATION_AGE_SECONDS } from '../shared/policy.js'
import type { ApiKey } from './api-key.js'
import { keyContext } from './api-keys.js'

/** The signed parts of a request. */
export interface SignedRequest {
  /** Every Authorization field of the request, as received. */
  readonly authorization: readonly string[]
  readonly method: string
  /** Request target in origin form, exactly as received. */
  readonly target: string
  readonly body: Uint8Array
}

/** Used to check requests with an unknown key, so that they take as long as others. */
const NO_SECRET = 'sk_test_unknown-key'

/**
 * Finds the key that signed a request. Checks, in this order: header present, its format, key known, key active,
 * signature, timestamp (at most 300 s in the past or future).
 *
 * @throws the codes with status 401
 * @see openapi/DECISIONS.md "Request signature", openapi/vectors/request-signature.json
 */
export async function authenticate<Key extends ApiKey>(
  context: Context,
  request: SignedRequest,
  findKey: (keyId: string) => Promise<Key | undefined>,
): Promise<Key> {
  const [header, ...more] = request.authorization
  if (header === undefined) throw new DomainError('missing_authorization_header')
  const parsed = more.length === 0 ? parseAuthorization(header) : undefined
  if (!parsed) throw new DomainError('invalid_authorization_format')
  const key = await findKey(parsed.keyId)
  const secret = key ? context.vault.decrypt(key.sealedSecret, keyContext(key)) : NO_SECRET
  const isSigned = signatureMatches(request, parsed, secret)
  if (!key) throw new DomainError('api_key_not_found')
  if (key.revokedAt !== null) throw new DomainError('api_key_is_inactive')
  if (!isSigned) throw new DomainError('invalid_signature')
  const age = Math.floor(context.clock.wall() / 1_000) - parseInt(parsed.timestamp, 10)
  if (age > AUTHORIZATION_AGE_SECONDS) throw new DomainError('request_timestamp_too_old')
  if (age < -AUTHORIZATION_AGE_SECONDS) throw new DomainError('request_timestamp_in_the_future')
  return key
}

function signatureMatches(
  { method, target, body }: SignedRequest,
  { timestamp, signature }: { timestamp: string; signature: string },
  secret: string,
): boolean {
  const bodyHash = hash('sha256', body, 'hex')
  const signed = stringToSign({ timestamp, method, target, bodyHash })
  const expected = createHmac('sha256', secret).update(signed).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
