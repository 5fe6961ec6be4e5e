import { createSigner, parseAuthorization } from '@merchantpay/sdk/signing'
import type { ApiKey } from '../merchants/api-key.js'
import type { World } from '../world.js'
import type { Caller } from './handler.js'
import { Refusal } from './refusal.js'
import type { WireRequest } from './wire.js'

/** How far a timestamp may differ from the clock, seconds. */
const MAX_AGE_SECONDS = 300
const KEY_USE_MS = 60_000

/**
 * Finds the key that signed a request. Checks, in this order: header present, its format, key known, key active,
 * signature, timestamp.
 *
 * @param now the server's clock, Unix milliseconds
 * @throws Refusal the codes of 401
 */
export async function authenticate(world: World, request: WireRequest, now: number): Promise<Caller> {
  const { method, target, body } = request
  const header = request.headers.get('authorization')
  if (header === null) throw new Refusal('missing_authorization_header')
  const parsed = parseAuthorization(header)
  if (!parsed) throw new Refusal('invalid_authorization_format')
  const { timestamp, signature } = parsed
  const key = world.apiKeys.find(({ keyId }) => keyId === parsed.keyId)
  const merchant = world.merchants.find(({ id }) => id === key?.merchantId)
  if (!key || !merchant) throw new Refusal('api_key_not_found', { status: 401 })
  if (key.revokedAt !== null) throw new Refusal('api_key_is_inactive')
  const expected = await createSigner(key).sign({ method, target, body, timestamp })
  if (signature !== expected) throw new Refusal('invalid_signature')
  const age = Math.floor(now / 1_000) - Number(timestamp)
  if (age > MAX_AGE_SECONDS) throw new Refusal('request_timestamp_too_old')
  if (age < -MAX_AGE_SECONDS) throw new Refusal('request_timestamp_in_the_future')
  recordUse(key, world.clock.now())
  return { key, merchant }
}

/** Updates the time of last use at most once a minute. */
function recordUse(key: ApiKey, now: number): void {
  if (key.lastUsedAt === null || now - key.lastUsedAt >= KEY_USE_MS) key.lastUsedAt = now
}
