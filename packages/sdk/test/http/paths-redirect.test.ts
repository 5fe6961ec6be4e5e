import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { MerchantPay } from '../../src/client.js'
import { ApiError } from '../../src/errors/errors.js'
import { client, loopback, rejection } from '../support/loopback.js'

/** A listener that counts all connections and bytes. */
async function otherOrigin(): Promise<{ url: string; counts: { connections: number; bytes: number } }> {
  const counts = { connections: 0, bytes: 0 }
  const server = createServer((socket) => {
    counts.connections += 1
    socket.on('data', (bytes) => {
      counts.bytes += bytes.length
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  return { url: `http://127.0.0.1:${port}`, counts }
}

const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const

const CALLS: Record<string, (mp: MerchantPay) => PromiseLike<unknown>> = {
  'a GET': (mp) => mp.orders.get('o1'),
  'a keyed POST': (mp) => mp.orders.create(ORDER),
  'a POST that is never repeated': (mp) => mp.apiKeys.create({ environment: 'test' }),
  'a DELETE': (mp) => mp.apiKeys.revoke('k1'),
  'a stream': (mp) => mp.orders.stream('o1').next(),
  'a raw GET': (mp) => mp.raw.GET('/v1/merchants/me'),
  'a raw POST': (mp) => mp.raw.POST('/v1/orders', { body: ORDER }),
}

describe.each([301, 302, 303, 304, 305, 306, 307, 308])('a %i to another origin', (status) => {
  it.each(Object.entries(CALLS))('ends %s as an ApiError, and not a byte arrives there', async (_, call) => {
    const other = await otherOrigin()
    const server = await loopback((response) => {
      response
        .writeHead(status, { location: `${other.url}/v1/orders` })
        .end(status === 304 ? undefined : 'moved')
    })
    const error = await rejection(call(client(server)))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'unexpected_redirect', status })
    expect(server.seen).toHaveLength(1)
    expect(other.counts).toEqual({ connections: 0, bytes: 0 })
  })
})
