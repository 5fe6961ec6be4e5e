import { DELIVERY_STATUSES, findDelivery } from '../domain/webhook-history.js'
import type { ToldDelivery } from '../domain/webhooks.js'
import { readBooks } from './books.js'
import type { Given } from './command.js'
import { printCard, printRows, type Row, timeCell } from './output.js'

const ENVIRONMENTS = ['live', 'test'] as const
const DEFAULT_LIMIT = 100

/** Deliveries of every merchant, newest first. */
export async function list(given: Given): Promise<number> {
  const filter = {
    environment: given.choice('environment', ENVIRONMENTS),
    merchantId: given.option('merchant'),
    webhookId: given.option('webhook'),
    status: given.choice('status', DELIVERY_STATUSES),
    limit: given.number('limit', 1) ?? DEFAULT_LIMIT,
  }
  const deliveries = await readBooks((tx) => tx.webhookHistory.search(filter))
  printRows(deliveries.map(rowOf), given.isJson)
  return 0
}

/** One delivery, with the body that it sends. */
export async function show(given: Given): Promise<number> {
  const delivery = await readBooks((tx) => findDelivery(tx, given.operand('delivery-id')))
  printCard(cardOf(delivery), given.isJson)
  return 0
}

const rowOf = ({ event, ...delivery }: ToldDelivery): Row => ({
  id: delivery.id,
  environment: event.environment,
  merchant_id: event.merchantId,
  event: event.event,
  status: delivery.status,
  attempts: delivery.attempts,
  last_error: delivery.lastError,
  webhook_id: delivery.webhookId,
  created_at: timeCell(delivery.createdAt),
})

const cardOf = (delivery: ToldDelivery): Row => ({
  ...rowOf(delivery),
  url: delivery.url,
  subject: delivery.event.subject,
  event_id: delivery.eventId,
  waits_for_secret: delivery.isHeld,
  next_attempt_at: timeCell(delivery.nextAttemptAt),
  delivered_at: timeCell(delivery.deliveredAt),
  body: delivery.event.body,
})
