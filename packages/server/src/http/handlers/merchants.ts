import { createHash, timingSafeEqual } from 'node:crypto'
import { DomainError } from '../../domain/errors.js'
import { isoTime } from '../../domain/instant.js'
import { registerMerchant } from '../../domain/merchants.js'
import type { Context } from '../../domain/ports.js'
import { issueWebhookSecret } from '../../domain/webhook-secrets.js'
import type { Handlers } from '../handler.js'
import { type Presenter, presentCreatedApiKey } from '../present.js'

type MerchantHandlers = Pick<Handlers, 'registerMerchant' | 'getCurrentMerchant' | 'rotateWebhookSecret'>

export interface Registration {
  readonly mode: 'open' | 'token' | 'closed'
  readonly token: string | undefined
}

export function merchantHandlers(
  context: Context,
  present: Presenter,
  registration: Registration,
): MerchantHandlers {
  return {
    registerMerchant: {
      access: 'write',
      async run(tx, { body, headers }) {
        if (!mayRegister(registration, headers['X-Registration-Token'])) {
          throw new DomainError('registration_closed')
        }
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

function mayRegister({ mode, token }: Registration, given: string | undefined): boolean {
  if (mode !== 'token') return mode === 'open'
  if (token === undefined || given === undefined) return false
  return timingSafeEqual(sha256(token), sha256(given))
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()
