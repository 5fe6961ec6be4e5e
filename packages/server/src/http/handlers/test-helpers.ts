import type { Context } from '../../domain/context.js'
import { simulate } from '../../domain/sandbox/sandbox.js'
import { DomainError } from '../../domain/shared/errors.js'
import { resendTestDelivery } from '../../domain/webhooks/test-deliveries.js'
import type { Handlers } from '../handler.js'
import type { Presenter } from '../present.js'

export function testHelperHandlers(
  context: Context,
  present: Presenter,
): Pick<Handlers, 'simulateOrder' | 'resendTestDelivery'> {
  return {
    resendTestDelivery: {
      access: 'write',
      async run(tx, { caller, params }) {
        const { event, deliveryId } = await resendTestDelivery(tx, context, caller, params.delivery_id)
        return { status: 201, body: { delivery_id: deliveryId, event_type: event.event } }
      },
    },
    simulateOrder: {
      access: 'write',
      async run(tx, { body, caller, params }) {
        if (caller.environment === 'live') throw new DomainError('forbidden')
        const { action, amount, remark } = body
        const order = await simulate(tx, context, caller, params.id, { action, amount, remark })
        return { status: 200, body: present.order(order) }
      },
    },
  }
}
