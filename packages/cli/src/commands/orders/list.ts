import type { OrderListOptions } from '@merchantpay/sdk'
import type { Context } from '../../context.js'
import { usage } from '../../failure.js'
import type { Input } from '../../input.js'

const DEFAULT_LIMIT = 20
const MOST = 10_000
/** The largest page of the service. */
const PAGE = 100

/** Lists orders, as many as are asked for. */
export async function run(context: Context): Promise<undefined> {
  const { input, output, signal } = context
  const max = input.number('limit', 1, MOST) ?? DEFAULT_LIMIT
  const filters = filtersOf(input)
  const mp = await context.client()
  const orders = await mp.orders.list({ ...filters, limit: Math.min(max, PAGE), signal }).toArray({ max })
  output.table(orders, ({ order_number, status, order_amount, network, created_at, paid_at, id }) => ({
    ...{ order_number, status, order_amount, network, created_at, paid_at, id },
  }))
  return undefined
}

/** The option of each filter by time. */
const TIMES = {
  created_from: 'from',
  created_to: 'to',
  updated_from: 'updated-from',
  updated_to: 'updated-to',
  paid_from: 'paid-from',
  paid_to: 'paid-to',
}

/** A day as its first moment in UTC; other texts are for the service to judge. */
const startOfDay = (text: string | undefined): string | undefined =>
  text?.replace(/^\d{4}-\d{2}-\d{2}$/, '$&T00:00:00Z')

function filtersOf(input: Input): Partial<OrderListOptions> {
  const [status, network, order_number] = ['status', 'network', 'number'].map((name) => input.text(name))
  const times = Object.entries(TIMES).map(([filter, option]) => [filter, startOfDay(input.text(option))])
  const [metadata, ...more] = input.pairs('metadata')
  if (more.length > 0) throw usage('--metadata is one name=value')
  const given = {
    ...{ status, network, order_number },
    ...Object.fromEntries(times),
    metadata: metadata && Object.fromEntries([metadata]),
  }
  const present = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as Partial<OrderListOptions> // the table allows no other values
}
