import { createVerifier } from '@merchantpay/webhook-verify'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import type { SignedWebhook } from '../src/index.js'
import { rejection } from './support/rejection.js'
import { ORDER, shop } from './support/shop.js'

const MINUTE_MS = 60_000
const EVENT = {
  event: 'payment.expired',
  timestamp: '2026-01-01T00:30:00.000Z',
  data: {
    order_id: '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d',
    order_number: 'ord_7QK3M9D0XZ4B',
    status: 'EXPIRED',
    order_amount: '25.00',
    received_amount: '0.00',
    currency: 'USDT',
    network: 'TRC20',
    expired_at: '2026-01-01T00:30:00.000Z',
    metadata: { cart: 'Ä-1' },
  },
} as const

/** An in-memory service with a paid order and a receiver with the given answers. */
async function delivering(answer: (attempt: number) => Response | Promise<Response>) {
  const { server, mp } = shop()
  const received: { at: number; request: Request; body: string }[] = []
  const start = server.clock.now()
  const stop = server.deliverTo(async (request) => {
    received.push({ at: server.clock.now() - start, request, body: await request.clone().text() })
    return answer(received.length)
  })
  const { id } = await mp.orders.create(ORDER)
  await server.emit(id, 'PAID')
  return { server, mp, id, received, stop }
}

describe('a signed webhook of the in-memory service', () => {
  it('is accepted by the webhook verifier, and refused after any change', () => {
    const { server } = shop()
    const { body, headers }: SignedWebhook = server.sign(EVENT)
    const clock = server.clock.now
    const verifier = createVerifier({ secrets: server.webhookSecret, clock })
    expect(verifier.verify(body, headers)).toMatchObject({ known: true, event: EVENT })
    expect(() => verifier.verify(`${body} `, headers)).toThrow(/no v1 fits/)
    const stranger = createVerifier({ secrets: `whsec_${'x'.repeat(43)}`, clock })
    expect(() => stranger.verify(body, headers)).toThrow(/no v1 fits/)
    expect(Object.keys(headers)).toEqual([
      'Content-Type',
      'X-Merchant-Signature',
      'X-Webhook-Event',
      'X-Webhook-Id',
      'X-Webhook-Attempt',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ])
  })

  it('is accepted by the library of Standard Webhooks, with both secrets during a rotation', async () => {
    const { server, mp } = shop()
    const before = server.webhookSecret
    await server.advance(Date.now() - server.clock.now())
    const { webhook_secret: after } = await mp.merchants.rotateWebhookSecret()
    const { body, headers } = server.sign(EVENT)
    for (const secret of [before, after])
      expect(new Webhook(secret).verify(body, { ...headers })).toEqual(EVENT)
    expect(() => new Webhook(after).verify(`${body} `, { ...headers })).toThrow(/No matching/)
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2)
  })

  it('carries the signatures of both secrets for 24 h after a rotation', async () => {
    const { server, mp } = shop()
    const before = server.webhookSecret
    const { webhook_secret: after } = await mp.merchants.rotateWebhookSecret()
    expect(server.webhookSecret).toBe(after)
    const verify = (secrets: string) => {
      const { body, headers } = server.sign(EVENT)
      return createVerifier({ secrets, clock: server.clock.now }).verify(body, headers)
    }
    for (const secret of [before, after]) expect(verify(secret).known).toBe(true)
    await server.advance(24 * 60 * MINUTE_MS)
    expect(verify(after).known).toBe(true)
    expect(() => verify(before)).toThrow(/no v1 fits/)
  })
})

describe('the webhook secrets of the in-memory service', () => {
  it('are two at most: a second rotation ends the first secret at once', async () => {
    const { server, mp } = shop()
    const first = server.webhookSecret
    const { webhook_secret: second } = await mp.merchants.rotateWebhookSecret()
    const { webhook_secret: third } = await mp.merchants.rotateWebhookSecret()
    const { body, headers } = server.sign(EVENT)
    expect(headers['X-Merchant-Signature']?.match(/v1=/g)).toHaveLength(2)
    const verify = (secrets: string) =>
      createVerifier({ secrets, clock: server.clock.now }).verify(body, headers)
    for (const secret of [second, third]) expect(verify(secret).known).toBe(true)
    expect(() => verify(first)).toThrow(/no v1 fits/)
  })
})

