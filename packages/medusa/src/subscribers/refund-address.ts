import type { MedusaContainer } from '@medusajs/framework/types'
import { Shop } from '../shop.js'

export const config = { event: 'order.updated' }

/** Keeps the refund address of an order's metadata with its payments, since a provider sees only those. */
export default function keepRefundAddress({
  event,
  container,
}: {
  readonly event: { readonly data: { readonly id: string } }
  readonly container: MedusaContainer
}): Promise<void> {
  return new Shop(container).keepRefundAddress(event.data.id)
}
