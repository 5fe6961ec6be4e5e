import type { Context } from '../context.js'
import { encryptionContext } from '../secrets/encryption-context.js'
import { audit } from '../shared/audit.js'
import { type Mandate, personOf } from '../shared/audit-entry.js'
import { DomainError } from '../shared/errors.js'
import { type KeyScope, scopesIn } from '../shared/key-scope.js'
import { OperatorError } from '../shared/operator-error.js'
import { API_KEYS_PER_ENVIRONMENT } from '../shared/policy.js'
import type { Environment, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { ApiKey, Caller, CreatedApiKey } from './api-key.js'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_ID_LENGTH = 24

/** Returns the encryption context of a key's secret. */
export const keyContext = ({ keyId, ...row }: Pick<ApiKey, 'keyId' | 'scopes' | keyof Scope>): string =>
  encryptionContext('api_keys', { ...row, id: keyId })

type NewKey = Pick<ApiKey, 'name' | 'scopes' | 'issuedBy' | keyof Scope>

/** Creates a key without any check, for registration and {@link requestApiKey}. */
export async function createApiKey(tx: Tx, context: Context, wanted: NewKey): Promise<CreatedApiKey> {
  const { environment, merchantId, name, issuedBy } = wanted
  const scopes = scopesIn(wanted.scopes)
  const keyId = `mk_${environment}_${context.ids.random(BASE62, KEY_ID_LENGTH)}`
  const secret = `sk_${environment}_${context.ids.secret()}`
  const key: ApiKey = {
    keyId,
    merchantId,
    environment,
    name,
    scopes,
    sealedSecret: context.vault.encrypt(secret, keyContext({ keyId, merchantId, environment, scopes })),
    issuedBy,
    createdAt: context.clock.now(),
    revokedAt: null,
    lastUsedAt: null,
  }
  await tx.apiKeys.insert(key)
  return { key, secret }
}

/**
 * Creates a key at a merchant's request, with the scopes that it asks for, or else all that the caller can grant. A test key
 * can create test keys and only the first live key of its merchant, without the scope withdrawals, so that a leaked
 * test key cannot create live keys and never reaches money.
 *
 * @throws forbidden, api_key_limit_reached
 */
export async function requestApiKey(
  tx: Tx,
  context: Context,
  caller: Caller,
  input: { name?: string; environment: Environment; scopes?: readonly KeyScope[] },
): Promise<CreatedApiKey> {
  const { environment, name = '' } = input
  const scope = { merchantId: caller.merchantId, environment }
  await tx.merchants.lock(caller.merchantId)
  const isTestKeyForLive = environment === 'live' && caller.environment === 'test'
  if (isTestKeyForLive && (await tx.apiKeys.exists(scope))) throw new DomainError('forbidden')
  const granted = isTestKeyForLive ? caller.scopes.filter((one) => one !== 'withdrawals') : caller.scopes
  const { scopes = granted } = input
  if (!scopes.every((one) => granted.includes(one))) throw new DomainError('forbidden')
  await requireBelowKeyLimit(tx, scope)
  return createApiKey(tx, context, { ...scope, name, scopes, issuedBy: caller.issuedBy })
}

async function requireBelowKeyLimit(tx: Tx, scope: Scope): Promise<void> {
  const active = await tx.apiKeys.countActive(scope)
  if (active >= API_KEYS_PER_ENVIRONMENT)
    throw new DomainError('api_key_limit_reached', {
      detail: `at most ${API_KEYS_PER_ENVIRONMENT} active keys in the ${scope.environment} environment`,
    })
}

/**
 * Creates a key by decision of the operator.
 *
 * @throws OperatorError if there is no such merchant; api_key_limit_reached
 */
export async function issueApiKey(
  tx: Tx,
  context: Context,
  wanted: Omit<NewKey, 'issuedBy'>,
  { actor, reason }: Mandate,
): Promise<CreatedApiKey> {
  const { merchantId, environment, name, scopes } = wanted
  if (!(await tx.merchants.lock(merchantId))) throw new OperatorError(`there is no merchant ${merchantId}`)
  await requireBelowKeyLimit(tx, { merchantId, environment })
  const created = await createApiKey(tx, context, { ...wanted, issuedBy: personOf(actor) })
  const details = { reason, merchant: merchantId, environment, name, scopes: scopes.join(',') }
  await audit(tx, context, { actor, action: 'keys create', subject: created.key.keyId, details })
  return created
}

/** Revokes a key by decision of the operator. Revoking again changes nothing. @throws OperatorError if there is no such key */
export async function revokeApiKeyByOperator(
  tx: Tx,
  context: Context,
  keyId: string,
  { actor, reason }: Mandate,
): Promise<void> {
  const key = await tx.apiKeys.find(keyId)
  if (!key) throw new OperatorError(`there is no key ${keyId}`)
  if (key.revokedAt !== null) return
  await tx.apiKeys.revoke(keyId, context.clock.now())
  const details = { reason, merchant: key.merchantId, environment: key.environment }
  await audit(tx, context, { actor, action: 'keys revoke', subject: keyId, details })
}

/**
 * Revokes a key at a merchant's request. Revoking again changes nothing.
 *
 * @throws api_key_not_found; forbidden if a test key revokes a live key
 */
export async function revokeApiKey(tx: Tx, context: Context, caller: Caller, keyId: string): Promise<void> {
  const key = await tx.apiKeys.find(keyId)
  if (!key || key.merchantId !== caller.merchantId)
    throw new DomainError('api_key_not_found', { status: 404 })
  if (key.environment === 'live' && caller.environment === 'test') throw new DomainError('forbidden')
  if (key.revokedAt === null) await tx.apiKeys.revoke(keyId, context.clock.now())
}
