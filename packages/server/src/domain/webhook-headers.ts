import { signWebhook } from '@merchantpay/webhook-verify'
import type { Context } from './ports.js'
import { secretContext, type WebhookSecret } from './webhook-secrets.js'
import type { WebhookEvent } from './webhooks.js'

/** What the headers of one attempt say. */
export interface SignedAttempt {
  readonly event: WebhookEvent
  readonly deliveryId: string
  /** 1 for the first. */
  readonly attempt: number
  readonly secrets: readonly WebhookSecret[]
}

/** The headers that tell a receiver what a body is and that it is ours, signed now. @throws Error when a secret is damaged */
export function webhookHeaders(
  { clock, vault }: Context,
  { event, deliveryId, attempt, secrets: sealed }: SignedAttempt,
): Record<string, string> {
  const secrets = sealed.map((secret) => vault.open(secret.sealedSecret, secretContext(secret)))
  const timestamp = Math.floor(clock.real() / 1_000)
  return {
    'X-Merchant-Signature': signWebhook({ body: Buffer.from(event.body), secrets, timestamp }),
    'X-Webhook-Event': event.event,
    'X-Webhook-Id': deliveryId,
    'X-Webhook-Attempt': `${attempt}`,
  }
}
