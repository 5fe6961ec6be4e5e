import type {
  CreateWebhook,
  DeliveryId,
  Message,
  RetrievedDelivery,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryList,
  WebhookId,
} from '../generated/contract.gen.js'
import type { CallPromise } from '../http/call-promise.js'
import type { RequestOptions } from '../http/request-options.js'
import { send } from '../http/send.js'
import type { Settings } from '../options.js'
import { type FiltersOf, type PageOptions, type Paginator, paginate } from './paginator.js'

/** Filters of a list of deliveries. */
export type DeliveryFilters = FiltersOf<'listWebhookDeliveries'>

/** Options of a list of deliveries. */
export interface DeliveryListOptions extends PageOptions, DeliveryFilters {}

/** Webhook endpoints and the log of deliveries to them. */
export interface Webhooks {
  /** Registers a webhook endpoint. @throws OutcomeUnknownError when it may have been registered */
  create(body: CreateWebhook, options?: RequestOptions): CallPromise<Webhook>

  /** Lists all webhook endpoints of the key's environment. */
  list(options?: RequestOptions): CallPromise<Webhook[]>

  /**
   * Changes a webhook endpoint; absent fields stay as they are. Deliveries under way use a new `url` from their next
   * attempt on. While `is_active` is false they wait, and no attempt is counted.
   *
   * @throws ApiError `webhook_not_found`, `invalid_webhook_url`, `invalid_event_type`
   *
   * @example
   * await mp.webhooks.update(webhook.id, { is_active: false }) // while the receiver moves
   * await mp.webhooks.update(webhook.id, { url: 'https://new.shop.example/hooks', is_active: true })
   */
  update(id: WebhookId, body: UpdateWebhook, options?: RequestOptions): CallPromise<Webhook>

  /**
   * Deletes a webhook endpoint. Its pending deliveries end `FAILED` with `webhook_deleted`. When the answer of an
   * attempt was lost and the retry finds no endpoint, the call succeeds.
   *
   * @throws ApiError `webhook_not_found`
   */
  delete(id: WebhookId, options?: RequestOptions): CallPromise<Message>

  /**
   * Sends a sample of the endpoint's first event type, signed and logged like any other delivery. Its order or
   * withdrawal does not exist.
   *
   * @throws OutcomeUnknownError when it may have been sent; ApiError `webhook_not_found`
   *
   * @example
   * const { id } = await mp.webhooks.test(webhook.id)
   * const { deliveries } = await mp.webhooks.listDeliveries(webhook.id)
   * console.log(deliveries.find((delivery) => delivery.id === id)?.status) // DELIVERED
   */
  test(id: WebhookId, options?: RequestOptions): CallPromise<WebhookDelivery>

  /**
   * Sends the bytes of a delivery once more, in any status. The new delivery has six attempts of its own and names
   * the old one in `redelivery_of`; the old one does not change.
   *
   * @throws OutcomeUnknownError when it may have been sent; ApiError `webhook_not_found`, `delivery_not_found`
   *
   * @example
   * for await (const { id } of mp.webhooks.listDeliveries(webhook.id, { status: 'FAILED' }))
   *   await mp.webhooks.redeliver(webhook.id, id)
   */
  redeliver(id: WebhookId, deliveryId: DeliveryId, options?: RequestOptions): CallPromise<WebhookDelivery>

  /**
   * Retrieves a delivery with its attempts: the time of each, the status and the beginning of an answer that is not 2xx, and
   * the cause of a failure in words.
   *
   * @throws ApiError `webhook_not_found`, `delivery_not_found`
   *
   * @example
   * for await (const { id } of mp.webhooks.listDeliveries(webhook.id)) {
   *   const { attempt_log } = await mp.webhooks.getDelivery(webhook.id, id)
   *   for (const { attempt, error, error_detail } of attempt_log) console.log(attempt, error, error_detail)
   * }
   */
  getDelivery(id: WebhookId, deliveryId: DeliveryId, options?: RequestOptions): CallPromise<RetrievedDelivery>

  /**
   * Lists the deliveries to a webhook endpoint, newest first: one page when awaited, all when iterated. With filters, the
   * deliveries that match all of them.
   */
  listDeliveries(
    id: WebhookId,
    options?: DeliveryListOptions,
  ): Paginator<WebhookDelivery, WebhookDeliveryList>
}

/** Makes the resource. */
export function createWebhooks(settings: Settings): Webhooks {
  return {
    create: (body, options) => send(settings, 'createWebhook', { body }, options),
    list: (options) => send(settings, 'listWebhooks', {}, options),
    update: (id, body, options) => send(settings, 'updateWebhook', { path: { id }, body }, options),
    delete: (id, options) => send(settings, 'deleteWebhook', { path: { id } }, options),
    test: (id, options) => send(settings, 'sendTestWebhook', { path: { id } }, options),
    redeliver: (id, deliveryId, options) =>
      send(settings, 'redeliverWebhookDelivery', { path: { id, delivery_id: deliveryId } }, options),
    getDelivery: (id, deliveryId, options) =>
      send(settings, 'getWebhookDelivery', { path: { id, delivery_id: deliveryId } }, options),
    listDeliveries: (id, options) =>
      paginate(settings, 'listWebhookDeliveries', { id }, ({ deliveries }) => deliveries, options),
  }
}
