import type { Context } from '../../context.js'

/** The newest orders that are shown beside a link. */
const SHOWN_ORDERS = 20

/** Shows a payment link and its newest orders. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const mp = await context.client()
  const id = input.requiredOperand('link')
  const link = await mp.paymentLinks.get(id, { signal })
  output.card(link)
  if (link.orders_count === 0) return undefined
  const { orders } = await mp.paymentLinks.listOrders(id, { limit: SHOWN_ORDERS, signal })
  output.table(orders, ({ order_number, status, order_amount, network, created_at, paid_at }) => ({
    ...{ order_number, status, order_amount, network, created_at, paid_at },
  }))
  return undefined
}
