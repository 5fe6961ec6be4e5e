import type { Context } from '../../domain/context.js'
import { requestDashboardLink } from '../../domain/merchants/dashboard-links.js'
import { registerMerchant } from '../../domain/merchants/merchants.js'
import { DomainError } from '../../domain/shared/errors.js'
import { isoTime } from '../../domain/shared/iso-time.js'
import { issueWebhookSecret } from '../../domain/webhooks/webhook-secrets.js'
import type { Handlers } from '../handler.js'
import { countNew } from '../limits/new-per-hour.js'
import { type Presenter, presentCreatedApiKey } from '../present.js'

type MerchantHandlers = Pick<
  Handlers,
  'registerMerchant' | 'getCurrentMerchant' | 'rotateWebhookSecret' | 'createDashboardLink'
>

interface LinkOptions {
  /** Without a dashboard there are no links to it. */
  readonly hasDashboard: boolean
  /** The most sign-in links that a merchant creates in an environment; 0 is no limit. */
  readonly newLinksPerHour: number
}

export function merchantHandlers(
  context: Context,
  present: Presenter,
  { hasDashboard, newLinksPerHour }: LinkOptions,
): MerchantHandlers {
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
    createDashboardLink: {
      access: 'write',
      async run(tx, { body, caller }) {
        if (!hasDashboard) throw new DomainError('forbidden')
        const link = await requestDashboardLink(tx, context, caller, body)
        await countNew(tx, context, { kind: 'links', scope: caller, perHour: newLinksPerHour })
        return { status: 201, body: present.dashboardLink(link) }
      },
    },
  }
}
