import { DomainError } from '../../domain/errors.js'
import { lockOrder } from '../../domain/orders.js'
import type { Context } from '../../domain/ports.js'
import { simulate } from '../../domain/sandbox.js'
import type { Handlers } from '../handler.js'
import type { Presenter } from '../present.js'

export function testHelperHandlers(context: Context, present: Presenter): Pick<Handlers, 'simulateOrder'> {
  return {
    simulateOrder: {
      access: 'write',
      async run(tx, { body, caller, params }) {
        if (caller.environment === 'live') throw new DomainError('forbidden')
        const order = await lockOrder(tx, caller, params.id)
        const { action, amount, remark } = body
        return {
          status: 200,
          body: present.order(await simulate(tx, context, order, { action, amount, remark })),
        }
      },
    },
  }
}
