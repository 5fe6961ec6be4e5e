import { storedSpelling } from '@merchantpay/core/id-spelling'
import type { Context } from '../../domain/context.js'
import {
  type AppPaymentChange,
  createAppPayment,
  settleAppPayment,
  voidAppPayment,
} from '../../domain/payments/app-payments.js'
import { audit } from '../../domain/shared/audit.js'
import { DomainError } from '../../domain/shared/errors.js'
import { formatUsdt } from '../../domain/shared/money.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { OperatorHandlers } from '../handler.js'
import { presentAppPayment, replayHeader } from '../present.js'

/** The name of the client app's backend in the audit trail. */
const ACTOR = 'operator-api'

export function appPaymentHandlers(context: Context): Omit<OperatorHandlers, 'moveClock'> {
  return {
    createAppPayment: {
      access: 'write',
      async run(tx, { body }) {
        const order = await tx.orders.findByNumber(storedSpelling(body.order_number))
        if (!order) throw new DomainError('order_not_found')
        const created = await createAppPayment(tx, context, order.id, {
          amount: body.amount,
          payerReference: body.payer_reference,
          remark: body.remark ?? null,
          isSettled: body.settle ?? false,
        })
        await auditChange(tx, context, 'app-payments create', created)
        return { status: 201, body: presentAppPayment(created), headers: replayHeader(created.replayed) }
      },
    },
    settleAppPayment: {
      access: 'write',
      async run(tx, { params }) {
        const settled = await settleAppPayment(tx, context, params.id)
        await auditChange(tx, context, 'app-payments settle', settled)
        return { status: 200, body: presentAppPayment(settled) }
      },
    },
    voidAppPayment: {
      access: 'write',
      async run(tx, { params }) {
        const voided = await voidAppPayment(tx, context, params.id)
        await auditChange(tx, context, 'app-payments void', voided)
        return { status: 200, body: presentAppPayment(voided) }
      },
    },
  }
}

/** Writes a change to the audit trail. A repeated call changed nothing and is not recorded. */
async function auditChange(
  tx: Tx,
  context: Context,
  action: string,
  change: AppPaymentChange,
): Promise<void> {
  if (change.replayed) return
  const { id, orderId, status, amount } = change.payment
  const details = { order: orderId, status, amount: formatUsdt(amount) }
  await audit(tx, context, { actor: ACTOR, action, subject: id, details })
}
