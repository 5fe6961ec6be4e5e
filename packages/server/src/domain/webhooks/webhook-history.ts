import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Delivery, DeliveryWithEvent, WebhookEndpoint } from './webhook.js'
import { queueDelivery } from './webhook-deliveries.js'

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const

/**
 * Sends the bytes of a delivery again to its destination, as a new delivery with six attempts of its own.
 *
 * @throws OperatorError if the delivery or its endpoint does not exist
 */
export async function resendDelivery(
  tx: Tx,
  context: Context,
  id: string,
  { actor, reason }: Mandate,
): Promise<Delivery> {
  const { event, webhookId, url, target } = await getDelivery(tx, id)
  if (webhookId !== null) await lockEndpoint(tx, webhookId)
  const destination = { webhookId, url, target, redeliveryOf: id }
  const delivery = await queueDelivery(tx, context, event, destination)
  const details = { reason, redelivery: delivery.id }
  await audit(tx, context, { actor, action: 'deliveries resend', subject: id, details })
  return delivery
}

/** Locks an endpoint of any merchant until the transaction ends. @throws OperatorError if it does not exist */
export async function lockEndpoint(tx: Tx, id: string): Promise<WebhookEndpoint> {
  const scope = await tx.webhookHistory.findEndpoint(id)
  const endpoint = scope && (await tx.webhookEndpoints.lock(scope, id))
  if (!endpoint) throw new OperatorError(`there is no webhook endpoint ${id}`)
  return endpoint
}

/** Returns a delivery of any merchant. @throws OperatorError if it does not exist */
export async function getDelivery(tx: Tx, id: string): Promise<DeliveryWithEvent> {
  const delivery = await tx.webhookHistory.find(id)
  if (!delivery) throw new OperatorError(`there is no delivery ${id}`)
  return delivery
}
