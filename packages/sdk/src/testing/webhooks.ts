import type { EventType, Webhook } from '../generated/contract.gen.js'
import { presentDelivery } from './deliveries.js'
import type { Handlers } from './handler.js'
import { Refusal } from './refusal.js'
import { requireWebhookUrl } from './webhook-url.js'
import { isOf, isoTime, pageOf, type Scope, type World } from './world.js'

/** Where a merchant takes webhooks. */
export interface WebhookEndpoint extends Scope {
  readonly id: string
  readonly url: string
  readonly events: readonly EventType[]
  readonly createdAt: number
}

const MOST_ENDPOINTS = 10

/** Makes the operations on webhook endpoints. */
export function webhookHandlers(
  world: World,
): Pick<Handlers, 'createWebhook' | 'listWebhooks' | 'listWebhookDeliveries'> {
  const ownOf = (scope: Scope) => world.endpoints.filter((endpoint) => isOf(endpoint, scope))
  return {
    createWebhook({ body: { url: text, events }, caller: { key } }) {
      const { merchantId, environment } = key
      const url = requireWebhookUrl(text)
      if (ownOf(key).length >= MOST_ENDPOINTS) throw new Refusal('webhook_limit_reached')
      const id = `wh_${world.ids.uuid().replaceAll('-', '')}`
      const endpoint = { id, merchantId, environment, url, events, createdAt: world.clock.now() }
      world.endpoints.push(endpoint)
      return { status: 201, body: present(endpoint) }
    },
    listWebhooks: ({ caller }) => ({ status: 200, body: ownOf(caller.key).toReversed().map(present) }),
    listWebhookDeliveries({ params: { id }, query, caller }) {
      if (!ownOf(caller.key).some((endpoint) => endpoint.id === id)) throw new Refusal('webhook_not_found')
      const rows = world.deliveries.filter(({ webhookId }) => webhookId === id)
      const page = pageOf(rows, query).map((row) => ({ ...presentDelivery(row), webhook_id: id }))
      return { status: 200, body: { deliveries: page, total: rows.length } }
    },
  }
}

function present({ id, merchantId, url, events, createdAt }: WebhookEndpoint): Webhook {
  return {
    id,
    merchant_id: merchantId,
    url,
    events: [...events],
    is_active: true,
    created_at: isoTime(createdAt),
    updated_at: isoTime(createdAt),
  }
}
