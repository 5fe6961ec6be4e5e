import type { CreatePaymentLink, Network } from '@merchantpay/sdk'
import type { Context } from '../../context.js'
import { usage } from '../../failure.js'
import type { Input } from '../../input.js'
import { amountOf } from '../amount.js'
import { isNetwork, NETWORKS } from '../sandbox-addresses.js'
import { totalOf } from '../total.js'

/** Creates a payment link and prints it. */
export async function run(context: Context): Promise<undefined> {
  const { input, output } = context
  const body = bodyOf(input)
  const mp = await context.client()
  const idempotencyKey = input.text('idempotency-key')
  const options = { ...(idempotencyKey !== undefined && { idempotencyKey }), signal: context.signal }
  output.card(await mp.paymentLinks.create(body, options))
  return undefined
}

function bodyOf(input: Input): CreatePaymentLink {
  const total = totalOf(input)
  const [min, max] = ['min', 'max'].map((name) => {
    const text = input.text(name)
    return text === undefined ? undefined : amountOf(`--${name}`, text)
  })
  if (total === undefined)
    return {
      ...fieldsOf(input),
      amount_mode: 'CUSTOM',
      ...(min !== undefined && { min_amount: min }),
      ...(max !== undefined && { max_amount: max }),
    }
  if (min !== undefined || max !== undefined) throw usage('--min and --max are for links whose payer chooses')
  return { ...fieldsOf(input), amount_mode: 'FIXED', ...total }
}

function fieldsOf(input: Input) {
  const [expires_at, description, return_url, webhook_url] = [
    'expires-at',
    'description',
    'return-url',
    'webhook-url',
  ].map((name) => input.text(name))
  const metadata = Object.fromEntries(input.pairs('metadata'))
  const networks = networksOf(input)
  const tolerance = input.text('tolerance')
  return {
    currency: 'USDT',
    uses: input.flag('many') ? 'MANY' : 'ONCE',
    ...(networks.length > 0 && { networks }),
    ...(expires_at !== undefined && { expires_at }),
    ...(description !== undefined && { description }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(return_url !== undefined && { return_url }),
    ...(webhook_url !== undefined && { webhook_url }),
    ...(tolerance !== undefined && { tolerance_percent: Number(tolerance) }),
  } as const
}

function networksOf(input: Input): Network[] {
  return input.words('networks').map((word) => {
    if (!isNetwork(word)) throw usage(`--networks takes ${NETWORKS.join(', ')}, not ${word}`)
    return word
  })
}
