import { filterQuery } from '@merchantpay/core/list-filters'
import type { Webhook } from '@merchantpay/sdk'
import type { Handlers } from '../http/handler.js'
import { listPage, readCursor } from '../http/page.js'
import { countOnDemandDelivery } from '../http/rate-limit.js'
import { Refusal } from '../http/refusal.js'
import { isWithin } from '../http/time-filter.js'
import { isOf, type Scope } from '../scope.js'
import { requireWebhookUrl } from '../validation/webhook-url.js'
import { isoTime, type World } from '../world.js'
import { failPending, presentDelivery, queueDelivery, sendDue } from './deliveries.js'
import type { Delivery } from './delivery.js'
import { presentAttempts } from './delivery-attempts.js'
import { publish } from './delivery-streams.js'
import type { WebhookEndpoint } from './endpoint.js'
import { sampleEvent } from './events.js'

const MAX_ENDPOINTS = 10

/** Makes the handlers of the operations on webhook endpoints. */
export function webhookHandlers(
  world: World,
): Pick<
  Handlers,
  | 'createWebhook'
  | 'listWebhooks'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'sendTestWebhook'
  | 'listWebhookDeliveries'
  | 'getWebhookDelivery'
  | 'redeliverWebhookDelivery'
> {
  const ownOf = (scope: Scope) => world.endpoints.filter((endpoint) => isOf(endpoint, scope))
  const requireOwn = (scope: Scope, id: string) => {
    const found = ownOf(scope).find((endpoint) => endpoint.id === id)
    if (!found) throw new Refusal('webhook_not_found')
    return found
  }
  const requireDelivery = (webhookId: string, id: string) => {
    const found = world.deliveries.find((delivery) => delivery.id === id && delivery.webhookId === webhookId)
    if (!found) throw new Refusal('delivery_not_found')
    return found
  }
  return {
    createWebhook({ body: { url: text, events }, caller: { key } }) {
      const { merchantId, environment } = key
      const url = requireWebhookUrl(text, 'url')
      if (ownOf(key).length >= MAX_ENDPOINTS)
        throw new Refusal('webhook_limit_reached', { detail: `at most ${MAX_ENDPOINTS} endpoints` })
      const id = `wh_${world.ids.uuid().replaceAll('-', '')}`
      const now = world.clock.now()
      const times = { createdAt: now, updatedAt: now }
      const endpoint = { id, merchantId, environment, url, events, isActive: true, ...times }
      world.endpoints.push(endpoint)
      return { status: 201, body: present(endpoint) }
    },
    listWebhooks: ({ caller }) => ({ status: 200, body: ownOf(caller.key).toReversed().map(present) }),
    updateWebhook({ params, body, caller }) {
      const endpoint = requireOwn(caller.key, params.id)
      const { events = endpoint.events, is_active: isActive = endpoint.isActive } = body
      const url = body.url === undefined ? endpoint.url : requireWebhookUrl(body.url, 'url')
      const isSame =
        url === endpoint.url && isActive === endpoint.isActive && `${events}` === `${endpoint.events}`
      if (!isSame) Object.assign(endpoint, { url, events, isActive, updatedAt: world.clock.now() })
      sendDue(world)
      return { status: 200, body: present(endpoint) }
    },
    deleteWebhook({ params, caller }) {
      const endpoint = requireOwn(caller.key, params.id)
      world.endpoints.splice(world.endpoints.indexOf(endpoint), 1)
      failPending(world, endpoint.id, 'webhook_deleted')
      return { status: 200, body: { message: 'webhook deleted' } }
    },
    sendTestWebhook({ params, caller: { key } }) {
      const { id: webhookId, events } = requireOwn(key, params.id)
      countOnDemandDelivery(world, key, 'test', webhookId)
      const [type = 'payment.confirmed'] = events
      const sample = sampleEvent(world, key, type)
      const delivery = queueDelivery(world, key, { event: sample, subject: webhookId, webhookId })
      publish(world, key, { event: sample, deliveryId: delivery.id })
      return { status: 201, body: { ...presentDelivery(delivery), webhook_id: webhookId } }
    },
    listWebhookDeliveries({ params: { id }, query, caller }) {
      const filters = filterQuery(query)
      readCursor(query, filters)
      requireOwn(caller.key, id)
      const { status, created_from: from, created_to: to } = query
      const rows = world.deliveries.filter(
        (row) =>
          row.webhookId === id &&
          (status ?? row.status) === row.status &&
          isWithin(row.createdAt, { from, to }),
      )
      const show = (row: Delivery) => ({ ...presentDelivery(row), webhook_id: id })
      const path = `/v1/webhooks/${id}/deliveries`
      const { rows: deliveries, ...page } = listPage(rows, path, query, show, filters)
      return { status: 200, body: { deliveries, ...page } }
    },
    getWebhookDelivery({ params, caller: { key } }) {
      const { id: webhookId } = requireOwn(key, params.id)
      const delivery = requireDelivery(webhookId, params.delivery_id)
      const body = {
        ...presentDelivery(delivery),
        webhook_id: webhookId,
        attempt_log: presentAttempts(delivery),
      }
      return { status: 200, body }
    },
    redeliverWebhookDelivery({ params, caller: { key } }) {
      const { id: webhookId } = requireOwn(key, params.id)
      countOnDemandDelivery(world, key, 'redelivery', webhookId)
      const { event, subject, id: redeliveryOf } = requireDelivery(webhookId, params.delivery_id)
      const delivery = queueDelivery(world, key, { event, subject, webhookId, redeliveryOf })
      publish(world, key, { event, deliveryId: delivery.id })
      return { status: 201, body: { ...presentDelivery(delivery), webhook_id: webhookId } }
    },
  }
}

function present(endpoint: WebhookEndpoint): Webhook {
  const { id, merchantId, url, events, isActive, createdAt, updatedAt } = endpoint
  return {
    id,
    merchant_id: merchantId,
    url,
    events: [...events],
    is_active: isActive,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  }
}
