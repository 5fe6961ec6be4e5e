import type { Network, Order } from '@merchantpay/sdk'
import type { Context } from '../../context.js'
import { usage } from '../../failure.js'
import type { Input } from '../../input.js'
import { amountOf } from '../amount.js'
import { NETWORKS } from '../sandbox-addresses.js'
import { totalOf } from '../total.js'
import { orderRow } from './order-row.js'

/** Creates an order and prints it. */
export async function run(context: Context): Promise<undefined> {
  const { input, output } = context
  const body = input.flag('app') ? appBody(input) : onChainBody(input)
  const mp = await context.client()
  const idempotencyKey = input.text('idempotency-key')
  const options = { ...(idempotencyKey !== undefined && { idempotencyKey }), signal: context.signal }
  const order: Order =
    'network' in body ? await mp.orders.create(body, options) : await mp.appOrders.create(body, options)
  output.card(order, orderRow(order))
  return undefined
}

function onChainBody(input: Input) {
  const network = input.text('network')
  if (network === undefined) throw usage(`--network is missing: ${NETWORKS.join(' or ')}, or --app`)
  const tolerance = input.text('tolerance')
  return {
    ...commonFields(input),
    ...(totalOf(input) ?? { amount: amountOf('--amount', input.required('amount')) }),
    currency: 'USDT',
    network: network as Network, // one of the choices
    ...(tolerance !== undefined && { tolerance_percent: Number(tolerance) }),
  } as const
}

function appBody(input: Input) {
  const refused = ['network', 'tolerance', 'price'].find((name) => input.text(name) !== undefined)
  if (refused) throw usage(`--${refused} is for on-chain orders`)
  const amount = input.text('amount')
  const fields = { ...commonFields(input), currency: 'USDT' } as const
  return amount === undefined
    ? ({ ...fields, amount_mode: 'CUSTOM' } as const)
    : ({ ...fields, amount_mode: 'FIXED', amount: amountOf('--amount', amount) } as const)
}

function commonFields(input: Input) {
  const [description, return_url, webhook_url] = ['description', 'return-url', 'webhook-url'].map((name) =>
    input.text(name),
  )
  const metadata = Object.fromEntries(input.pairs('metadata'))
  return {
    ...(description !== undefined && { description }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(return_url !== undefined && { return_url }),
    ...(webhook_url !== undefined && { webhook_url }),
  }
}
