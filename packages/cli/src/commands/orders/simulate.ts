import type { SimulateOrder } from '@merchantpay/sdk'
import type { Context } from '../../context.js'
import { usage } from '../../failure.js'
import { amountOf } from '../amount.js'
import { ACTIONS } from './actions.js'
import { orderId } from './order-id.js'
import { orderRow } from './order-row.js'

/** Simulates an event of a sandbox order. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const action = ACTIONS.find((one) => one === input.requiredOperand('action'))
  if (action === undefined) throw usage(`the action is one of ${ACTIONS.join(', ')}`)
  const amount = input.text('amount')
  const remark = input.text('remark')
  const body: SimulateOrder = {
    action,
    ...(amount !== undefined && { amount: amountOf('--amount', amount) }),
    ...(remark !== undefined && { remark }),
  }
  const mp = await context.client()
  const order = await mp.testHelpers.simulateOrder(await orderId(mp, context), body, { signal })
  output.card(order, orderRow(order))
  return undefined
}
