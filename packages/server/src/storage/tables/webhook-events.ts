import type { EventType } from '../../domain/events.js'
import type { Environment } from '../../domain/ports.js'
import type { WebhookEvent } from '../../domain/webhooks.js'

export interface EventRow {
  id: string
  merchant_id: string
  environment: Environment
  event: EventType
  subject: string
  body: string
  created_at: bigint
}

export const toEvent = (row: EventRow): WebhookEvent => ({
  id: row.id,
  merchantId: row.merchant_id,
  environment: row.environment,
  event: row.event,
  subject: row.subject,
  body: row.body,
  createdAt: Number(row.created_at),
})
