import { DomainError } from './errors.js'
import type { EventType } from './events.js'
import { getOrder } from './orders.js'
import { WEBHOOKS_PER_ENVIRONMENT } from './policy.js'
import type { Context, Instant, Listed, Page, Scope } from './ports.js'
import type { Tx } from './tables.js'
import { requireWebhookUrl } from './webhook-target.js'

export interface WebhookEndpoint extends Scope {
  readonly id: string
  readonly url: string
  readonly events: readonly EventType[]
  readonly isActive: boolean
  readonly createdAt: Instant
  readonly updatedAt: Instant
}

/** Something that happened, with the bytes that tell it. */
export interface WebhookEvent extends Scope {
  readonly id: string
  readonly event: EventType
  /** Id of the order or withdrawal it is about. */
  readonly subject: string
  readonly body: string
  readonly createdAt: Instant
}

/** One event to one destination. */
export interface Delivery {
  readonly id: string
  readonly eventId: string
  /** Null for an order's own URL. */
  readonly webhookId: string | null
  /** Only for an order's own URL. */
  readonly url: string | null
  /** Whose slots it takes: the endpoint, or the merchant's origin for an order's own URL. */
  readonly target: string
  /** Waits, with no attempt used, until its environment has a webhook secret to sign with. */
  readonly isHeld: boolean
  readonly status: 'PENDING' | 'DELIVERED' | 'FAILED'
  readonly attempts: number
  /** Null once delivered or failed. */
  readonly nextAttemptAt: Instant | null
  readonly lastError: string | null
  readonly deliveredAt: Instant | null
  readonly createdAt: Instant
}

/** A claimed delivery with what its attempt needs: the endpoint's URL of now and the event's bytes. */
export interface DueDelivery {
  readonly delivery: Delivery
  readonly url: string
  readonly event: WebhookEvent
}

/** How an attempt ended; `error` is a code for the merchant and names no address. */
export type AttemptOutcome = { delivered: true } | { delivered: false; error: string }

export const MAX_ATTEMPTS = 6

/** Registers an endpoint. @throws invalid_webhook_url, webhook_limit_reached */
export async function createWebhook(
  tx: Tx,
  context: Context,
  { merchantId, environment }: Scope,
  input: { url: string; events: readonly EventType[] },
): Promise<WebhookEndpoint> {
  const url = requireWebhookUrl(context.policy, input.url)
  const existing = await tx.webhookEndpoints.list({ merchantId, environment })
  if (existing.length >= WEBHOOKS_PER_ENVIRONMENT) throw new DomainError('webhook_limit_reached')
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

/** @throws webhook_not_found for another merchant's and the other environment's endpoint too */
export async function listDeliveries(
  tx: Tx,
  scope: Scope,
  webhookId: string,
  page: Page,
): Promise<Listed<Delivery & { event: WebhookEvent }>> {
  if (!(await tx.webhookEndpoints.find(scope, webhookId))) throw new DomainError('webhook_not_found')
  return tx.webhookDeliveries.list(webhookId, page)
}

/** What was told about an order. @throws order_not_found */
export async function listOrderDeliveries(
  tx: Tx,
  scope: Scope,
  orderId: string,
  page: Page,
): Promise<Listed<Delivery & { event: WebhookEvent }>> {
  const order = await getOrder(tx, scope, orderId)
  return tx.webhookDeliveries.listBySubject(order.id, page)
}

/** Stores an event and one delivery per destination: the order's own URL, else every active endpoint subscribed to it. */
export async function fanOut(
  tx: Tx,
  context: Context,
  event: WebhookEvent,
  ownUrl: string | null,
): Promise<void> {
  await tx.webhookDeliveries.insertEvent(event)
  const secrets = await tx.webhookSecrets.listValid(event, event.createdAt)
  const isHeld = secrets.length === 0
  // An event that was decided on while the first secret was made may have missed it.
  if (!isHeld) await tx.webhookDeliveries.releaseHeld(event)
  const deliver = (destination: Pick<Delivery, 'webhookId' | 'url' | 'target'>) =>
    tx.webhookDeliveries.insert({ ...newDelivery(context, event), ...destination, isHeld })
  if (ownUrl !== null) {
    const target = `${event.merchantId}/${event.environment}/${new URL(ownUrl).origin}`
    return deliver({ webhookId: null, url: ownUrl, target })
  }
  for (const endpoint of await tx.webhookEndpoints.list(event)) {
    if (endpoint.isActive && endpoint.events.includes(event.event)) {
      await deliver({ webhookId: endpoint.id, url: null, target: endpoint.id })
    }
  }
}

/** What an attempt that ended at `endedAt` makes of its delivery: delivered, due again by the schedule, or failed. */
export function decideAttempt(
  delivery: Delivery,
  outcome: AttemptOutcome,
  endedAt: Instant,
  retryDelaysMs: readonly number[],
): Delivery {
  const attempts = delivery.attempts + 1
  if (outcome.delivered) {
    return {
      ...delivery,
      attempts,
      status: 'DELIVERED',
      nextAttemptAt: null,
      lastError: null,
      deliveredAt: endedAt,
    }
  }
  const lastError = outcome.error
  const delay = attempts < MAX_ATTEMPTS ? retryDelaysMs[attempts] : undefined
  return delay === undefined
    ? { ...delivery, attempts, status: 'FAILED', nextAttemptAt: null, lastError }
    : { ...delivery, attempts, nextAttemptAt: endedAt + delay, lastError }
}

function newDelivery(context: Context, event: WebhookEvent) {
  return {
    id: prefixedId(context, 'wd_'),
    eventId: event.id,
    status: 'PENDING' as const,
    attempts: 0,
    nextAttemptAt: event.createdAt + (context.policy.webhookRetryDelaysMs[0] ?? 0),
    lastError: null,
    deliveredAt: null,
    createdAt: event.createdAt,
  }
}

const prefixedId = (context: Context, prefix: string): string =>
  prefix + context.ids.uuid().replaceAll('-', '')
