import type { Context } from '../../context.js'

/** Prints each state of an order until it is final. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const mp = await context.client()
  for await (const { order, gap } of mp.orders.stream(input.requiredOperand('order'), { signal })) {
    if (gap) output.note('states may be missing here: the connection was lost')
    output.result(order, () => {
      const { updated_at, status, received_amount } = order
      return `${updated_at}  ${output.paint('bold', status)}  received ${received_amount}`
    })
  }
  return undefined
}
