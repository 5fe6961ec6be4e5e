import { once } from 'node:events'
import { request } from 'node:http'
import type { ClientOptions } from '@merchantpay/sdk'
import { MerchantPay } from '@merchantpay/sdk'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestServer, systemClock } from '../src/index.js'
import { listen } from '../src/listen.js'
import { rejection } from './support/rejection.js'
import { ORDER } from './support/shop.js'

/** An in-memory service on a real socket, with its client. */
async function listening(options: ClientOptions = {}, baseUrl?: string) {
  const server = createTestServer({ clock: systemClock, baseUrl })
  const socket = await listen(server)
  onTestFinished(() => socket.close())
  const mp = new MerchantPay({ ...server.keys.test, baseUrl: socket.baseUrl, maxRetries: 0, ...options })
  return { server, socket, mp }
}

describe('a service that listens', () => {
  it('answers on a real socket, under its path prefix', async () => {
    const { server, socket, mp } = await listening({}, 'https://pay.example/base')
    const { id } = await mp.orders.create(ORDER)
    expect((await mp.orders.list()).orders).toMatchObject([{ id }])
    expect(socket.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/base$/)
    expect(server.calls[0]?.target).toBe('/base/v1/orders')
  })

  it('sees the exact target, which a URL parser would change', async () => {
    const { server, socket } = await listening()
    const { port } = new URL(socket.baseUrl)
    const status = await new Promise((resolve) => {
      request({ port, path: '/v1/../v1/orders?', agent: false }, (response) =>
        resolve(response.statusCode),
      ).end()
    })
    expect(status).toBe(404)
    expect(server.calls[0]?.target).toBe('/v1/../v1/orders?')
  })

  it('destroys the socket for a reset, after the operation took place', async () => {
    const { server, mp } = await listening()
    server.fault('createOrder', { reset: 'after' })
    const error = await rejection(mp.orders.create(ORDER))
    expect(error).toMatchObject({ name: 'ConnectionError', sent: 'maybe' })
    expect((await mp.orders.list()).total).toBe(1)
  })

  it('destroys the socket in the middle of a body', async () => {
    const { server, mp } = await listening()
    server.fault('listOrders', { cutStreamAt: 4 })
    expect(await rejection(mp.orders.list())).toMatchObject({ name: 'ConnectionError' })
  })

  it.each(['head', 'body'] as const)(
    'keeps the socket of a stall at the %s until the caller gives up',
    async (stall) => {
      const { server, socket, mp } = await listening()
      server.fault('listOrders', { stall })
      const controller = new AbortController()
      const call = mp.orders.list({ signal: controller.signal }).withResponse()
      await expect.poll(() => server.calls.length).toBe(1)
      expect(socket.openRequests).toBe(1)
      controller.abort('enough')
      expect(await rejection(call)).toMatchObject({ name: 'AbortError', cause: 'enough' })
      await expect.poll(() => socket.openRequests).toBe(0)
    },
  )

  it('ends a stream whose reader disconnects', async () => {
    const { socket, mp } = await listening()
    const { id } = await mp.orders.create(ORDER)
    for (let reader = 0; reader < 7; reader += 1) {
      for await (const { order } of mp.orders.stream(id)) {
        expect(order.status).toBe('OPEN')
        break
      }
      await expect.poll(() => socket.openRequests).toBe(0)
    }
  })

  it('streams changes as they happen', async () => {
    const { server, mp } = await listening()
    const { id } = await mp.orders.create(ORDER)
    const seen: string[] = []
    for await (const { order } of mp.orders.stream(id)) {
      seen.push(order.status)
      if (order.status === 'OPEN') await server.emit(id, 'PAID')
    }
    expect(seen).toEqual(['OPEN', 'PAID'])
  })

  it('closes every connection', async () => {
    const { server, socket, mp } = await listening()
    server.fault('listOrders', { stall: 'head' })
    const call = rejection(mp.orders.list())
    await expect.poll(() => server.calls.length).toBe(1)
    await socket.close()
    expect(await call).toMatchObject({ name: 'ConnectionError' })
  })

  it('reads a request target in absolute form, of its own host', async () => {
    const { server, socket } = await listening()
    const { hostname, port, host } = new URL(socket.baseUrl)
    for (const path of [`http://${host}/v1/orders`, 'http://other.example/v1/orders'])
      await once(request({ hostname, port, path, agent: false }).end(), 'response')
    expect(server.calls.map(({ operationId }) => operationId)).toEqual(['listOrders', undefined])
  })

  it('answers an error of the service itself with 500 and its message', async () => {
    const answer = () => Promise.reject(new Error('the clock has stopped'))
    const socket = await listen({ baseUrl: 'https://merchantpay.test', answer })
    onTestFinished(() => socket.close())
    const response = await fetch(`${socket.baseUrl}/v1/orders`)
    expect([response.status, await response.json()]).toEqual([500, { error: 'the clock has stopped' }])
  })
})
