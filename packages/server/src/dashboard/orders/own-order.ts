import type { OnChainOrder, Order } from '../../domain/orders/order.js'
import { getNamedOrder } from '../../domain/orders/orders.js'
import { DomainError } from '../../domain/shared/errors.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Visit } from '../visit.js'

/** Returns the order that the path names. @throws order_not_found, also for one that the person does not see */
export async function getOwnOrder(tx: Tx, visit: Visit): Promise<Order> {
  const order = await getNamedOrder(tx, visit.caller, visit.param('id'))
  if (!visit.isOwn(order)) throw new DomainError('order_not_found')
  return order
}

/** URL of the page of the payer, which is the receipt once the order is paid. */
export const checkoutUrl = (visit: Visit, { checkoutToken }: OnChainOrder): string =>
  `${visit.services.settings.publicUrl()}/pay/${checkoutToken}`
