import type { Environment } from '../../../domain/shared/types.js'
import type { EventType } from '../../../domain/webhooks/event-types.js'
import type { WebhookEvent } from '../../../domain/webhooks/webhook.js'

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
