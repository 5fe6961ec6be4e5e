import { describe, expect, it } from 'vitest'
import { ORDER, useHarness } from '../support/server/harness.js'

const LOCAL = 'local addresses: see "Receive webhooks on your machine"'

const EUR = { amount: '49.90', currency: 'EUR' }

describe('a refused field says which rule it breaks', () => {
  const shared = useHarness({ MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '' })

  it.each([
    [{ amount: '9.99' }, 'invalid amount', 'amount', 'must be greater than 10 USDT'],
    [{ amount: '10' }, 'invalid amount', 'amount', 'must be greater than 10 USDT'],
    [{ amount: '25.1234567' }, 'invalid amount', 'amount', 'at most 6 decimals'],
    [{ amount: undefined }, 'invalid amount', 'amount', 'either amount or price is required'],
    [{ price: EUR }, 'invalid amount', 'amount', 'either amount or price is required'],
    [
      { amount: undefined, price: { ...EUR, amount: '49.901' } },
      'invalid price',
      'price.amount',
      'must be above 0, with at most 2 decimals',
    ],
    [
      { amount: undefined, price: EUR },
      'unsupported price currency',
      'price.currency',
      'this service takes prices in no other currency',
    ],
    [{ network: 'trc20' }, 'unsupported network', 'network', 'allowed: TRC20, ERC20'],
    [{ currency: 'USDC' }, 'unsupported currency', 'currency', 'allowed: USDT'],
    [{ webhook_url: 'http://shop.example/' }, 'invalid webhook url', 'webhook_url', 'must be https'],
    [
      { webhook_url: 'https://shop.example/a b' },
      'invalid webhook url',
      'webhook_url',
      'must have no blanks',
    ],
    [{ return_url: 'https://shop.example/\t' }, 'invalid return url', 'return_url', 'must have no blanks'],
    [{ webhook_url: 'https://localhost/' }, 'invalid webhook url', 'webhook_url', LOCAL],
    [{ webhook_url: 'https://10.0.0.1/' }, 'invalid webhook url', 'webhook_url', LOCAL],
  ])('%j', async (fields, error, param, detail) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, ...fields } })
    expect([answer.status, answer.json]).toEqual([400, { error, param, detail }])
  })

  it.each([{}, { amount_mode: 'OPEN' }, null])('names the kinds of an app-only order: %j', async (body) => {
    const { harness } = shared
    const answer = await harness.call('POST', '/v1/app/orders', { keys: await harness.register(), body })
    const detail = 'allowed: FIXED, CUSTOM'
    expect(answer.json).toEqual({ error: 'invalid amount mode', param: 'amount_mode', detail })
  })

  it('names the bounds of a page', async () => {
    const { harness } = shared
    const answer = await harness.call('GET', '/v1/orders?limit=1000', { keys: await harness.register() })
    expect(answer.json).toEqual({ error: 'invalid limit', param: 'limit', detail: '1 to 100' })
  })

  it('looks at the value in a query', async () => {
    const { harness } = shared
    const target = '/v1/withdrawals/quote?network=TRC20&amount=10.1234567'
    const answer = await harness.call('GET', target, { keys: await harness.register() })
    expect(answer.json).toEqual({ error: 'invalid amount', param: 'amount', detail: 'at most 6 decimals' })
  })
})
