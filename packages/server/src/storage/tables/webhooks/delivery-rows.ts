import type { Environment } from '../../../domain/shared/types.js'
import type { EventType } from '../../../domain/webhooks/event-types.js'
import type { Delivery, DeliveryWithEvent, WebhookEvent } from '../../../domain/webhooks/webhook.js'
import { instantOrNull } from '../../sql.js'

export interface DeliveryRow {
  id: string
  event_id: string
  webhook_id: string | null
  url: string | null
  redelivery_of: string | null
  target: string
  held: bigint
  status: Delivery['status']
  attempts: bigint
  next_attempt_at: bigint | null
  last_error: string | null
  last_error_detail: string | null
  error_hidden: bigint
  delivered_at: bigint | null
  created_at: bigint
  merchant_id: string
  environment: Environment
  event: EventType
  subject: string
  body: string
  event_created_at: bigint
}

export const WITH_EVENTS =
  'webhook_deliveries JOIN webhook_events ON webhook_events.id = webhook_deliveries.event_id'
export const DELIVERY_COLUMNS = `webhook_deliveries.*, merchant_id, environment, event, subject, body,
    webhook_events.created_at AS event_created_at`
export const SELECT_DELIVERIES = `SELECT ${DELIVERY_COLUMNS} FROM ${WITH_EVENTS}`

export const toDeliveryWithEvent = (row: DeliveryRow): DeliveryWithEvent => ({
  ...toDelivery(row),
  event: toEvent(row),
})

const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  eventId: row.event_id,
  webhookId: row.webhook_id,
  url: row.url,
  redeliveryOf: row.redelivery_of,
  target: row.target,
  isHeld: row.held === 1n,
  status: row.status,
  attempts: Number(row.attempts),
  nextAttemptAt: instantOrNull(row.next_attempt_at),
  lastError: row.last_error,
  lastErrorDetail: row.last_error_detail,
  isErrorHidden: row.error_hidden === 1n,
  deliveredAt: instantOrNull(row.delivered_at),
  createdAt: Number(row.created_at),
})

const toEvent = (row: DeliveryRow): WebhookEvent => ({
  id: row.event_id,
  merchantId: row.merchant_id,
  environment: row.environment,
  event: row.event,
  subject: row.subject,
  body: row.body,
  createdAt: Number(row.event_created_at),
})
