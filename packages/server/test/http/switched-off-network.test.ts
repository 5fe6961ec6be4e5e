import { describe, expect, it } from 'vitest'
import { type Harness, ORDER, type Registered, useHarness } from '../support/server/harness.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

/** Sends BEP20, or another name, wherever a request names a network. */
const CALLS = {
  'an order': (network: string) => ['POST', '/v1/orders', { ...ORDER, network }],
  'a withdrawal': (network: string) => [
    ...['POST', '/v1/withdrawals'],
    { amount: '20', currency: 'USDT', network, destination_address: PAYEE.BEP20 },
  ],
  'a quote': (network: string) => ['GET', `/v1/withdrawals/quote?network=${network}&amount=20`, undefined],
  'a destination': (network: string) => [
    ...['POST', '/v1/withdrawals/destinations'],
    { label: 'Treasury', network, address: PAYEE.BEP20 },
  ],
  'a list of orders': (network: string) => ['GET', `/v1/orders?network=${network}`, undefined],
} as const

async function send(
  harness: Harness,
  keys: Registered,
  [method, target, body]: readonly (string | object | undefined)[],
) {
  const { status, json } = await harness.call(`${method}`, `${target}`, { keys, ...(body ? { body } : {}) })
  return { status, ...json }
}

const refusal = (detail: string) => ({ status: 400, error: 'unsupported network', param: 'network', detail })

describe('a network that is off by default', () => {
  const shared = useHarness()

  it.each(Object.entries(CALLS))('is refused by %s with those that are on', async (_, call) => {
    const { harness } = shared
    const keys = await harness.register()
    for (const network of ['BEP20', 'bep20'])
      expect(await send(harness, keys, call(network))).toEqual(refusal('allowed: TRC20, ERC20'))
  })
})

describe('a network that was switched on', () => {
  const shared = useHarness({ MERCHANTPAY_TEST_BEP20: 'sandbox', MERCHANTPAY_TEST_ERC20: 'off' })

  it.each(Object.entries(CALLS))('is named where %s has another one', async (_, call) => {
    const { harness } = shared
    const keys = await harness.register()
    for (const network of ['ERC20', 'bep20'])
      expect(await send(harness, keys, call(network))).toEqual(refusal('allowed: TRC20, BEP20'))
  })
})
