import type { Context } from '../../domain/context.js'
import { createRefund, listRefunds } from '../../domain/orders/refunds.js'
import { readTraceparent } from '../../domain/webhooks/trace-context.js'
import { makerOf } from '../../domain/withdrawals/maker.js'
import type { Handlers } from '../handler.js'
import { nextTarget, pageOf } from '../page.js'
import { presentRefund, replayHeader } from '../present.js'

export function refundHandlers(context: Context): Pick<Handlers, 'createRefund' | 'listRefunds'> {
  return {
    createRefund: {
      access: 'write',
      async run(tx, { body, caller, headers, params }) {
        const { refund, replayed } = await createRefund(tx, context, caller, params.id, {
          amount: body.amount,
          includesFee: body.include_fee ?? false,
          destinationAddress: body.destination_address,
          description: body.description,
          idempotencyKey: body.idempotency_key,
          madeBy: makerOf(caller),
          traceparent: readTraceparent(headers.traceparent),
        })
        return { status: 201, body: presentRefund(refund), headers: replayHeader(replayed) }
      },
    },
    listRefunds: {
      access: 'read',
      async run(tx, { caller, params, query }) {
        const page = pageOf(query)
        const listed = await listRefunds(tx, caller, params.id, page)
        const refunds = listed.rows.map(presentRefund)
        const next = nextTarget(`/v1/orders/${params.id}/refunds`, page, listed)
        return { status: 200, body: { refunds, total: listed.total, next } }
      },
    },
  }
}
