import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { DomainError } from '../shared/errors.js'
import { KEY_SCOPES } from '../shared/key-scope.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Tier } from '../shared/policy.js'
import type { Tx } from '../store/unit-of-work.js'
import { issueWebhookSecret } from '../webhooks/webhook-secrets.js'
import type { CreatedApiKey } from './api-key.js'
import { createApiKey } from './api-keys.js'
import type { Merchant, MerchantStatus } from './merchant.js'

/**
 * Registers a merchant with its first test key and its test webhook secret. Registration is the only call without a key, so
 * it returns everything that the other calls need.
 *
 * @throws merchant_already_exists, without any data of the other merchant
 */
export async function registerMerchant(
  tx: Tx,
  context: Context,
  input: { name: string; email: string; platformUserId: string },
): Promise<Registered> {
  const at = context.clock.now()
  const merchant: Merchant = {
    id: context.ids.uuid(),
    ...input,
    status: 'PENDING_KYB',
    tier: 'BASIC',
    surcharge: 0n,
    activatedAt: null,
    createdAt: at,
    updatedAt: at,
  }
  if (!(await tx.merchants.insert(merchant))) throw new DomainError('merchant_already_exists')
  const scope = { merchantId: merchant.id, environment: 'test' as const }
  const first = { name: 'first key', scopes: KEY_SCOPES, issuedBy: null }
  const apiKey = await createApiKey(tx, context, { ...scope, ...first })
  const { secret } = await issueWebhookSecret(tx, context, scope)
  return { merchant, apiKey, webhookSecret: secret }
}

const NEXT_STATUS: Readonly<Record<MerchantStatus, readonly MerchantStatus[]>> = {
  PENDING_KYB: ['ACTIVE', 'SUSPENDED'],
  ACTIVE: ['SUSPENDED'],
  SUSPENDED: ['ACTIVE'],
}

/**
 * Changes the status of a merchant. Setting the current status changes nothing.
 *
 * @throws OperatorError if there is no such merchant or the transition is not allowed
 */
export async function changeMerchantStatus(
  tx: Tx,
  context: Context,
  { id, status }: { id: string; status: MerchantStatus },
  { actor, reason }: Mandate,
): Promise<Merchant> {
  const merchant = await requireMerchant(tx, id)
  if (merchant.status === status) return merchant
  if (!NEXT_STATUS[merchant.status].includes(status)) {
    throw new OperatorError(`merchant ${id} is ${merchant.status} and cannot become ${status}`)
  }
  const at = context.clock.now()
  const activatedAt = status === 'ACTIVE' ? (merchant.activatedAt ?? at) : merchant.activatedAt
  const changed = { ...merchant, status, activatedAt, updatedAt: at }
  await tx.merchants.update(changed)
  const action = status === 'ACTIVE' ? 'merchants activate' : 'merchants suspend'
  await audit(tx, context, {
    actor,
    action,
    subject: id,
    details: { reason, from: merchant.status, to: status },
  })
  return changed
}

/** Changes the fee tier of a merchant's new orders. @throws OperatorError if there is no such merchant */
export async function changeMerchantTier(
  tx: Tx,
  context: Context,
  { id, tier }: { id: string; tier: Tier },
  { actor, reason }: Mandate,
): Promise<Merchant> {
  const merchant = await requireMerchant(tx, id)
  if (merchant.tier === tier) return merchant
  const changed = { ...merchant, tier, updatedAt: context.clock.now() }
  await tx.merchants.update(changed)
  const details = { reason, from: merchant.tier, to: tier }
  await audit(tx, context, { actor, action: 'merchants tier', subject: id, details })
  return changed
}

/** Returns a merchant. @throws OperatorError if there is no such merchant */
export async function requireMerchant(tx: Tx, id: string): Promise<Merchant> {
  const merchant = await tx.merchants.find(id)
  if (!merchant) throw new OperatorError(`there is no merchant ${id}`)
  return merchant
}

/** A new merchant with its credentials. */
export interface Registered {
  readonly merchant: Merchant
  readonly apiKey: CreatedApiKey
  readonly webhookSecret: string
}
