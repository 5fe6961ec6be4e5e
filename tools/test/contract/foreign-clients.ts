/** Clients that generators of others make from the contract, each with a program that uses one. */

export interface ForeignClient {
  /** The package that generates, and the name of the folder. */
  readonly generator: string
  /** The binary and its arguments. */
  readonly command: (contract: string, folder: string) => readonly [binary: string, ...args: string[]]
  /** Creates an order, pays it on the sandbox network, and prints the status that is read afterwards. */
  readonly quickstart: string
}

/** Shared by the programs: `baseUrl` and `key` of the environment, and the wait for a status. */
export const SETUP = `export const { BASE_URL: baseUrl = '', KEY: key = '' } = process.env
export const authorization = 'Bearer ' + key

export async function untilPaid(read: () => Promise<string | undefined>): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const status = await read()
    if (status === 'PAID') return void console.log('PAID')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the order is not paid')
}
`

export const FOREIGN_CLIENTS: readonly ForeignClient[] = [
  {
    generator: '@hey-api/openapi-ts',
    command: (contract, folder) => [
      'openapi-ts',
      ...['--input', contract, '--output', folder, '--client', '@hey-api/client-fetch', '--silent'],
    ],
    quickstart: `import { client } from './client/client.gen'
import { createOrder, createPaymentLink, getOrder, listEvents, simulateOrder } from './client/sdk.gen'
import { baseUrl, key, untilPaid } from './setup'

client.setConfig({ baseUrl, auth: key, throwOnError: true })
const price = { amount: '49.90', currency: 'EUR' }
const { data: order } = await createOrder<true>({ body: { price, currency: 'USDT', network: 'TRC20' } })
if (order.price?.amount !== price.amount || order.order_amount !== '54.07') throw new Error(order.order_amount)
await simulateOrder<true>({ path: { id: order.id }, body: { action: 'pay' } })
const terms = { amount_mode: 'FIXED', amount: '25.00', currency: 'USDT' } as const
const { data: link } = await createPaymentLink<true>({ body: terms })
if (link.status !== 'OPEN' || !link.url.includes('/link/')) throw new Error(link.url)
await untilPaid(async () => {
  const { events } = (await listEvents<true>({ query: { types: 'payment.confirmed' } })).data
  const isListed = events.some(({ payload }) => payload.data.order_id === order.id)
  return isListed ? (await getOrder<true>({ path: { id: order.id } })).data.status : undefined
})
`,
  },
  {
    generator: 'openapi-typescript',
    command: (contract, folder) => ['openapi-typescript', contract, '--output', `${folder}/contract.d.ts`],
    quickstart: `import createClient from 'openapi-fetch'
import type { paths } from './client/contract'
import { authorization, baseUrl, untilPaid } from './setup'

const client = createClient<paths>({ baseUrl, headers: { authorization } })
const { data: order } = await client.POST('/v1/orders', {
  body: { amount: '25.00', currency: 'USDT', network: 'TRC20', tolerance_percent: 0.01 },
})
if (!order) throw new Error('the order is refused')
const path = { id: order.id }
await client.POST('/v1/test_helpers/orders/{id}/simulate', { params: { path }, body: { action: 'pay' } })
await untilPaid(async () => (await client.GET('/v1/orders/{id}', { params: { path } })).data?.status)
`,
  },
  {
    generator: 'oazapfts',
    command: (contract, folder) => ['oazapfts', contract, `${folder}/index.ts`],
    quickstart: `import { createOrder, defaults, getOrder, simulateOrder } from './client'
import { authorization, baseUrl, untilPaid } from './setup'

Object.assign(defaults, { baseUrl, headers: { authorization } })
const created = await createOrder({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
if (created.status !== 201) throw new Error(created.data.error)
const { id } = created.data
await simulateOrder(id, { action: 'pay' })
await untilPaid(async () => {
  const order = await getOrder(id)
  return order.status === 200 ? order.data.status : undefined
})
`,
  },
  {
    generator: 'openapi-typescript-codegen',
    // By its file, because @redocly/cli has a binary of the same name.
    command: (contract, folder) => [
      '../openapi-typescript-codegen/bin/index.js',
      ...['--input', contract, '--output', folder, '--client', 'fetch', '--useUnionTypes'],
    ],
    quickstart: `import { OpenAPI, OrdersService, TestHelpersService } from './client'
import { baseUrl, key, untilPaid } from './setup'

Object.assign(OpenAPI, { BASE: baseUrl, TOKEN: key })
const { id } = await OrdersService.createOrder({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
await TestHelpersService.simulateOrder(id, { action: 'pay' })
await untilPaid(async () => (await OrdersService.getOrder(id)).status)
`,
  },
]
