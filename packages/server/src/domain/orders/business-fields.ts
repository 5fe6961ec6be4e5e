import type { Context } from '../context.js'
import { type Metadata, requireMetadata, requireReturnUrl } from '../merchants/merchant-input.js'
import { requireWebhookUrl } from '../webhooks/webhook-target.js'

/** The fields that a merchant attaches to an order or a payment link. */
export interface BusinessFields {
  readonly description: string | undefined
  readonly metadata: Metadata | undefined
  readonly returnUrl: string | undefined
  readonly webhookUrl: string | undefined
}

/** Reads the fields as they are stored. @throws invalid_metadata, invalid_return_url, invalid_webhook_url */
export function businessFields(context: Pick<Context, 'policy'>, input: BusinessFields) {
  return {
    description: input.description ?? null,
    metadata: requireMetadata(input.metadata),
    returnUrl: input.returnUrl === undefined ? null : requireReturnUrl(input.returnUrl),
    webhookUrl:
      input.webhookUrl === undefined
        ? null
        : requireWebhookUrl(context.policy, input.webhookUrl, 'webhook_url'),
  }
}
