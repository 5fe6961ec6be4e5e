import type { WebhookDelivery } from '@merchantpay/sdk'
import type { Row } from '../../output.js'

/** A line of a list of deliveries. */
export const deliveryRow = (delivery: WebhookDelivery): Row => {
  const { id, webhook_id, event_type: event, status, attempts, last_error, created_at } = delivery
  return { id, event, status, attempts, last_error, created_at, endpoint: webhook_id }
}
