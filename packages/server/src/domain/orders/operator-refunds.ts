import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { formatUsdt } from '../shared/money.js'
import type { Tx } from '../store/unit-of-work.js'
import { operatorAsMaker } from '../withdrawals/maker.js'
import type { Refund } from '../withdrawals/withdrawal.js'
import type { Order } from './order.js'
import { type CreateRefund, createRefund } from './refunds.js'

/**
 * Refunds an order by decision of the operator, out of the balance of its merchant and by the rules of the merchant's own
 * refunds. A repetition with the same idempotency key changes nothing and is not audited.
 *
 * @throws the errors of {@link createRefund}
 */
export async function refundByOperator(
  tx: Tx,
  context: Context,
  order: Order,
  wanted: Pick<CreateRefund, 'amount' | 'destinationAddress' | 'idempotencyKey'>,
  mandate: Mandate,
): Promise<Refund> {
  const input = { ...wanted, includesFee: false, description: undefined, madeBy: operatorAsMaker(mandate) }
  const { refund, replayed } = await createRefund(tx, context, order, order.id, input)
  if (replayed) return refund
  const { actor, reason } = mandate
  const details = {
    reason,
    refund: refund.id,
    amount: formatUsdt(refund.amount),
    destination_address: refund.destinationAddress,
  }
  await audit(tx, context, { actor, action: 'orders refund', subject: order.id, details })
  return refund
}
