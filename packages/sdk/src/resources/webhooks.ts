import type { CallPromise } from '../call-promise.js'
import type {
  CreateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookId,
} from '../generated/contract.gen.js'
import type { Settings } from '../options.js'
import { iterate, type PageOptions, sendPage, type Walk } from '../pages.js'
import type { RequestOptions } from '../request-options.js'
import { send } from '../send.js'

/** Webhook endpoints and the log of deliveries to them. */
export interface Webhooks {
  /** Registers a webhook endpoint. @throws OutcomeUnknownError when it may have been registered */
  create(body: CreateWebhook, options?: RequestOptions): CallPromise<Webhook>

  /** Lists all webhook endpoints of the key's environment. */
  list(options?: RequestOptions): CallPromise<Webhook[]>

  /** Lists one page of deliveries to a webhook endpoint, newest first. */
  listDeliveries(id: WebhookId, options?: PageOptions): CallPromise<WebhookDeliveryList>

  /** Walks over all deliveries to a webhook endpoint, newest first, each once. */
  iterateDeliveries(id: WebhookId, options?: PageOptions): Walk<WebhookDelivery>
}

/** Makes the resource. */
export function createWebhooks(settings: Settings): Webhooks {
  return {
    create: (body, options) => send(settings, 'createWebhook', { body }, options),
    list: (options) => send(settings, 'listWebhooks', {}, options),
    listDeliveries: (id, options) => sendPage(settings, 'listWebhookDeliveries', { id }, options),
    iterateDeliveries: (id, options) =>
      iterate(settings, 'listWebhookDeliveries', { id }, ({ deliveries }) => deliveries, options),
  }
}
