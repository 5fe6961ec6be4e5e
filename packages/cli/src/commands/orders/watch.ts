import type { OrderEvent } from '@merchantpay/sdk'
import type { Context } from '../../context.js'
import { escaped } from '../../output.js'
import { orderId } from './order-id.js'

/** Prints each state of an order until it is final, or until an interruption, which is no fault. */
export async function run(context: Context): Promise<undefined> {
  const { signal } = context
  const mp = await context.client()
  try {
    for await (const event of mp.orders.stream(await orderId(mp, context), { signal })) report(context, event)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return undefined
}

function report({ output }: Context, { order, gap }: OrderEvent): void {
  if (gap) output.note('states may be missing here: the connection was lost')
  output.result(order, () => {
    const { updated_at, status, received_amount } = order
    return `${escaped(updated_at)}  ${output.paint('bold', escaped(status))}  received ${escaped(received_amount)}`
  })
}
