import { filterQuery } from '@merchantpay/core/list-filters'
import type { Context } from '../../domain/context.js'
import { REDELIVERIES_PER_HOUR, TESTS_PER_HOUR } from '../../domain/shared/policy.js'
import type { Scope } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import {
  createWebhook,
  deleteWebhook,
  getEndpointDelivery,
  listDeliveries,
  redeliverDelivery,
  sendTestWebhook,
  updateWebhook,
} from '../../domain/webhooks/webhook-endpoints.js'
import type { Handlers } from '../handler.js'
import { createEndpointLimit, type EndpointLimit } from '../limits/endpoint-limit.js'
import type { RateLimits } from '../limits/rate-limit.js'
import { timeRange } from '../list-filters.js'
import { nextTarget, pageOf, totalOf } from '../page.js'
import { presentDelivery, presentRetrievedDelivery, presentWebhook } from '../present-webhooks.js'

type WebhookHandlers = Pick<
  Handlers,
  | 'createWebhook'
  | 'listWebhooks'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'sendTestWebhook'
  | 'listWebhookDeliveries'
  | 'getWebhookDelivery'
  | 'redeliverWebhookDelivery'
>

export function webhookHandlers(context: Context, store: Store, limits: RateLimits): WebhookHandlers {
  const tests = createEndpointLimit(limits, 'tests', TESTS_PER_HOUR)
  const redeliveries = createEndpointLimit(limits, 'redeliveries', REDELIVERIES_PER_HOUR)
  return {
    createWebhook: {
      access: 'write',
      async run(tx, { body, caller }) {
        const endpoint = await createWebhook(tx, context, caller, body)
        return { status: 201, body: presentWebhook(endpoint) }
      },
    },
    listWebhooks: {
      access: 'read',
      async run(tx, { caller }) {
        const endpoints = await tx.webhookEndpoints.list(caller)
        return { status: 200, body: endpoints.map(presentWebhook) }
      },
    },
    updateWebhook: {
      access: 'write',
      async run(tx, { body, caller, params }) {
        const { is_active: isActive, ...changes } = body
        const endpoint = await updateWebhook(tx, context, caller, params.id, { ...changes, isActive })
        return { status: 200, body: presentWebhook(endpoint) }
      },
    },
    deleteWebhook: {
      access: 'write',
      async run(tx, { caller, params }) {
        await deleteWebhook(tx, context, caller, params.id)
        return { status: 200, body: { message: 'webhook deleted' } }
      },
    },
    sendTestWebhook: {
      access: 'write',
      limit: ({ caller, params }) => countCall(store, tests, caller, params.id),
      async run(tx, { caller, params }) {
        const delivery = await sendTestWebhook(tx, context, caller, params.id)
        return { status: 201, body: presentDelivery(delivery, params.id) }
      },
    },
    getWebhookDelivery: {
      access: 'read',
      async run(tx, { caller, params: { id: webhookId, delivery_id: deliveryId } }) {
        const { delivery, attempts } = await getEndpointDelivery(tx, caller, { webhookId, deliveryId })
        return { status: 200, body: presentRetrievedDelivery(delivery, webhookId, attempts) }
      },
    },
    redeliverWebhookDelivery: {
      access: 'write',
      limit: ({ caller, params }) => countCall(store, redeliveries, caller, params.id),
      async run(tx, { caller, params: { id: webhookId, delivery_id: deliveryId } }) {
        const delivery = await redeliverDelivery(tx, context, caller, { webhookId, deliveryId })
        return { status: 201, body: presentDelivery(delivery, webhookId) }
      },
    },
    listWebhookDeliveries: {
      access: 'read',
      async run(tx, { caller, params, query }) {
        const filters = filterQuery(query)
        const page = pageOf(query, filters)
        const filter = { status: query.status, ...timeRange(query.created_from, query.created_to) }
        const listed = await listDeliveries(tx, caller, params.id, filter, page)
        const deliveries = listed.rows.map((row) => presentDelivery(row, params.id))
        const next = nextTarget(`/v1/webhooks/${params.id}/deliveries`, page, listed, filters)
        return { status: 200, body: { deliveries, ...totalOf(listed), next } }
      },
    },
  }
}

/** Counts a call for an endpoint of the caller. Calls for other endpoints are not counted: they answer 404. */
async function countCall(store: Store, limit: EndpointLimit, caller: Scope, id: string): Promise<void> {
  if (await store.read((tx) => tx.webhookEndpoints.find(caller, id))) await limit.take(caller, id)
}
