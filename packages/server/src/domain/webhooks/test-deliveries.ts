import type { Context } from '../context.js'
import { DomainError } from '../shared/errors.js'
import type { Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import { reservedDeliveryId } from './feed-item.js'
import type { WebhookEvent } from './webhook.js'

/**
 * Repeats an event of the test environment in the feed: the same bytes under a new id, and no delivery to an endpoint.
 *
 * @returns the new event, and the delivery id that the feed shows it under
 * @throws forbidden in the live environment, delivery_not_found
 */
export async function resendTestDelivery(
  tx: Tx,
  context: Context,
  scope: Scope,
  deliveryId: string,
): Promise<{ event: WebhookEvent; deliveryId: string }> {
  if (scope.environment === 'live') throw new DomainError('forbidden')
  const earlier = await tx.webhookFeed.findEvent(scope, deliveryId)
  if (!earlier) throw new DomainError('delivery_not_found')
  const event = { ...earlier, id: context.ids.uuid(), createdAt: context.clock.now() }
  await tx.webhookDeliveries.insertUnlistedEvent(event)
  return { event, deliveryId: reservedDeliveryId(event) }
}
