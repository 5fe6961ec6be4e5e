import type { ApiKey as ApiKeySummary, CreatedApiKey, KeyScope } from '@merchantpay/sdk'
import type { Handlers } from '../http/handler.js'
import { countNew } from '../http/rate-limit.js'
import { Refusal } from '../http/refusal.js'
import { BASE62, BASE64URL } from '../ids.js'
import { isOf, type Scope } from '../scope.js'
import { isoOrNull, isoTime, type World } from '../world.js'
import type { ApiKey } from './api-key.js'

const KEY_SCOPES: readonly KeyScope[] = ['orders', 'read', 'withdrawals', 'keys']
const ACTIVE_KEYS = 20
const REVOKED_LISTED = 100

/** Adds a key. @param scopes default: all */
export function addApiKey(
  world: World,
  { merchantId, environment }: Scope,
  { name, scopes = KEY_SCOPES }: { name: string; scopes?: readonly KeyScope[] | undefined },
): ApiKey {
  const key: ApiKey = {
    merchantId,
    environment,
    keyId: `mk_${environment}_${world.ids.text(BASE62, 24)}`,
    secret: `sk_${environment}_${world.ids.text(BASE64URL, 43)}`,
    name,
    scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
    createdAt: world.clock.now(),
    revokedAt: null,
    lastUsedAt: null,
  }
  world.apiKeys.push(key)
  return key
}

/** Writes a new key as the API does: the only answer with its secret. */
export function presentCreatedApiKey(key: ApiKey): CreatedApiKey {
  const { keyId, secret, name, environment, scopes, createdAt } = key
  return { key_id: keyId, secret, name, environment, scopes: [...scopes], created_at: isoTime(createdAt) }
}

/** Makes the handlers of the operations on keys. */
export function apiKeyHandlers(
  world: World,
): Pick<Handlers, 'createApiKey' | 'listApiKeys' | 'revokeApiKey'> {
  const { apiKeys } = world
  return {
    createApiKey({ body: { environment, name = '', scopes }, caller }) {
      const scope = { merchantId: caller.merchant.id, environment }
      const keys = apiKeys.filter((key) => isOf(key, scope))
      // A leaked test key must not create a live one, nor reach money with the first.
      const isFirstLive = environment === 'live' && caller.key.environment === 'test'
      if (isFirstLive && keys.length > 0) throw new Refusal('forbidden')
      const granted = caller.key.scopes.filter((scope) => !isFirstLive || scope !== 'withdrawals')
      if (scopes?.some((scope) => !granted.includes(scope))) throw new Refusal('forbidden')
      const active = keys.filter(({ revokedAt }) => revokedAt === null)
      if (active.length >= ACTIVE_KEYS)
        throw new Refusal('api_key_limit_reached', {
          detail: `at most ${ACTIVE_KEYS} active keys in the ${environment} environment`,
        })
      countNew(world, scope, 'keys')
      const key = addApiKey(world, scope, { name, scopes: scopes ?? granted })
      return { status: 201, body: presentCreatedApiKey(key) }
    },
    listApiKeys({ caller }) {
      const own = apiKeys.filter(({ merchantId }) => merchantId === caller.merchant.id).reverse()
      const revoked = own.filter(({ revokedAt }) => revokedAt !== null).slice(REVOKED_LISTED)
      return { status: 200, body: { api_keys: own.filter((key) => !revoked.includes(key)).map(present) } }
    },
    revokeApiKey({ params, caller }) {
      const key = apiKeys.find(({ keyId }) => keyId === params.key_id)
      if (key?.merchantId !== caller.merchant.id) throw new Refusal('api_key_not_found', { status: 404 })
      const isAbove = key.environment === 'live' && caller.key.environment === 'test'
      if (isAbove) throw new Refusal('forbidden')
      key.revokedAt ??= world.clock.now()
      return { status: 200, body: { message: 'api key revoked' } }
    },
  }
}

function present({
  keyId,
  name,
  environment,
  scopes,
  revokedAt,
  createdAt,
  lastUsedAt,
}: ApiKey): ApiKeySummary {
  return {
    key_id: keyId,
    name,
    environment,
    scopes: [...scopes],
    is_active: revokedAt === null,
    created_at: isoTime(createdAt),
    last_used_at: isoOrNull(lastUsedAt),
  }
}
