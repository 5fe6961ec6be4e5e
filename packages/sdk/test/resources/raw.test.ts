import type { Middleware } from 'openapi-fetch'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors/base-error.js'
import { AbortError, ApiError, ConnectionError, OutcomeUnknownError } from '../../src/errors/errors.js'
import { OPERATIONS } from '../../src/generated/operations.gen.js'
import { createSigner, parseAuthorization } from '../../src/signing.js'
import { answer, fault, refuse, scripted } from '../support/fake.js'
import { KEY_ID, SECRET } from '../support/keys.js'
import { client, loopback, rejection } from '../support/loopback.js'
import { json, refusal, reset } from '../support/peer.js'
import { until } from '../support/progress.js'

const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
const once = { maxRetries: 0 }

describe('raw', () => {
  it('answers with data, signed over what is sent', async () => {
    const server = await loopback(json(200, { orders: [], total: 0 }))
    const mp = client({ url: `${server.url}/prefix` })
    const { data } = await mp.raw.GET('/v1/orders', { params: { query: { limit: 3 } } })
    expect(data).toEqual({ orders: [], total: 0 })
    const [seen] = server.seen
    expect(seen?.target).toBe('/prefix/v1/orders?limit=3')
    const { timestamp = '', signature } = parseAuthorization(seen?.headers.authorization ?? '') ?? {}
    const request = { method: 'GET', target: seen?.target ?? '', body: new Uint8Array(), timestamp }
    expect(createSigner({ keyId: KEY_ID, secret: SECRET }).sign(request)).toBe(signature)
  })

  it('refuses a header that HTTP does not allow before it is sent, without its value in the error', async () => {
    const { mp, sent } = scripted([answer(201, {})])
    const error = await rejection(mp.raw.POST('/v1/orders', { body: ORDER, headers: { 'x-a': 'sec\nret' } }))
    expect(error).toBeInstanceOf(UsageError)
    expect(error).toMatchObject({ code: 'invalid_header' })
    expect(String(error)).not.toContain('ret')
    expect(sent).toEqual([])
  })

  it('signs what middleware made of a request', async () => {
    const server = await loopback(json(201, { id: 'o1' }))
    const mp = client(server)
    mp.raw.use({
      onRequest: ({ request }) =>
        new Request(request, { headers: { ...Object.fromEntries(request.headers), 'x-a': '1' } }),
    })
    await mp.raw.POST('/v1/orders', { body: ORDER })
    const [seen] = server.seen
    expect(seen?.headers).toMatchObject({ 'x-a': '1', 'content-type': 'application/json' })
    const { timestamp = '', signature } = parseAuthorization(seen?.headers.authorization ?? '') ?? {}
    const request = { method: 'POST', target: '/v1/orders', body: seen?.body ?? new Uint8Array(), timestamp }
    expect(createSigner({ keyId: KEY_ID, secret: SECRET }).sign(request)).toBe(signature)
  })

  it.each([400, 401, 403, 404, 409, 500, 503])(
    'answers a %i with its error and does not throw',
    async (status) => {
      const { mp } = scripted([refuse(status, 'some message')], once)
      const { data, error, response } = await mp.raw.GET('/v1/merchants/me')
      expect([data, error, response.status]).toEqual([undefined, { error: 'some message' }, status])
    },
  )

  it.each(['', '<html>', '""', 'null', '0'])(
    'never gives an error that reads like none for "%s"',
    async (body) => {
      const headers = { 'content-length': String(body.length) }
      const { mp } = scripted([() => new Response(body, { status: 500, headers })], once)
      const { error } = await mp.raw.GET('/v1/merchants/me')
      expect(error).toEqual({ error: 'unexpected response' })
    },
  )

  it('repeats by the same rules', async () => {
    const server = await loopback(refusal(500, 'internal server error'), json(200, { id: 'm1' }))
    expect((await client(server).raw.GET('/v1/merchants/me')).data).toEqual({ id: 'm1' })
    expect(server.seen).toHaveLength(2)
  })

  it('repeats a creation with a key, and makes none up', async () => {
    const keyed = await loopback(reset, json(201, { id: 'o1' }))
    const body = { ...ORDER, idempotency_key: 'cart-1' }
    expect((await client(keyed).raw.POST('/v1/orders', { body })).data).toEqual({ id: 'o1' })
    expect(keyed.seen).toHaveLength(2)

    const unkeyed = await loopback(reset)
    expect(await rejection(client(unkeyed).raw.POST('/v1/orders', { body: ORDER }))).toBeInstanceOf(
      OutcomeUnknownError,
    )
    expect(unkeyed.seen.map(({ body }) => JSON.parse(body.toString()))).toEqual([ORDER])
  })

  it('finds out about a cancellation whose answer was lost', async () => {
    const found = { id: 'w1', status: 'CANCELED' }
    const server = await loopback(reset, refusal(409, 'withdrawal not cancelable'), json(200, found))
    const path = { id: 'w1' }
    const { data } = await client(server).raw.POST('/v1/withdrawals/{id}/cancel', { params: { path } })
    expect(data).toEqual(found)
  })

  it.each(Object.entries(OPERATIONS))('has the method of %s', (_, { method }) => {
    const { mp } = scripted([])
    expect(mp.raw[method]).toBeInstanceOf(Function)
  })

  it('throws where there is no answer, and for a redirect', async () => {
    const { mp } = scripted([fault('ECONNREFUSED'), () => new Response(null, { status: 307 })], once)
    expect(await rejection(mp.raw.GET('/v1/merchants/me'))).toBeInstanceOf(ConnectionError)
    expect(await rejection(mp.raw.GET('/v1/merchants/me'))).toBeInstanceOf(ApiError)
  })

  it('throws for a status that no Response can have', async () => {
    const head = { status: 700, ok: false, headers: new Headers(), body: null }
    const { mp } = scripted([() => () => head as Response], once) // as some runtimes let one through
    const error = await rejection(mp.raw.GET('/v1/merchants/me'))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 700, operationId: 'getCurrentMerchant' })
  })

  it.each(['/a+b', '/a(b', '/v1.0', '/a/v1/orders'])('calls below "%s"', async (prefix) => {
    const server = await loopback(json(200, { orders: [], total: 0 }))
    const { response } = await client({ url: server.url + prefix }).raw.GET('/v1/orders')
    expect([response.status, server.seen[0]?.target]).toEqual([200, `${prefix}/v1/orders`])
  })

  it.each([
    'https://evil.example/v1x',
    'https://pay.example',
    'https://pay.example/v1',
    'https://pay.example/v10',
    'https://pay.example/v1x/..',
  ])('never signs for another base such as %s', async (baseUrl) => {
    const { mp, sent } = scripted([answer(200, {})], { baseUrl: 'https://pay.example/v1x' })
    const call = mp.raw.GET('/v1/merchants/me', { baseUrl })
    expect(await rejection(call)).toMatchObject({ code: 'unknown_operation' })
    expect(sent).toHaveLength(0)
  })
})

