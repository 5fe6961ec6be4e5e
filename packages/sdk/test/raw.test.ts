import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { ApiError, ConnectionError, OutcomeUnknownError } from '../src/errors.js'
import { createSigner, parseAuthorization } from '../src/signing.js'
import { answer, fault, refuse, scripted } from './support/fake.js'
import { KEY_ID, SECRET } from './support/keys.js'
import { client, loopback, rejection } from './support/loopback.js'
import { type Answer, events, json, refusal, reset } from './support/peer.js'
import { requireClosed } from './support/progress.js'

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
    'never gives an error that reads like none for «%s»',
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

  it('throws where there is no answer, and for a redirect', async () => {
    const { mp } = scripted([fault('ECONNREFUSED'), () => new Response(null, { status: 307 })], once)
    expect(await rejection(mp.raw.GET('/v1/merchants/me'))).toBeInstanceOf(ConnectionError)
    expect(await rejection(mp.raw.GET('/v1/merchants/me'))).toBeInstanceOf(ApiError)
  })

  it('streams events unbuffered until they are cancelled', async () => {
    const server = await loopback(events('data: 1\n\n', true))
    const { data } = await client(server).raw.GET('/v1/orders/{id}/events', {
      params: { path: { id: 'o1' } },
      parseAs: 'stream',
    })
    const reader = data?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
    await reader?.cancel()
    await requireClosed(server.seen.slice(0, 1))
  })

  it.each(['reads to its end', 'cancels', 'breaks'] as const)(
    'leaves no listener on the signal of a stream that it %s',
    async (how) => {
      const isOpen = how === 'cancels'
      const broken: Answer = (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write('data: 1\n\n', () => response.socket?.destroy())
      }
      const server = await loopback(how === 'breaks' ? broken : events('data: 1\n\n', isOpen))
      const { signal } = new AbortController()
      const path = { id: 'o1' }
      const { data } = await client(server).raw.GET('/v1/orders/{id}/events', {
        params: { path },
        parseAs: 'stream',
        signal,
      })
      const reader = data?.getReader()
      expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
      expect(getEventListeners(signal, 'abort')).toHaveLength(1)
      if (isOpen) await reader?.cancel()
      else await reader?.read().catch(() => undefined)
      expect(getEventListeners(signal, 'abort')).toHaveLength(0)
      if (how !== 'reads to its end') await requireClosed(server.seen)
    },
  )

  it('ends an open stream when its signal is aborted', async () => {
    const server = await loopback(events('data: 1\n\n', true))
    const controller = new AbortController()
    const { data } = await client(server).raw.GET('/v1/orders/{id}/events', {
      params: { path: { id: 'o1' } },
      parseAs: 'stream',
      signal: controller.signal,
    })
    const reader = data?.getReader()
    await reader?.read()
    const rest = rejection(Promise.resolve(reader?.read()))
    controller.abort()
    expect(await rest).toBeInstanceOf(Error)
    await requireClosed(server.seen)
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  })

  it('never signs for another origin', async () => {
    const { mp, sent } = scripted([answer(200, {})])
    const call = mp.raw.GET('/v1/merchants/me', { baseUrl: 'https://evil.example' })
    expect(await rejection(call)).toMatchObject({ code: 'unknown_operation' })
    expect(sent).toHaveLength(0)
  })
})
