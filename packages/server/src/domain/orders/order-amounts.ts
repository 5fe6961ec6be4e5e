import { add, subtract, type Usdt, ZERO } from '../shared/money.js'
import type { Order } from './order.js'
import type { OrderFact } from './order-fact.js'
import { feeOn } from './order-postings.js'

/** Returns an order with its amounts changed by a fact. */
export function withAmounts<Kind extends Order>(order: Kind, fact: OrderFact): Kind {
  switch (fact.kind) {
    case 'authorised':
      return { ...order, remark: fact.remark }
    case 'settled':
      return credit(
        { ...order, amount: fact.payment.amount, received: fact.payment.amount },
        fact.payment.amount,
      )
    case 'voided':
      return { ...order, remark: null }
    case 'transfer_seen':
      return { ...order, received: add(order.received, fact.transfer.value) }
    case 'transfer_confirmed':
      return credit(order, add(order.confirmed, fact.transfer.value))
    case 'transfer_orphaned':
      return withoutTransfer(order, fact.transfer.value, fact.wasConfirmed)
    case 'transfer_declined':
      return withoutTransfer(order, fact.transfer.value, false)
    case 'rejected':
      return { ...order, credited: ZERO }
    default:
      return order
  }
}

/** Sets the confirmed and credited amounts. Nothing is credited to a rejected order, since its money is the operator's. */
function credit<Kind extends Order>(order: Kind, confirmed: Usdt): Kind {
  const credited = order.rejectedAt === null ? subtract(confirmed, feeOn(order, confirmed)) : ZERO
  return { ...order, confirmed, credited }
}

function withoutTransfer<Kind extends Order>(order: Kind, value: Usdt, wasConfirmed: boolean): Kind {
  const without = { ...order, received: subtract(order.received, value) }
  return wasConfirmed ? credit(without, subtract(order.confirmed, value)) : without
}
