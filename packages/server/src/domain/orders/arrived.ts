import { DUST } from '../chain/transfer.js'
import { subtract } from '../shared/money.js'
import type { OnChainOrder } from './order.js'

/** Whether nothing or dust has arrived for an order besides its confirmed payments, a part of what is due, or all of it. */
export type Arrived = 'nothing' | 'part' | 'all'

/**
 * Says what the transfers of an order that await confirmation make of its payment. Each person can send dust to a known
 * address: dust that does not complete a payment counts as nothing.
 */
export function arrivedFor({
  received,
  confirmed,
  minDue,
}: Pick<OnChainOrder, 'received' | 'confirmed' | 'minDue'>): Arrived {
  if (received >= minDue) return 'all'
  return subtract(received, confirmed) < DUST ? 'nothing' : 'part'
}
