import type { Context } from '../../context.js'

const DEFAULT_LIMIT = 20
const MOST = 10_000
/** The largest page of the service. */
const PAGE = 100

/** Lists payment links, as many as are asked for. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const max = input.number('limit', 1, MOST) ?? DEFAULT_LIMIT
  const status = input.text('status') as 'OPEN' | undefined // one of the choices
  const mp = await context.client()
  const options = { ...(status && { status }), limit: Math.min(max, PAGE), signal }
  const links = await mp.paymentLinks.list(options).toArray({ max })
  output.table(links, (link) => ({
    id: link.id,
    status: link.status,
    uses: link.uses,
    amount: link.amount ?? (link.price && `${link.price.amount} ${link.price.currency}`),
    paid_amount: link.paid_amount,
    orders: link.orders_count,
    paid: link.paid_orders_count,
    created_at: link.created_at,
    url: link.url,
    description: link.description,
  }))
  return undefined
}
