import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { Environment } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Delivery, DeliveryStatus, DeliveryWithEvent, WebhookEndpoint } from './webhook.js'
import { byTarget, queueDelivery } from './webhook-deliveries.js'

export const DELIVERY_STATUSES: readonly DeliveryStatus[] = ['PENDING', 'DELIVERED', 'FAILED']

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
  const delivery = await repeatDelivery(tx, context, await getDelivery(tx, id))
  const details = { reason, redelivery: delivery.id }
  await audit(tx, context, { actor, action: 'deliveries resend', subject: id, details })
  return delivery
}

/** Deliveries that one action sends again. */
export const RESENT_AT_ONCE = 200

/**
 * Sends the failed deliveries of an environment again that were not sent again yet, at most the newest
 * {@link RESENT_AT_ONCE}. Those of a deleted endpoint have no destination and are left out.
 *
 * @param target restricts them to one target
 * @returns the new deliveries
 * @throws OperatorError if there are none
 */
export async function resendFailed(
  tx: Tx,
  context: Context,
  { environment, target }: { environment: Environment; target: string | undefined },
  { actor, reason }: Mandate,
): Promise<Delivery[]> {
  const failed = await tx.webhookHistory.listFailed({ environment, target, limit: RESENT_AT_ONCE })
  if (failed.length === 0) throw new OperatorError('no failed delivery waits to be sent again')
  // Each target gets the oldest first. An event that failed twice for a target is sent once.
  const sorted = failed.toReversed().sort(byTarget)
  const byEvent = new Map(sorted.map((delivery) => [`${delivery.target} ${delivery.eventId}`, delivery]))
  const resent: Delivery[] = []
  for (const delivery of byEvent.values()) resent.push(await repeatDelivery(tx, context, delivery))
  const subject = target ?? environment
  const details = { reason, environment, deliveries: resent.length }
  await audit(tx, context, { actor, action: 'deliveries resend-failed', subject, details })
  return resent
}

async function repeatDelivery(
  tx: Tx,
  context: Context,
  { id, event, webhookId, url, target }: DeliveryWithEvent,
): Promise<Delivery> {
  if (webhookId !== null) await lockEndpoint(tx, webhookId)
  return queueDelivery(tx, context, event, { webhookId, url, target, redeliveryOf: id })
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
