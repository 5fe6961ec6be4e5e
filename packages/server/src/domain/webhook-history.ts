import type { Instant } from './ports.js'
import { Refusal } from './refusal.js'
import type { Filter, Tx } from './tables.js'
import type { Delivery, ToldDelivery, WebhookEndpoint } from './webhooks.js'

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const

/** What the operator sees of every merchant's webhooks. */
export interface WebhookHistoryTable {
  /** Deliveries of every merchant, newest first. */
  search(
    filter: Filter<Delivery['status']> & { readonly webhookId: string | undefined },
  ): Promise<ToldDelivery[]>
  find(deliveryId: string): Promise<ToldDelivery | undefined>
  /** Whose endpoint it is; undefined where there is none, or none any more. */
  findEndpoint(webhookId: string): Promise<WebhookEndpoint | undefined>
  /** When the oldest delivery was due that nobody is sending; undefined where none is due. */
  findOldestDue(query: { at: Instant; now: Instant }): Promise<Instant | undefined>
}

/** @throws Refusal */
export async function findDelivery(tx: Tx, id: string): Promise<ToldDelivery> {
  const delivery = await tx.webhookHistory.find(id)
  if (!delivery) throw new Refusal(`there is no delivery ${id}`)
  return delivery
}
