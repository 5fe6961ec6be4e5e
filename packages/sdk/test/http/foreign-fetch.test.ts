import { Readable } from 'node:stream'
import { arrayBuffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestServer } from '../../../testing/src/index.js'
import { MerchantPay } from '../../src/client.js'
import { UsageError } from '../../src/errors/base-error.js'
import type { ClientOptions, Fetch } from '../../src/options.js'
import { client, loopback, rejection } from '../support/loopback.js'
import { events, json } from '../support/peer.js'
import { requireClosed } from '../support/progress.js'

/** A `fetch` that hands over no body before it was read whole. */
const withoutBody =
  (fetch: Fetch = globalThis.fetch): Fetch =>
  async (url, init) => {
    const response = await fetch(url, init)
    const { status, ok, headers } = response
    return { status, ok, headers, arrayBuffer: () => response.arrayBuffer() } as Response
  }

/** A `fetch` whose bodies are streams of Node. */
const withNodeStream =
  (fetch: Fetch = globalThis.fetch): Fetch =>
  async (url, init) => {
    const { status, ok, headers, body: received } = await fetch(url, init)
    const body = Readable.fromWeb(received as never).on('error', () => {})
    return { status, ok, headers, body: body as unknown, arrayBuffer: () => arrayBuffer(body) } as Response
  }

describe.each([
  ['without bodies', withoutBody],
  ['with streams of Node', withNodeStream],
])('a fetch %s', (_, foreign) => {
  const options: ClientOptions = { fetch: foreign(), maxRetries: 0 }

  it('brings answers and refusals', async () => {
    const server = await loopback(json(200, { id: 'ä' }), json(404, { error: 'order not found' }))
    const mp = client(server, options)
    expect(await mp.orders.get('o1')).toMatchObject({ id: 'ä' })
    expect(await rejection(mp.orders.get('o1'))).toMatchObject({ code: 'order_not_found', status: 404 })
  })

  it('brings no answer beyond maxResponseBytes', async () => {
    const server = await loopback(json(200, { id: 'x'.repeat(1_000) }))
    const error = await rejection(client(server, { ...options, maxResponseBytes: 1_000 }).orders.get('o1'))
    expect(error).toMatchObject({ name: 'ConnectionError', cause: { name: 'RangeError' } })
  })

  it('brings a redirect as such, and its connection is given up', async () => {
    const server = await loopback((response) => {
      response.writeHead(307, { location: 'https://pay.example/' })
      response.write('moved')
    })
    const error = await rejection(client(server, options).orders.get('o1'))
    expect(error).toMatchObject({ code: 'unexpected_redirect', status: 307 })
    await requireClosed(server.seen)
  })
})

describe.each([
  ['without bodies, as in React Native,', withoutBody],
  ['with streams of Node', withNodeStream],
])('a fetch %s', (_, foreign) => {
  it('fails a stream at once with its cause, and closes the connection', async () => {
    const server = await loopback(events('data: {"status":"OPEN"}\n\n', true))
    const mp = client(server, { fetch: foreign() })
    const path = { params: { path: { id: 'o1' } }, parseAs: 'stream' } as const
    const opens = [() => mp.orders.stream('o1').next(), () => mp.raw.GET('/v1/orders/{id}/events', path)]
    for (const open of opens) {
      const error = await rejection(open())
      expect(error).toBeInstanceOf(UsageError)
      const message = expect.stringContaining('fetch has no web streams')
      expect(error).toMatchObject({ code: 'unreadable_stream', message })
    }
    expect(server.seen).toHaveLength(opens.length)
    await requireClosed(server.seen)
  })

  it('waits for a payment by polling', async () => {
    const server = createTestServer()
    const { baseUrl, clock, keys } = server
    const fetch = foreign(server.fetch)
    const mp = new MerchantPay({ ...keys.test, baseUrl, fetch, clock, logLevel: 'off' })
    const order = await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    const waiting = mp.orders.waitForPaid(order.id, { signal: stop.signal })
    await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
    await server.advance(120_000)
    expect(await waiting).toMatchObject({ status: 'PAID' })
  })
})

it('a fetch that rejects with a value that throws when it is read holds no slot', async () => {
  const unreadable = new Proxy(new Error('refused'), {
    get: () => {
      throw new Error('unreadable')
    },
    getPrototypeOf: () => {
      throw new Error('unreadable')
    },
    deleteProperty: () => {
      throw new Error('unreadable')
    },
  })
  const server = await loopback()
  const mp = client(server, {
    fetch: () => Promise.reject(unreadable),
    maxRetries: 0,
    rateLimit: { limit: 3, windowMs: 50 },
  })
  await mp.orders.get('o1').then(
    () => expect.unreachable(),
    () => undefined,
  )
  await expect.poll(() => mp.rateLimit?.held).toBe(0)
})

it('headers that cannot be listed end no call that is traced', async () => {
  const server = await loopback(json(200, { id: 'o1' }))
  const foreign: Fetch = async (url, init) => {
    const response = await fetch(url, init)
    const headers = { get: (name: string) => response.headers.get(name) }
    return {
      status: 200,
      ok: true,
      headers,
      arrayBuffer: () => response.arrayBuffer(),
    } as unknown as Response
  }
  const silent = () => undefined
  const logger = { debug: silent, info: silent, warn: silent, error: silent }
  const mp = client(server, { fetch: foreign, maxRetries: 0, logLevel: 'debug', logger })
  expect(await mp.orders.get('o1')).toMatchObject({ id: 'o1' })
})
