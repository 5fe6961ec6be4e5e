import { MerchantPay } from '@merchantpay/sdk'
import { setupServer } from 'msw/node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestServer, systemClock } from '../src/index.js'
import { mswHandlers } from '../src/msw.js'
import { rejection } from './support/rejection.js'
import { ORDER } from './support/shop.js'

/** An in-memory service behind the global `fetch`, and a client of its URL. */
function intercepted() {
  const server = createTestServer({ clock: systemClock })
  const network = setupServer(...mswHandlers(server))
  network.listen({ onUnhandledRequest: 'error' })
  onTestFinished(() => network.close())
  return { server, mp: new MerchantPay({ ...server.keys.test, baseUrl: server.baseUrl, maxRetries: 0 }) }
}

describe('the handlers for msw', () => {
  it('let the service answer the global fetch, signatures included', async () => {
    const { server, mp } = intercepted()
    const { id } = await mp.orders.create(ORDER)
    expect(await mp.orders.list({ limit: 1 })).toMatchObject({ total: 1, orders: [{ id }] })
    expect(server.calls.map(({ target }) => target)).toEqual(['/v1/orders', '/v1/orders?limit=1'])
  })

  it('let the service stream', async () => {
    const { server, mp } = intercepted()
    const { id } = await mp.orders.create(ORDER)
    const seen: string[] = []
    for await (const { order } of mp.orders.stream(id)) {
      seen.push(order.status)
      if (order.status === 'OPEN') await server.emit(id, 'CONFIRMING')
      if (order.status === 'CONFIRMING') await server.emit(id, 'PAID')
    }
    expect(seen).toEqual(['OPEN', 'CONFIRMING', 'PAID'])
  })

  it('make a network error of a connection that breaks', async () => {
    const { server, mp } = intercepted()
    server.fault('createOrder', { reset: 'after' })
    expect(await rejection(mp.orders.create(ORDER))).toMatchObject({ name: 'ConnectionError', sent: 'maybe' })
    expect((await mp.orders.list()).total).toBe(1)
  })
  it('make no network error of an error of the service itself', async () => {
    const { baseUrl } = createTestServer()
    const broken = () => Promise.reject(new Error('the clock has stopped'))
    const network = setupServer(...mswHandlers({ baseUrl, fetch: broken }))
    network.listen({ onUnhandledRequest: 'error' })
    onTestFinished(() => network.close())
    const response = await fetch(`${baseUrl}/v1/orders`)
    expect([response.status, await response.json()]).toMatchObject([500, { error: 'the clock has stopped' }])
  })
})
