import { ApiError } from '@merchantpay/sdk'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestServer, systemClock } from '../src/index.js'
import { rejection } from './support/rejection.js'
import { clientOf, ORDER, shop } from './support/shop.js'

const ADDRESS = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'

describe('an in-memory service', () => {
  it('answers a client on its clock', async () => {
    const { server, mp } = shop()
    const order = await mp.orders.create(ORDER)
    await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
    await server.advance(4_000)
    const paid = await mp.orders.get(order.id)
    expect(paid).toMatchObject({ status: 'PAID', received_amount: '25.00', credited_amount: '24.75' })
    expect(await mp.balance.get()).toMatchObject({ available: '24.75' })
  })

  it('has a limit of its own in real time, where services share the clock', async () => {
    const make = () => createTestServer({ clock: systemClock, requestsPerMinute: Infinity })
    const limited = { rateLimit: { limit: 1, windowMs: 60_000 }, deadlineMs: 10_000 }
    for (const server of [make(), make()]) await clientOf(server, limited).merchants.me()
    const seeded = [1, 1].map((seed) => createTestServer({ clock: systemClock, seed }).keys)
    expect(seeded[0]).toEqual(seeded[1])
  })

  it('verifies signatures where the runtime has only Web Crypto', async () => {
    vi.stubGlobal('process', { ...process, getBuiltinModule: undefined })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { server, mp } = shop()
    await expect(mp.orders.create(ORDER)).resolves.toMatchObject({ status: 'OPEN' })
    const wrong = clientOf(server, { secret: server.keys.live.secret.replace('live', 'test') })
    expect(await rejection(wrong.orders.list())).toMatchObject({ status: 401, code: 'invalid_signature' })
  })

  it('records its requests and the statuses of its answers', async () => {
    const { server, mp } = shop()
    await mp.orders.create(ORDER, { idempotencyKey: 'cart-1' })
    await rejection(mp.orders.get('unknown'))
    await server.fetch(`${server.baseUrl}/v2/orders?x=1`)
    const [created, got, lost] = server.calls
    expect(created).toMatchObject({
      operationId: 'createOrder',
      method: 'POST',
      target: '/v1/orders',
      status: 201,
    })
    expect(JSON.parse(created?.body ?? '')).toEqual({ ...ORDER, idempotency_key: 'cart-1' })
    expect(created?.headers.authorization).toMatch(/^Bearer mk_test_/)
    expect(created?.at).toBe(server.clock.now())
    expect(got).toMatchObject({ operationId: 'getOrder', body: '', status: 404 })
    expect(lost).toMatchObject({ operationId: undefined, target: '/v2/orders?x=1', status: 404 })
  })

  it('makes the same ids for the same seed, and others for another', async () => {
    const script = async (seed?: number) => {
      const { server, mp } = shop({ seed })
      const [one, other] = await Promise.all([mp.orders.create(ORDER), mp.orders.create(ORDER)])
      const names = [
        server.keys,
        server.webhookSecret,
        one.id,
        other.id,
        one.order_number,
        one.payment_address,
      ]
      expect(one.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(one.id < other.id).toBe(true)
      return names
    }
    const first = await script()
    expect(await script(1)).toEqual(first)
    for (const [at, name] of (await script(2)).entries()) expect(name).not.toEqual(first[at])
  })

  it('lets merchants register, and activates and suspends them', async () => {
    const { server, mp } = shop()
    const body = { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada-1' }
    const ada = await mp.merchants.register(body)
    const keys = { keyId: ada.api_key.key_id, secret: ada.api_key.secret }
    const hers = clientOf(server, keys)
    expect(await rejection(mp.merchants.register(body))).toMatchObject({ code: 'merchant_already_exists' })
    const { key_id: keyId, secret } = await hers.apiKeys.create({ environment: 'live' })
    const live = clientOf(server, { keyId, secret })
    expect(await rejection(live.balance.get())).toMatchObject({ code: 'merchant_not_active' })
    server.setMerchantStatus(ada.id, 'ACTIVE')
    expect((await live.balance.get()).available).toBe('0.00')
    server.setMerchantStatus(ada.id, 'SUSPENDED')
    expect(await rejection(hers.orders.create(ORDER))).toMatchObject({ code: 'merchant_suspended' })
    expect(await hers.orders.list()).toEqual({ orders: [], total: 0, next: null })
    expect(() => server.setMerchantStatus('nobody', 'ACTIVE')).toThrow(RangeError)
  })

  it('counts a window that opens with the first call, and allows more calls when configured', async () => {
    const { server, mp } = shop({}, { rateLimit: false, maxRetries: 0 })
    await mp.orders.list()
    await server.advance(20_500)
    for (let call = 2; call <= 60; call += 1) await mp.orders.list()
    const error = await rejection(mp.orders.list())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 429, code: 'rate_limit_exceeded', retryAfterMs: 40_000 })
    await server.advance(39_500)
    await mp.orders.list()
    const { mp: free } = shop({ requestsPerMinute: Infinity }, { rateLimit: false })
    for (let call = 1; call <= 61; call += 1) await free.orders.list()
  })

  it('counts all keys of a merchant together, with ten times the calls of one', async () => {
    const { server } = shop({ requestsPerMinute: 2 })
    const once = { rateLimit: false, maxRetries: 0 } as const
    let mp = clientOf(server, once)
    for (let made = 0; made < 10; made += 1) {
      await mp.orders.list()
      const { key_id: keyId, secret } = await mp.apiKeys.create({ environment: 'test' })
      mp = clientOf(server, { ...once, keyId, secret })
    }
    expect(await rejection(mp.orders.list())).toMatchObject({ status: 429, retryAfterMs: 60_000 })
    await server.advance(60_000)
    await mp.orders.list()
  })

  it('supports a path prefix, which signatures cover', async () => {
    const { server, mp } = shop({ baseUrl: 'https://pay.example/base/' })
    const order = await mp.orders.create(ORDER)
    expect(server.calls[0]?.target).toBe('/base/v1/orders')
    expect(order.payment_url).toMatch(/^https:\/\/pay\.example\/base\/pay\//)
    expect((await server.fetch('https://pay.example/v1/orders')).status).toBe(404)
  })

  it('answers no other origin', async () => {
    const { server } = shop()
    const error = await rejection(server.fetch('https://elsewhere.example/v1/orders'))
    expect(error).toMatchObject({ name: 'TypeError', cause: { code: 'ENOTFOUND' } })
  })

  it('accepts the arguments of fetch: a Request, a URL, and every kind of body', async () => {
    const { server } = shop()
    const url = new URL(`${server.baseUrl}/v1/merchants`)
    const of = (id: string) => JSON.stringify({ name: 'A', email: 'a@b.example', platform_user_id: id })
    const headers = { 'content-type': 'application/json' }
    const init = (id: string) => ({ method: 'POST', headers, body: of(id) })
    expect((await server.fetch(new Request(url, init('1')))).status).toBe(201)
    expect((await server.fetch(url, { ...init('2'), body: new TextEncoder().encode(of('2')) })).status).toBe(
      201,
    )
    expect((await server.fetch(url.href, { ...init('3'), body: new Blob([of('3')]) })).status).toBe(201)
    expect((await server.fetch(url, { method: 'POST', body: of('4') })).status).toBe(415)
  })

  it('sends nothing for an aborted signal, and rejects with its reason', async () => {
    const { server } = shop()
    const signal = AbortSignal.abort('enough')
    expect(await rejection(server.fetch(`${server.baseUrl}/v1/orders`, { signal }))).toBe('enough')
    expect(server.calls).toEqual([])
  })

  it('sends nothing for a signal that is aborted while the request is read', async () => {
    const { server } = shop()
    server.fault('listOrders', { reset: 'before' })
    const controller = new AbortController()
    const call = server.fetch(`${server.baseUrl}/v1/orders`, { signal: controller.signal })
    controller.abort('enough')
    expect(await rejection(call)).toBe('enough')
    expect(server.calls).toEqual([])
  })

  it('answers an error of its own with 500 and its message, which is not a network failure', async () => {
    let looks = Number.POSITIVE_INFINITY
    const now = () => {
      looks -= 1
      if (looks < 0) throw new Error('the clock has stopped')
      return systemClock.now()
    }
    const server = createTestServer({ clock: { ...systemClock, now } })
    looks = 1
    const response = await server.fetch(`${server.baseUrl}/v1/orders`)
    expect([response.status, await response.json()]).toEqual([500, { error: 'the clock has stopped' }])
    expect(server.calls).toMatchObject([{ operationId: 'listOrders', status: 500 }])
  })

  it('refuses to advance a clock that is not a test clock', async () => {
    const server = createTestServer({ clock: systemClock })
    await expect(server.advance(1)).rejects.toThrow(/createTestClock/)
  })

  it('keeps no process alive by its timers', async () => {
    const held = new Set<unknown>()
    const clock = {
      ...systemClock,
      setTimeout(callback: () => void, ms: number) {
        const timer = { unref: () => held.delete(timer), end: setTimeout(callback, ms).unref() }
        held.add(timer)
        return timer
      },
    }
    const server = createTestServer({ clock })
    const mp = clientOf(server, { clock: systemClock })
    const { id } = await mp.orders.create(ORDER)
    await mp.testHelpers.simulateOrder(id, { action: 'pay' })
    expect(held.size).toBe(0)
  })

  it('processes a withdrawal to its end, block by block', async () => {
    const { server, mp } = shop()
    const order = await mp.orders.create({ ...ORDER, amount: '500.00' })
    await server.emit(order.id, 'PAID')
    const body = {
      amount: '100.00',
      currency: 'USDT',
      network: 'TRC20',
      destination_address: ADDRESS,
    } as const
    const { id } = await mp.withdrawals.create(body)
    expect(await mp.balance.get()).toMatchObject({ available: '393.50', held: '101.50' })
    const statuses: string[] = []
    for (let block = 0; block < 6; block += 1) {
      const { status, confirmations } = await mp.withdrawals.get(id)
      statuses.push(`${status} ${confirmations}`)
      await server.advance(1_000)
    }
    expect(statuses).toEqual([
      'PENDING 0',
      'PROCESSING 0',
      'BROADCAST 0',
      'BROADCAST 1',
      'BROADCAST 2',
      'COMPLETED 3',
    ])
    expect(await mp.balance.get()).toMatchObject({ available: '393.50', held: '0.00' })
    expect(server.events.map(({ event }) => event)).toEqual(['payment.confirmed', 'withdrawal.completed'])
  })

  it('holds a large withdrawal for review, and returns the money when it is cancelled', async () => {
    const { server, mp } = shop()
    const order = await mp.orders.create({ ...ORDER, amount: '5000.00' })
    await server.emit(order.id, 'PAID')
    const body = {
      amount: '1000.01',
      currency: 'USDT',
      network: 'TRC20',
      destination_address: ADDRESS,
    } as const
    const { id, status } = await mp.withdrawals.create(body)
    await server.advance(60_000)
    expect([status, (await mp.withdrawals.get(id)).status]).toEqual(['REVIEW', 'REVIEW'])
    expect(await mp.withdrawals.cancel(id)).toMatchObject({ status: 'CANCELED', failure_code: 'canceled' })
    expect(await mp.balance.get()).toMatchObject({ available: '4950.00', held: '0.00' })
  })
})
