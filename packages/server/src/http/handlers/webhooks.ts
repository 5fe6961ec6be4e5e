import type { Context } from '../../domain/ports.js'
import { createWebhook, listDeliveries } from '../../domain/webhooks.js'
import type { Handlers } from '../handler.js'
import { pageOf } from '../page.js'
import { presentDelivery, presentWebhook } from '../present.js'

type WebhookHandlers = Pick<Handlers, 'createWebhook' | 'listWebhooks' | 'listWebhookDeliveries'>

export function webhookHandlers(context: Context): WebhookHandlers {
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
    listWebhookDeliveries: {
      access: 'read',
      async run(tx, { caller, params, query }) {
        const { rows, total } = await listDeliveries(tx, caller, params.id, pageOf(query))
        return {
          status: 200,
          body: { deliveries: rows.map((row) => presentDelivery(row, params.id)), total },
        }
      },
    },
  }
}
