import type { Context } from '../../context.js'
import { orderId } from './order-id.js'
import { orderRow } from './order-row.js'

/** Accepts what an order has received. */
export async function run(context: Context): Promise<undefined> {
  const { output, signal } = context
  const mp = await context.client()
  const order = await mp.orders.accept(await orderId(mp, context), { signal })
  output.card(order, orderRow(order))
  return undefined
}
