import { SAMPLE_EVENTS } from '@merchantpay/core/sample-events'
import type { Context } from '../context.js'
import { DomainError } from '../shared/errors.js'
import { isoTime } from '../shared/iso-time.js'
import { listPage } from '../shared/paging.js'
import { WEBHOOKS_PER_ENVIRONMENT } from '../shared/policy.js'
import type { Listed, Page, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { DeliveryListFilter } from '../store/webhook-tables.js'
import type { EventType } from './event-types.js'
import type { DeliveryWithEvent, WebhookEndpoint, WebhookEvent } from './webhook.js'
import type { RecordedAttempt } from './webhook-attempt.js'
import { prefixedId, queueDelivery, toEndpoint } from './webhook-deliveries.js'
import { requireWebhookUrl } from './webhook-target.js'

/** Error of deliveries that FAILED because their endpoint was deleted. */
const DELETED = 'webhook_deleted'

/** Registers an endpoint. @throws invalid_webhook_url, webhook_limit_reached */
export async function createWebhook(
  tx: Tx,
  context: Context,
  { merchantId, environment }: Scope,
  input: { url: string; events: readonly EventType[] },
): Promise<WebhookEndpoint> {
  const url = requireWebhookUrl(context.policy, input.url, 'url')
  await tx.merchants.lock(merchantId)
  const existing = await tx.webhookEndpoints.list({ merchantId, environment })
  if (existing.length >= WEBHOOKS_PER_ENVIRONMENT)
    throw new DomainError('webhook_limit_reached', {
      detail: `at most ${WEBHOOKS_PER_ENVIRONMENT} endpoints`,
    })
  const at = context.clock.now()
  const endpoint: WebhookEndpoint = {
    id: prefixedId(context, 'wh_'),
    merchantId,
    environment,
    url,
    events: input.events,
    isActive: true,
    createdAt: at,
    updatedAt: at,
  }
  await tx.webhookEndpoints.insert(endpoint)
  return endpoint
}

/** Changes of an endpoint. Undefined fields do not change. */
export interface WebhookChanges {
  readonly url?: string | undefined
  readonly events?: readonly EventType[] | undefined
  readonly isActive?: boolean | undefined
}

/**
 * Changes an endpoint. Pending deliveries go to the new URL from their next attempt. While the endpoint is inactive they
 * wait without using attempts.
 *
 * @throws webhook_not_found, invalid_webhook_url
 * @see openapi/DECISIONS.md "Webhooks", "Changing an endpoint"
 */
export async function updateWebhook(
  tx: Tx,
  context: Context,
  scope: Scope,
  id: string,
  changes: WebhookChanges,
): Promise<WebhookEndpoint> {
  const before = await requireLocked(tx, scope, id)
  const { events = before.events, isActive = before.isActive } = changes
  const url = changes.url === undefined ? before.url : requireWebhookUrl(context.policy, changes.url, 'url')
  const isSame =
    url === before.url && isActive === before.isActive && events.join(' ') === before.events.join(' ')
  if (isSame) return before
  const endpoint = { ...before, url, events, isActive, updatedAt: context.clock.now() }
  await tx.webhookEndpoints.update(endpoint)
  return endpoint
}

/**
 * Deletes an endpoint. Its pending deliveries become FAILED with `webhook_deleted`; an attempt in flight records nothing.
 *
 * @throws webhook_not_found, also for a deleted endpoint
 * @see openapi/DECISIONS.md "Webhooks", "Deleting an endpoint"
 */
export async function deleteWebhook(tx: Tx, context: Context, scope: Scope, id: string): Promise<void> {
  const { id: target } = await requireLocked(tx, scope, id)
  const at = context.clock.now()
  await tx.webhookEndpoints.delete(target, at)
  await tx.webhookDeliveries.failPending(target, DELETED, at)
}

/** Fails deliveries that were queued for an endpoint while it was being deleted. */
export function endLateDeliveries(tx: Tx, context: Context, endpointId: string): Promise<void> {
  return tx.webhookDeliveries.failPending(endpointId, DELETED, context.clock.now())
}

/**
 * Lists the deliveries of an endpoint, newest first.
 *
 * @throws webhook_not_found, also for an endpoint of another merchant or environment; invalid_offset
 */
export async function listDeliveries(
  tx: Tx,
  scope: Scope,
  webhookId: string,
  filter: DeliveryListFilter,
  page: Page,
): Promise<Listed<DeliveryWithEvent>> {
  if (!(await tx.webhookEndpoints.find(scope, webhookId))) throw new DomainError('webhook_not_found')
  const total = await tx.webhookDeliveries.count(webhookId, filter)
  return listPage(page, total, (within) => tx.webhookDeliveries.list(webhookId, filter, within))
}

/** Returns a delivery to an endpoint with its attempts, oldest first. @throws webhook_not_found, delivery_not_found */
export async function getEndpointDelivery(
  tx: Tx,
  scope: Scope,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<{ delivery: DeliveryWithEvent; attempts: RecordedAttempt[] }> {
  if (!(await tx.webhookEndpoints.find(scope, webhookId))) throw new DomainError('webhook_not_found')
  const delivery = await tx.webhookDeliveries.find(webhookId, deliveryId)
  if (!delivery) throw new DomainError('delivery_not_found')
  return { delivery, attempts: await tx.webhookAttempts.list(deliveryId) }
}

/**
 * Sends the bytes of a delivery again, whatever its status, as a new delivery. The old delivery does not change.
 *
 * @throws webhook_not_found, delivery_not_found
 * @see openapi/DECISIONS.md "Webhooks", "Redelivery"
 */
export async function redeliverDelivery(
  tx: Tx,
  context: Context,
  scope: Scope,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<DeliveryWithEvent> {
  const endpoint = await requireLocked(tx, scope, webhookId)
  const earlier = await tx.webhookDeliveries.find(endpoint.id, deliveryId)
  if (!earlier) throw new DomainError('delivery_not_found')
  const { event } = earlier
  return { ...(await queueDelivery(tx, context, event, toEndpoint(endpoint, earlier.id))), event }
}

/**
 * Sends a sample of the endpoint's first event, made from the example in the OpenAPI document, like any other event.
 *
 * @throws webhook_not_found
 * @see openapi/DECISIONS.md "Webhooks", "Test"
 */
export async function sendTestWebhook(
  tx: Tx,
  context: Context,
  scope: Scope,
  webhookId: string,
): Promise<DeliveryWithEvent> {
  const endpoint = await requireLocked(tx, scope, webhookId)
  const event = sampleEvent(context, endpoint)
  await tx.webhookDeliveries.insertUnlistedEvent(event)
  return { ...(await queueDelivery(tx, context, event, toEndpoint(endpoint))), event }
}

/** The sample has a new order or withdrawal id, so that receivers do not discard it as a duplicate. */
function sampleEvent(context: Context, endpoint: WebhookEndpoint): WebhookEvent {
  const { merchantId, environment, id: subject } = endpoint
  const [event = 'payment.confirmed'] = endpoint.events
  const { data } = SAMPLE_EVENTS[event]
  const aboutId =
    'order_id' in data ? { order_id: context.ids.uuid() } : { withdrawal_id: context.ids.uuid() }
  const createdAt = context.clock.now()
  const content = { event, timestamp: isoTime(createdAt), environment, data: { ...data, ...aboutId } }
  const body = JSON.stringify(content)
  return { id: context.ids.uuid(), merchantId, environment, event, subject, body, createdAt }
}

/** Locks an endpoint until the transaction ends. */
async function requireLocked(tx: Tx, scope: Scope, id: string): Promise<WebhookEndpoint> {
  const endpoint = await tx.webhookEndpoints.lock(scope, id)
  if (!endpoint) throw new DomainError('webhook_not_found')
  return endpoint
}