describe('a delivery of the in-memory service', () => {
  it('reaches the handler as a request that verifies, without a subscriber too', async () => {
    const { server, mp, id, received } = await delivering(() => new Response(null, { status: 204 }))
    expect(received).toHaveLength(1)
    const [{ request, body } = { request: new Request('https://x.example'), body: '' }] = received
    const verifier = createVerifier({ secrets: server.webhookSecret, clock: server.clock.now })
    const { event } = verifier.verify(body, request.headers)
    expect(event).toEqual(server.events[0])
    expect(event).toMatchObject({ event: 'payment.confirmed', data: { order_id: id, status: 'PAID' } })
    const { deliveries } = await mp.orders.listDeliveries(id)
    expect(deliveries).toMatchObject([
      { status: 'DELIVERED', attempts: 1, last_error: null, next_attempt_at: null },
    ])
    expect(request.headers.get('x-webhook-id')).toBe(deliveries[0]?.id)
  })

  it('is repeated on the schedule, with the same id and bytes, and fails after the sixth attempt', async () => {
    const { server, mp, id, received } = await delivering(() => new Response(null, { status: 500 }))
    await server.advance(30 * 60 * MINUTE_MS)
    const minutes = received.map(({ at }) => at / MINUTE_MS)
    expect(minutes).toEqual([0, 1, 6, 36, 156, 1_596])
    expect(received.map(({ request }) => request.headers.get('x-webhook-attempt'))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ])
    expect(
      new Set(received.map(({ body, request }) => body + request.headers.get('x-webhook-id'))).size,
    ).toBe(1)
    const { deliveries } = await mp.orders.listDeliveries(id)
    expect(deliveries).toMatchObject([
      { status: 'FAILED', attempts: 6, last_error: 'HTTP 500', next_attempt_at: null },
    ])
  })

  it('fails an attempt that throws, and one that takes 10 s', async () => {
    const errors: (string | null | undefined)[] = []
    const { server, mp, id } = await delivering((attempt) => {
      if (attempt === 1) throw new Error('down')
      return attempt === 2 ? new Promise<Response>(() => {}) : new Response()
    })
    for (const ms of [0, MINUTE_MS + 10_000, 5 * MINUTE_MS]) {
      await server.advance(ms)
      errors.push((await mp.orders.listDeliveries(id)).deliveries[0]?.last_error)
    }
    expect(errors).toEqual(['unreachable', 'unreachable', null])
  })

  it('goes to an order’s own URL, else to every endpoint that subscribed to the event', async () => {
    const { server, mp } = shop()
    const urls: string[] = []
    const url = (name: string) => `https://shop.example/${name}` as const
    const { id: endpoint } = await mp.webhooks.create({ url: url('paid'), events: ['payment.confirmed'] })
    await mp.webhooks.create({ url: url('expired'), events: ['payment.expired'] })
    server.deliverTo((request) => {
      urls.push(request.url)
      return new Response()
    })
    const own = await mp.orders.create({ ...ORDER, webhook_url: url('own') })
    const other = await mp.orders.create(ORDER)
    await server.emit(own.id, 'PAID')
    await server.emit(other.id, 'PAID')
    expect(urls).toEqual([url('own'), url('paid')])
    expect((await mp.webhooks.listDeliveries(endpoint)).deliveries).toMatchObject([{ webhook_id: endpoint }])
    expect((await mp.orders.listDeliveries(own.id)).deliveries[0]).not.toHaveProperty('webhook_id')
  })

  it('waits for a handler, and stops when the handler is removed', async () => {
    const { server, mp } = shop()
    await mp.webhooks.create({ url: 'https://shop.example/hooks', events: ['payment.confirmed'] })
    const orders = [await mp.orders.create(ORDER), await mp.orders.create(ORDER)] as const
    await server.emit(orders[0].id, 'PAID')
    let count = 0
    const stop = server.deliverTo(() => {
      count += 1
      return new Response()
    })
    await server.advance(0)
    expect(count).toBe(1)
    stop()
    await server.emit(orders[1].id, 'PAID')
    expect(count).toBe(1)
    server.deliverTo(() => new Response())
    await server.advance(0)
    const { deliveries } = await mp.orders.listDeliveries(orders[1].id)
    expect(deliveries).toMatchObject([{ status: 'DELIVERED', attempts: 1 }])
  })
})

