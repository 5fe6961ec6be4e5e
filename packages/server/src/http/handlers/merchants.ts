import type { Context } from '../../domain/context.js'
import { registerMerchant } from '../../domain/merchants/merchants.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { issueWebhookSecret } from '../../domain/webhooks/webhook-secrets.js'
import type { Handlers } from '../handler.js'
import { type Presenter, presentCreatedApiKey } from '../present.js'

type MerchantHandlers = Pick<Handlers, 'registerMerchant' | 'getCurrentMerchant' | 'rotateWebhookSecret'>

export function merchantHandlers(context: Context, present: Presenter): MerchantHandlers {
  return {
    registerMerchant: {
      access: 'write',
      async run(tx, { body }) {
        const { merchant, apiKey, webhookSecret } = await registerMerchant(tx, context, {
          name: body.name,
          email: body.email,
          platformUserId: body.platform_user_id,
        })
        const secrets = { api_key: presentCreatedApiKey(apiKey), webhook_secret: webhookSecret }
        return { status: 201, body: { ...present.merchant(merchant), ...secrets } }
      },
    },
    getCurrentMerchant: {
      access: 'read',
      async run(_tx, { caller }) {
        return { status: 200, body: present.merchant(caller.merchant) }
      },
    },
    rotateWebhookSecret: {
      access: 'write',
      async run(tx, { caller }) {
        const { secret, createdAt } = await issueWebhookSecret(tx, context, caller)
        const { environment } = caller
        return { status: 201, body: { webhook_secret: secret, environment, created_at: isoTime(createdAt) } }
      },
    },
  }
}
