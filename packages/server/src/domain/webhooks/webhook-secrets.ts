import type { Context } from '../context.js'
import { encryptionContext } from '../secrets/encryption-context.js'
import { SECRET_OVERLAP_MS } from '../shared/policy.js'
import type { Instant, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
/** As long as 33 bytes in base64, which need no padding. */
const SECRET_LENGTH = 44

/** Returns the encryption context of a webhook secret. */
export const secretContext = (row: Scope & { readonly id: string }): string =>
  encryptionContext('webhook_secrets', row)

/** Creates the environment's webhook secret, or replaces it. The previous secret keeps signing for 24 h. */
export async function issueWebhookSecret(
  tx: Tx,
  context: Context,
  scope: Scope,
): Promise<{ secret: string; createdAt: Instant }> {
  const createdAt = context.clock.now()
  const id = context.ids.uuid()
  const secret = `whsec_${context.ids.random(BASE64, SECRET_LENGTH)}`
  await tx.merchants.lock(scope.merchantId)
  await tx.webhookSecrets.retireCurrent(scope, createdAt + SECRET_OVERLAP_MS)
  await tx.webhookSecrets.insert({
    id,
    merchantId: scope.merchantId,
    environment: scope.environment,
    sealedSecret: context.vault.encrypt(secret, secretContext({ ...scope, id })),
    createdAt,
    retiresAt: null,
  })
  await tx.webhookDeliveries.releaseHeld(scope)
  return { secret, createdAt }
}
