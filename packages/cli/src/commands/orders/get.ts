import type { Context } from '../../context.js'
import { orderRow } from './order-row.js'

/** Shows an order. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const mp = await context.client()
  const order = await mp.orders.get(input.requiredOperand('order'), { signal })
  output.card(order, orderRow(order))
  return undefined
}
