import { isoOrNull, isoTime } from '../domain/shared/iso-time.js'
import { attemptForMerchant, errorForMerchant } from '../domain/webhooks/delivery-error.js'
import { MAX_ATTEMPTS } from '../domain/webhooks/delivery-schedule.js'
import type { DeliveryWithEvent, WebhookEndpoint } from '../domain/webhooks/webhook.js'
import type { RecordedAttempt } from '../domain/webhooks/webhook-attempt.js'
import type { components } from '../generated/contract.gen.js'

type Schemas = components['schemas']

export const presentWebhook = (endpoint: WebhookEndpoint): Schemas['Webhook'] => ({
  id: endpoint.id,
  merchant_id: endpoint.merchantId,
  url: endpoint.url,
  events: [...endpoint.events],
  is_active: endpoint.isActive,
  created_at: isoTime(endpoint.createdAt),
  updated_at: isoTime(endpoint.updatedAt),
})

/** Presents a delivery of an order. A delivery to the order's own URL has no `webhook_id`. */
export const presentOrderDelivery = (delivery: DeliveryWithEvent): Schemas['OrderDelivery'] => ({
  ...deliveryFields(delivery),
  ...(delivery.webhookId === null ? {} : { webhook_id: delivery.webhookId }),
})

export const presentDelivery = (
  delivery: DeliveryWithEvent,
  webhookId: string,
): Schemas['WebhookDelivery'] => ({
  ...deliveryFields(delivery),
  webhook_id: webhookId,
})

export const presentRetrievedDelivery = (
  delivery: DeliveryWithEvent,
  webhookId: string,
  attempts: readonly RecordedAttempt[],
): Schemas['RetrievedDelivery'] => ({
  ...presentDelivery(delivery, webhookId),
  attempt_log: attempts.map(presentAttempt),
})

function presentAttempt(attempt: RecordedAttempt): Schemas['DeliveryAttempt'] {
  const { number, endedAt, durationMs, status, body, error, detail } = attemptForMerchant(attempt)
  return {
    attempt: number,
    ended_at: isoTime(endedAt),
    duration_ms: durationMs,
    response_status: status,
    response_body: body,
    error,
    error_detail: detail,
  }
}

function deliveryFields(delivery: DeliveryWithEvent) {
  return {
    id: delivery.id,
    redelivery_of: delivery.redeliveryOf,
    event_type: delivery.event.event,
    payload: JSON.parse(delivery.event.body),
    status: delivery.status,
    attempts: delivery.attempts,
    max_attempts: MAX_ATTEMPTS as 6, // the contract's constant
    last_error: errorForMerchant(delivery),
    last_error_detail: delivery.lastErrorDetail,
    next_attempt_at: isoOrNull(delivery.nextAttemptAt),
    delivered_at: isoOrNull(delivery.deliveredAt),
    created_at: isoTime(delivery.createdAt),
  }
}