describe('an endpoint of the in-memory service', () => {
  const URL = 'https://shop.example/hooks'

  /** An in-memory service with one endpoint for expired orders and a receiver with the given answers. */
  async function endpoint(answer: (url: string) => Response | Promise<Response> = () => new Response()) {
    const { server, mp } = shop()
    const { id } = await mp.webhooks.create({ url: URL, events: ['payment.expired'] })
    const urls: string[] = []
    server.deliverTo(async ({ url }) => {
      urls.push(url)
      return answer(url)
    })
    const expire = async () => {
      const order = await mp.orders.create(ORDER)
      await server.emit(order.id, 'EXPIRED')
      return order.id
    }
    const rows = async () => (await mp.webhooks.listDeliveries(id)).deliveries
    return { server, mp, id, urls, expire, rows }
  }

  it('an endpoint of the in-memory service that is inactive holds pending deliveries, uncounted, and gets no new ones', async () => {
    const { server, mp, id, urls, expire, rows } = await endpoint(() => new Response(null, { status: 500 }))
    await expire()
    await mp.webhooks.update(id, { is_active: false })
    await server.advance(60 * MINUTE_MS)
    await expire()
    expect([urls.length, (await rows()).length]).toEqual([1, 1])
    await mp.webhooks.update(id, { is_active: true })
    await server.advance(0)
    expect(urls).toHaveLength(2)
    await server.advance(5 * MINUTE_MS)
    expect(await rows()).toMatchObject([{ status: 'PENDING', attempts: 3 }])
  })

  it('an endpoint of the in-memory service that is active again before the next attempt keeps the schedule', async () => {
    const { server, mp, id, urls, expire } = await endpoint(() => new Response(null, { status: 500 }))
    await expire()
    await mp.webhooks.update(id, { is_active: false })
    await mp.webhooks.update(id, { is_active: true })
    await server.advance(MINUTE_MS - 1)
    expect(urls).toHaveLength(1)
    await server.advance(1)
    expect(urls).toHaveLength(2)
  })

  it('an endpoint of the in-memory service with a new URL gets the next attempt there', async () => {
    const { server, mp, id, urls, expire, rows } = await endpoint((url) =>
      url === URL ? new Response(null, { status: 500 }) : new Response(),
    )
    await expire()
    await mp.webhooks.update(id, { url: `${URL}/moved` })
    await server.advance(MINUTE_MS)
    expect(urls).toEqual([URL, `${URL}/moved`])
    expect(await rows()).toMatchObject([{ status: 'DELIVERED', attempts: 2 }])
  })

  it('an endpoint of the in-memory service that is deleted ends pending deliveries, and the attempt in progress is ignored', async () => {
    let settle = (_: Response) => {}
    const { server, mp, id, expire } = await endpoint(() => new Promise((resolve) => (settle = resolve)))
    const orderId = await expire()
    await mp.webhooks.delete(id)
    settle(new Response())
    await server.advance(48 * 60 * MINUTE_MS)
    const { deliveries } = await mp.orders.listDeliveries(orderId)
    const ended = { status: 'FAILED', attempts: 0, last_error: 'webhook_deleted', next_attempt_at: null }
    expect(deliveries).toMatchObject([ended])
    expect(await rejection(mp.webhooks.test(id))).toMatchObject({ code: 'webhook_not_found' })
  })

  it('gets samples and redeliveries that verify, each with six attempts of its own', async () => {
    const { server, mp, id, urls, rows } = await endpoint(() => new Response(null, { status: 500 }))
    const sample = await mp.webhooks.test(id)
    const again = await mp.webhooks.redeliver(id, sample.id)
    expect(again).toMatchObject({ redelivery_of: sample.id, payload: sample.payload, attempts: 0 })
    await server.advance(48 * 60 * MINUTE_MS)
    expect(urls).toHaveLength(12)
    expect(await rows()).toMatchObject([
      { id: again.id, status: 'FAILED', attempts: 6 },
      { id: sample.id, status: 'FAILED', attempts: 6, redelivery_of: null },
    ])
  })
})
