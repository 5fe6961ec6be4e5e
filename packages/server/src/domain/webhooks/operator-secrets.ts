import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import type { Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { issueWebhookSecret } from './webhook-secrets.js'

/** Makes or rotates a webhook secret by decision of the operator. @returns the secret, which is shown once */
export async function rotateSecretByOperator(
  tx: Tx,
  context: Context,
  scope: Scope,
  { actor, reason }: Mandate,
): Promise<string> {
  const { secret } = await issueWebhookSecret(tx, context, scope)
  const details = { reason, environment: scope.environment }
  await audit(tx, context, { actor, action: 'secrets rotate', subject: scope.merchantId, details })
  return secret
}
