import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import type { Tx } from '../store/unit-of-work.js'
import { issueWebhookSecret } from '../webhooks/webhook-secrets.js'
import type { ApiKey } from './api-key.js'
import { revokeApiKeyByOperator } from './api-keys.js'
import type { Merchant } from './merchant.js'
import { changeMerchantStatus } from './merchants.js'

export interface Activated {
  readonly merchant: Merchant
  /** The live webhook secret, shown once; undefined when the merchant had one. */
  readonly webhookSecret: string | undefined
  /** The live keys that were active before, newest first. */
  readonly liveKeys: readonly ApiKey[]
}

/**
 * Opens the live environment of a merchant: makes it ACTIVE and creates its live webhook secret, which releases deliveries
 * that wait for one. A merchant that has a live secret keeps it, so a second activation changes nothing.
 *
 * @param isRevoking revokes the live keys that exist, for a merchant that does not know them
 * @throws OperatorError if there is no such merchant
 */
export async function activateMerchant(
  tx: Tx,
  context: Context,
  { id, isRevoking }: { id: string; isRevoking: boolean },
  mandate: Mandate,
): Promise<Activated> {
  await tx.merchants.lock(id)
  const merchant = await changeMerchantStatus(tx, context, { id, status: 'ACTIVE' }, mandate)
  const keys = await tx.apiKeys.list(id)
  const liveKeys = keys.filter((key) => key.environment === 'live' && key.revokedAt === null)
  if (isRevoking) for (const { keyId } of liveKeys) await revokeApiKeyByOperator(tx, context, keyId, mandate)
  const scope = { merchantId: id, environment: 'live' as const }
  const secrets = await tx.webhookSecrets.listValid(scope, context.clock.now())
  if (secrets.length > 0) return { merchant, webhookSecret: undefined, liveKeys }
  const { secret } = await issueWebhookSecret(tx, context, scope)
  const { actor, reason } = mandate
  const details = { reason, webhook_secret: 'live' }
  await audit(tx, context, { actor, action: 'merchants activate', subject: id, details })
  return { merchant, webhookSecret: secret, liveKeys }
}
