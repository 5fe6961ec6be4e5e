import { ROUTES } from '../../../src/dashboard/routes.js'
import { type Harness, ORDER, type Registered } from '../server/harness.js'
import { fund, PAYEE, withdraw } from '../withdrawals/withdrawals.js'

/** A merchant that has one of everything. */
export interface Owner extends Registered {
  /** The ids that stand for `:id`, by the first part of the path behind which they stand. */
  readonly ids: Readonly<Record<string, string>>
}

/** Makes a merchant with an order, a payment link, a withdrawal, a destination, an endpoint, a delivery and a second key. */
export async function makeOwner(harness: Harness): Promise<Owner> {
  const keys = await harness.register()
  const made = async (target: string, body?: object): Promise<string> => {
    const { json } = await harness.call('POST', target, { keys, body })
    return `${json.id ?? json.key_id}`
  }
  await fund(harness, keys, '100')
  const orders = await made('/v1/orders', { ...ORDER, description: 'Two tickets' })
  await harness.call('POST', `/v1/test_helpers/orders/${orders}/simulate`, { keys, body: { action: 'pay' } })
  await harness.pass(20_000, 5_000)
  const destinations = await made('/v1/withdrawals/destinations', {
    label: 'Treasury',
    network: 'TRC20',
    address: PAYEE.TRC20,
  })
  const endpoints = await made('/v1/webhooks', {
    url: 'https://shop.invalid/hooks',
    events: ['payment.confirmed'],
  })
  const deliveries = await made(`/v1/webhooks/${endpoints}/test`)
  const withdrawals = `${(await withdraw(harness, keys)).json.id}`
  const links = await made('/v1/payment-links', {
    amount_mode: 'FIXED',
    amount: '100.00',
    currency: 'USDT',
    description: 'Two tickets',
    uses: 'MANY',
  })
  const apiKeys = await made('/v1/merchants/api-keys', { environment: 'test' })
  return { ...keys, ids: { orders, links, destinations, endpoints, deliveries, withdrawals, keys: apiKeys } }
}

/** Fills the variable part of a path with an id of the owner. */
export const pathOf = (path: string, { ids }: Pick<Owner, 'ids'>): string =>
  `/dashboard${path.replace(/(\w+)\/:id/, (_, kind: string) => `${kind}/${ids[kind]}`)}`

/** The routes that show a page. */
export const PAGE_ROUTES = ROUTES.filter(({ path, read }) => read && !/\.(?:csv|json)$/.test(path))

/** The routes whose path names something of a merchant. */
export const OWN_ROUTES = ROUTES.filter(({ path }) => path.includes(':id'))