describe('middleware of raw', () => {
  const note = (notes: string[], text: string) => ({
    onRequest: () => {
      notes.push(text)
    },
  })

  it('counts from the call of `use` to that of `eject`, both at once', async () => {
    const { mp } = scripted([answer(200, {})])
    const notes: string[] = []
    const [first, second] = [note(notes, 'first'), note(notes, 'second')]
    expect(mp.raw.use(first, second)).toBeUndefined()
    const call = mp.raw.GET('/v1/merchants/me', { middleware: [note(notes, 'own')] })
    expect(mp.raw.eject(first, note(notes, 'unknown'))).toBeUndefined()
    await call
    expect(notes.splice(0)).toEqual(['first', 'second', 'own'])
    await mp.raw.GET('/v1/merchants/me')
    expect(notes).toEqual(['second'])
  })

  it.each([{}, 'onRequest', () => {}])('middleware of raw that is %s is refused on the spot', (given) => {
    const { mp } = scripted([answer(200, {})])
    const middleware = given as Middleware // what a caller without types may pass
    expect(() => mp.raw.use(middleware)).toThrow(UsageError)
  })

  it('may be left out', async () => {
    const { mp } = scripted([answer(200, { id: 'm1' })])
    mp.raw.use(...([undefined, false] as never[])) // what a caller without types may pass
    expect((await mp.raw.GET('/v1/merchants/me')).data).toEqual({ id: 'm1' })
  })
})

describe('a raw call of its own', () => {
  it('`fetch` gets a signed Request for each attempt', async () => {
    const server = await loopback(refusal(500, 'internal server error'), json(201, { id: 'o1' }))
    const given: unknown[][] = []
    const fetch = (...args: [Request]) => {
      given.push(args)
      return globalThis.fetch(...args)
    }
    const body = { ...ORDER, idempotency_key: 'cart-1' }
    const { data } = await client(server).raw.POST('/v1/orders', { body, fetch })
    expect(data).toEqual({ id: 'o1' })
    expect(given).toEqual([[expect.any(Request)], [expect.any(Request)]])
    for (const seen of server.seen) {
      const { timestamp = '', signature } = parseAuthorization(seen.headers.authorization ?? '') ?? {}
      const request = { method: 'POST', target: '/v1/orders', body: seen.body, timestamp }
      expect(createSigner({ keyId: KEY_ID, secret: SECRET }).sign(request)).toBe(signature)
      expect(JSON.parse(seen.body.toString())).toEqual(body)
    }
  })

  it('`fetch` gets an aborted signal when the time is up', async () => {
    const { mp } = scripted([answer(200, {})])
    const signals: AbortSignal[] = []
    const fetch = ({ signal }: Request) => {
      signals.push(signal)
      return new Promise<Response>(() => {})
    }
    const controller = new AbortController()
    const call = mp.raw.GET('/v1/merchants/me', { fetch, signal: controller.signal })
    await until(() => signals.length > 0)
    controller.abort()
    expect(await rejection(call)).toBeInstanceOf(AbortError)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})
