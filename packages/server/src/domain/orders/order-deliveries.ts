import { exactly, listPage } from '../shared/paging.js'
import type { Listed, Page, Scope } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { DeliveryWithEvent } from '../webhooks/webhook.js'
import { getOrder } from './orders.js'

/** Lists the deliveries of an order's events. @throws order_not_found, invalid_offset */
export async function listOrderDeliveries(
  tx: Tx,
  scope: Scope,
  orderId: string,
  page: Page,
): Promise<Listed<DeliveryWithEvent>> {
  const { id } = await getOrder(tx, scope, orderId)
  const total = await tx.webhookDeliveries.countBySubject(id)
  return listPage(page, exactly(total), (within) => tx.webhookDeliveries.listBySubject(id, within))
}
