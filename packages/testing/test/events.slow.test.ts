import { MerchantPay } from '@merchantpay/sdk'
import { expect, it } from 'vitest'
import { createTestServer } from '../src/index.js'

const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const

it('a reader of events needs 10 requests after a day with 1,000 orders', async () => {
  const server = createTestServer({ requestsPerMinute: 1_000_000 })
  const { baseUrl, fetch, clock, keys } = server
  const mp = new MerchantPay({ ...keys.test, baseUrl, fetch, clock, rateLimit: false })
  const { cursor: after } = await mp.events.list()
  const ended: string[] = []
  for (let order = 0; order < 1_000; order += 1) {
    const { id } = await mp.orders.create(ORDER)
    await server.emit(id, order % 3 === 0 ? 'EXPIRED' : 'PAID')
    ended.push(id)
  }
  const calls = server.calls.length
  const found: unknown[] = []
  for await (const { payload } of mp.events.list({ after })) found.push(payload.data.order_id)
  expect(found).toEqual(ended)
  expect(server.calls.length - calls).toBe(10)
})
