import { ConnectionError, OutcomeUnknownError, TimeoutError } from '@merchantpay/sdk'
import { describe, expect, it } from 'vitest'
import type { Fault } from '../src/index.js'
import { piecesOf } from './support/pieces.js'
import { rejection } from './support/rejection.js'
import { ORDER, shop } from './support/shop.js'

/** Advances the clock until a call settles. */
async function within<T>(
  server: { advance(ms: number): Promise<void> },
  ms: number,
  call: Promise<T>,
): Promise<T> {
  call.catch(() => {})
  await server.advance(ms)
  return call
}

describe('a fault', () => {
  it('is a refusal of the contract, by status or by code, with the hint that it is given', async () => {
    const { server, mp } = shop({}, { maxRetries: 0, rateLimit: false })
    const refusals: [Fault, object][] = [
      [
        { status: 429, retryAfter: 2 },
        { status: 429, code: 'rate_limit_exceeded', retryAfterMs: 2_000 },
      ],
      [{ status: 500 }, { status: 500, code: 'internal_server_error' }],
      [
        { status: 503, retryAfter: 7 },
        { status: 503, code: 'service_unavailable', retryAfterMs: 7_000 },
      ],
      [{ status: 418 }, { status: 418, code: 'unexpected' }],
      [{ error: 'no_available_address' }, { status: 400, code: 'no_available_address' }],
      [{ error: 'merchant_suspended' }, { status: 403, code: 'merchant_suspended' }],
    ]
    for (const [fault, expected] of refusals) {
      server.fault('createOrder', fault)
      expect(await rejection(mp.orders.create(ORDER))).toMatchObject(expected)
    }
    expect((await mp.orders.list()).total).toBe(0)
  })

  it('refuses only with codes that the operation documents', async () => {
    const { server, mp } = shop({}, { maxRetries: 0 })
    expect(() => server.fault('listOrders', { error: 'no_available_address' })).toThrow(RangeError)
    server.fault('*', { error: 'no_available_address' })
    await mp.orders.list()
    expect(await rejection(mp.orders.create(ORDER))).toMatchObject({ code: 'no_available_address' })
  })

  it('applies once, or the given number of times, and then the service answers', async () => {
    const { server, mp } = shop()
    server.fault('createOrder', { status: 429, retryAfter: 2 })
    server.fault('createOrder', { status: 503, retryAfter: 1 })
    const order = await within(server, 60_000, mp.orders.create(ORDER))
    expect(server.calls.map(({ status }) => status)).toEqual([429, 503, 201])
    expect((server.calls[1]?.at ?? 0) - (server.calls[0]?.at ?? 0)).toBeGreaterThanOrEqual(2_000)
    server.fault('getOrder', { status: 500, times: 5 })
    expect(await rejection(within(server, 60_000, mp.orders.get(order.id)))).toMatchObject({ status: 500 })
    expect(server.calls).toHaveLength(6)
  })

  it('applies to the named operation, to any for a star, and to none once it is cancelled', async () => {
    const { server, mp } = shop({}, { maxRetries: 0 })
    server.fault('getOrder', { status: 500 })
    await mp.orders.list()
    const callOff = server.fault('*', { status: 500, times: Infinity })
    expect(await rejection(mp.orders.list())).toMatchObject({ status: 500 })
    expect(await rejection(mp.merchants.me())).toMatchObject({ status: 500 })
    callOff()
    await mp.orders.list()
  })

  it('resets before the operation or after it; then only an idempotency key shows that it took place', async () => {
    const { server, mp } = shop()
    for (const reset of ['before', 'after'] as const) server.fault('createOrder', { reset })
    const created = await within(server, 60_000, mp.orders.create(ORDER).withResponse())
    expect(created.replayed).toBe(true)
    expect(server.calls.map(({ status }) => status)).toEqual([undefined, undefined, 201])
    expect((await mp.orders.list()).total).toBe(1)
    server.fault('createApiKey', { reset: 'after' })
    expect(await rejection(mp.apiKeys.create({ environment: 'test' }))).toBeInstanceOf(OutcomeUnknownError)
    expect((await mp.apiKeys.list()).api_keys).toHaveLength(3)
  })

  it('answers 500 although the operation took place, with commit', async () => {
    const { server, mp } = shop()
    server.fault('createOrder', { status: 500, commit: true })
    const { replayed } = await within(server, 60_000, mp.orders.create(ORDER).withResponse())
    expect(replayed).toBe(true)
  })

  it.each(['head', 'body'] as const)('stalls at the %s until the client gives up', async (stall) => {
    const { server, mp } = shop()
    server.fault('createOrder', { stall })
    const call = mp.orders.create(ORDER, { timeoutMs: 5_000, maxRetries: 0 })
    const error = await rejection(within(server, 6_000, call))
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ phase: stall === 'head' ? 'request' : 'body' })
    expect((await mp.orders.list()).total).toBe(1)
  })

  it('stalls a stream after its first event, comments and all', async () => {
    const { server, mp } = shop()
    const { id } = await mp.orders.create(ORDER)
    server.fault('streamOrderEvents', { stall: 'body' })
    const seen: string[] = []
    const read = async () => {
      for await (const { order } of mp.orders.stream(id, { idleTimeoutMs: 20_000 })) seen.push(order.status)
    }
    const done = read()
    await server.advance(1_000)
    await server.emit(id, 'PAID')
    await server.advance(10_000)
    expect(seen).toEqual(['OPEN'])
    await server.advance(20_000)
    await done
    expect(seen).toEqual(['OPEN', 'PAID'])
  })

  it('ends a body in its middle as if it were complete', async () => {
    const { server, mp } = shop({}, { maxRetries: 0 })
    server.fault('listOrders', { truncate: true })
    expect(await rejection(mp.orders.list())).toBeInstanceOf(ConnectionError)
    server.fault('listOrders', { truncate: true })
    const { keyId } = server.keys.test
    const response = await server.fetch(`${server.baseUrl}/v1/orders`, { headers: { authorization: keyId } })
    expect(await response.text()).toBe('{"error":"invalid au')
  })

  it('cuts a body at a byte, by a reset or by an end', async () => {
    const { server } = shop()
    const read = async () => (await server.fetch(`${server.baseUrl}/v1/orders`)).text()
    server.fault('listOrders', { cutStreamAt: 5 })
    expect(await rejection(read())).toMatchObject({ cause: { code: 'ECONNRESET' } })
    server.fault('listOrders', { cutStreamAt: 5, by: 'close' })
    expect(await read()).toBe('{"err')
  })

  it('sends a body in pieces', async () => {
    const { server } = shop()
    server.fault('listOrders', { chunk: 3 })
    const response = await server.fetch(`${server.baseUrl}/v1/orders`)
    const pieces: number[] = []
    for await (const piece of piecesOf(response)) pieces.push(piece.length)
    expect(pieces.slice(0, -1).every((length) => length === 3)).toBe(true)
    expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(
      '{"error":"missing authorization header"}'.length,
    )
    expect(() => server.fault('listOrders', { chunk: 0 })).toThrow(RangeError)
  })

  it('redirects, and answers a page in place of JSON', async () => {
    const { server, mp } = shop({}, { maxRetries: 0 })
    server.fault('createOrder', { redirect: 'https://evil.example/v1/orders' })
    expect(await rejection(mp.orders.create(ORDER))).toMatchObject({ status: 307 })
    server.fault('createOrder', { html: '<h1>Bad gateway</h1>' })
    expect(await rejection(mp.orders.create(ORDER))).toMatchObject({
      status: 502,
      code: 'unexpected_response',
    })
    expect((await mp.orders.list()).total).toBe(0)
  })

  it('shifts the server’s clock: the client corrects its own with one more request', async () => {
    const { server, mp } = shop()
    server.fault('*', { skew: 3_600_000 })
    await mp.orders.create(ORDER)
    await mp.orders.list()
    expect(server.calls.map(({ status }) => status)).toEqual([401, 201, 200])
  })

  it('accepts only names of the contract', () => {
    const { server } = shop()
    // @ts-expect-error no such operation
    server.fault('createOrders', { status: 500 })
    // @ts-expect-error no such kind
    expect(() => server.fault('createOrder', { explode: true })).toThrow(RangeError)
    // @ts-expect-error no such error code
    expect(() => server.fault('createOrder', { error: 'no_luck' })).toThrow(RangeError)
  })
  it.each<[what: string, fault: unknown]>([
    ['nothing', {}],
    ['two endings', { status: 500, reset: 'before' }],
    ['a status without a body', { status: 204 }],
    ['a page of a status without a body', { html: '<p>', status: 304 }],
    ['a redirect of a status without a body', { redirect: '/', status: 304 }],
    ['a status out of range', { status: 600 }],
    ['an informational status', { status: 100 }],
    ['a fractional status', { status: 500.5 }],
    ['an unknown moment of a stall', { stall: 'foo' }],
    ['an unknown moment of a reset', { reset: 'between' }],
    ['a truncation that is off', { truncate: false }],
    ['a cut before the beginning', { cutStreamAt: -1 }],
    ['an unknown end', { cutStreamAt: 1, by: 'stall' }],
    ['pieces of a fractional size', { chunk: 1.5 }],
    ['a skew that is not a number', { skew: Number.NaN }],
    ['a header of two lines', { status: 429, retryAfter: '1\n2' }],
    ['an address of two lines', { redirect: '/\n' }],
    ['a page that is not text', { html: 7 }],
    ['a commit that is not a boolean', { status: 500, commit: 'yes' }],
    ['an unknown code, for any operation', { error: 'no_luck' }],
    ['a detail of another kind', { reset: 'before', retryAfter: 1 }],
    ['zero times', { status: 500, times: 0 }],
    ['negative times', { status: 500, times: -1 }],
    ['times that are not a number', { status: 500, times: Number.NaN }],
    ['fractional times', { status: 500, times: 0.5 }],
  ])('a fault that is invalid is refused: %s', (_what, fault) => {
    const { server } = shop()
    expect(() => server.fault('*', fault as Fault)).toThrow(RangeError) // what the type forbids, and more
  })
})
