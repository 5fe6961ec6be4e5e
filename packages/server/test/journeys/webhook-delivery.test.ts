import { type AddressInfo, createServer } from 'node:net'
import { createVerifier } from '@merchantpay/webhook-verify'
import Stripe from 'stripe'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Harness, ORDER, type Registered } from '../support/server/harness.js'
import { sideOf } from '../support/storage/engines.js'
import { type Received, Receiver } from '../support/webhooks/receiver.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

interface Story {
  readonly harness: Harness
  readonly keys: Registered
  readonly receiver: Receiver
  readonly webhookId: string
}

/** A merchant whose endpoint answers with each of `statuses` in order. */
async function begin(statuses?: readonly number[]): Promise<Story> {
  const [harness, certificate] = await Harness.startForWebhooks()
  const keys = await harness.register()
  const receiver = await Receiver.start(certificate, statuses)
  const events = ['payment.confirmed', 'payment.expired', 'payment.underpaid']
  const { json } = await harness.call('POST', '/v1/webhooks', { keys, body: { url: receiver.url, events } })
  return { harness, keys, receiver, webhookId: json.id }
}

async function order({ harness, keys }: Story, fields: object = {}): Promise<string> {
  return (await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, ...fields } })).json.id
}

const simulate = ({ harness, keys }: Story, id: string, body: object) =>
  harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body })

async function deliveries({ harness, keys, webhookId }: Story): Promise<Record<string, unknown>[]> {
  const { json } = await harness.call('GET', `/v1/webhooks/${webhookId}/deliveries`, { keys })
  return json.deliveries as Record<string, unknown>[]
}

const verify = ({ body, headers }: Received, secrets: string) =>
  createVerifier({ secrets }).verify(body, headers)

describe('webhook delivery', () => {
  it('sends payment.confirmed once, signed, and logs it as delivered', async () => {
    const story = await begin()
    const { harness, keys, receiver, webhookId } = story
    const id = await order(story, { metadata: { cart: 'A-1' } })
    await simulate(story, id, { action: 'pay' })
    await harness.pass(4_000)
    expect(receiver.received).toHaveLength(1)
    const [received] = receiver.received as [Received]
    const { event } = verify(received, keys.webhookSecret)
    const { json: paid } = await harness.call('GET', `/v1/orders/${id}`, { keys })
    expect(event).toEqual({
      event: 'payment.confirmed',
      timestamp: paid.paid_at,
      environment: 'test',
      data: {
        order_id: id,
        order_number: paid.order_number,
        status: 'PAID',
        order_amount: '25.00',
        received_amount: '25.00',
        credited_amount: '24.75',
        currency: 'USDT',
        network: 'TRC20',
        transactions: [
          {
            tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
            amount: '25.00',
            block_number: expect.any(Number),
          },
        ],
        paid_at: paid.paid_at,
        metadata: { cart: 'A-1' },
      },
    })
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'x-webhook-event': 'payment.confirmed',
      'x-webhook-attempt': '1',
      'user-agent': expect.stringMatching(/^MerchantPay-Webhooks\//),
    })
    expect(await deliveries(story)).toEqual([
      {
        id: received.headers['x-webhook-id'],
        webhook_id: webhookId,
        redelivery_of: null,
        event_type: 'payment.confirmed',
        payload: JSON.parse(received.body.toString('utf8')),
        status: 'DELIVERED',
        attempts: 1,
        max_attempts: 6,
        last_error: null,
        last_error_detail: null,
        next_attempt_at: null,
        delivered_at: paid.paid_at,
        created_at: paid.paid_at,
      },
    ])
  })

  it('makes signatures that the verifier of stripe accepts', async () => {
    const story = await begin()
    await simulate(story, await order(story), { action: 'expire' })
    await story.harness.pass(2_000)
    const [received] = story.receiver.received as [Received]
    const header = String(received.headers['x-merchant-signature'])
    const verified = new Stripe('sk_test_unused').webhooks.constructEvent(
      received.body,
      header,
      story.keys.webhookSecret,
    )
    expect(verified).toMatchObject({
      event: 'payment.expired',
      data: { status: 'EXPIRED', received_amount: '0.00' },
    })
  })

  it('names the missing amount in payment.underpaid', async () => {
    const story = await begin()
    const id = await order(story)
    await simulate(story, id, { action: 'pay', amount: '10' })
    await story.harness.pass(4_000)
    await simulate(story, id, { action: 'expire' })
    await story.harness.pass(2_000)
    expect(story.receiver.events()).toEqual([
      expect.objectContaining({
        event: 'payment.underpaid',
        data: expect.objectContaining({
          missing_amount: '15.00',
          credited_amount: '9.90',
          status: 'UNDERPAID',
        }),
      }),
    ])
  })

  it('reports an app-only payment without a network, and payment.expired before a late payment.confirmed', async () => {
    const story = await begin()
    const { harness, keys, receiver } = story
    const body = { amount_mode: 'CUSTOM', currency: 'USDT' }
    const app = await harness.call('POST', '/v1/app/orders', { keys, body })
    await simulate(story, app.json.id, { action: 'pay', amount: '7.50' })
    await harness.work()
    expect(receiver.events()[0]?.data).toMatchObject({ order_amount: '7.50', transactions: [] })
    expect(receiver.events()[0]?.data).not.toHaveProperty('network')
    const late = await order(story)
    await simulate(story, late, { action: 'pay' })
    await simulate(story, late, { action: 'expire' })
    await harness.pass(5_000)
    expect(receiver.events().map(({ event, data }) => [event, data.status])).toEqual([
      ['payment.confirmed', 'PAID'],
      ['payment.expired', 'EXPIRED'],
      ['payment.confirmed', 'EXPIRED_PAID'],
    ])
  })

  it('makes attempts after 0 s, 1 min, 5 min, 30 min, 2 h and 24 h, then is FAILED', async () => {
    const story = await begin([500])
    const { harness, receiver } = story
    await simulate(story, await order(story), { action: 'expire' })
    await harness.pass(1_000)
    const made: number[] = [receiver.received.length]
    for (const delay of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 24 * HOUR]) {
      harness.clock.advance(delay - 1)
      await harness.work()
      expect(receiver.received).toHaveLength(made.length)
      harness.clock.advance(1)
      await harness.work()
      made.push(receiver.received.length)
    }
    expect(made).toEqual([1, 2, 3, 4, 5, 6])
    harness.clock.advance(48 * HOUR)
    await harness.work()
    expect(receiver.received).toHaveLength(6)
    expect(await deliveries(story)).toMatchObject([
      { status: 'FAILED', attempts: 6, last_error: 'HTTP 500', next_attempt_at: null, delivered_at: null },
    ])
    expect(new Set(receiver.received.map(({ body }) => body.toString('hex'))).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['x-webhook-id'])).size).toBe(1)
    expect(receiver.received.map(({ headers }) => headers['x-webhook-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ])
  })

  it('is DELIVERED when the third attempt is answered 2xx, and shows the time of the next attempt until then', async () => {
    const story = await begin([500, 302, 204])
    const { harness } = story
    await simulate(story, await order(story), { action: 'expire' })
    await harness.pass(2_000)
    expect(await deliveries(story)).toMatchObject([
      {
        status: 'PENDING',
        attempts: 1,
        next_attempt_at: new Date(harness.clock.now() + MINUTE - 1_000).toISOString(),
      },
    ])
    await harness.pass(MINUTE, MINUTE)
    expect(await deliveries(story)).toMatchObject([
      { status: 'PENDING', attempts: 2, last_error: 'HTTP 302' },
    ])
    await harness.pass(5 * MINUTE, 5 * MINUTE)
    expect(await deliveries(story)).toMatchObject([{ status: 'DELIVERED', attempts: 3, last_error: null }])
  })

  it('goes to the order’s own URL instead of the endpoints', async () => {
    const [harness, certificate] = await Harness.startForWebhooks()
    const keys = await harness.register()
    const [endpoint, own] = [await Receiver.start(certificate), await Receiver.start(certificate)]
    const story = { harness, keys, receiver: endpoint, webhookId: '' }
    await harness.call('POST', '/v1/webhooks', {
      keys,
      body: { url: endpoint.url, events: ['payment.expired'] },
    })
    await simulate(story, await order(story, { webhook_url: own.url }), { action: 'expire' })
    await harness.pass(2_000)
    expect([endpoint.received.length, own.received.length]).toEqual([0, 1])
  })

  it('goes only to endpoints that subscribed to the event', async () => {
    const [harness, certificate] = await Harness.startForWebhooks()
    const keys = await harness.register()
    const [confirmed, expired] = [await Receiver.start(certificate), await Receiver.start(certificate)]
    const story = { harness, keys, receiver: confirmed, webhookId: '' }
    for (const [receiver, event] of [
      [confirmed, 'payment.confirmed'] as const,
      [expired, 'payment.expired'] as const,
    ]) {
      await harness.call('POST', '/v1/webhooks', { keys, body: { url: receiver.url, events: [event] } })
    }
    await simulate(story, await order(story), { action: 'expire' })
    await harness.pass(2_000)
    expect([confirmed.received.length, expired.received.length]).toEqual([0, 1])
  })

  it('carries two signatures for 24 hours after a rotation, by the new and the old secret', async () => {
    const story = await begin()
    const { harness, keys, receiver } = story
    const { json } = await harness.call('POST', '/v1/merchants/webhook-secret', { keys })
    const rotated = String(json.webhook_secret)
    await simulate(story, await order(story), { action: 'expire' })
    await harness.pass(2_000)
    const [during] = receiver.received as [Received]
    for (const secret of [rotated, keys.webhookSecret]) expect(verify(during, secret).known).toBe(true)
    harness.clock.advance(24 * HOUR)
    await simulate(story, await order(story), { action: 'expire' })
    await harness.pass(2_000)
    const [, after] = receiver.received as [Received, Received]
    expect(verify(after, rotated).known).toBe(true)
    expect(() => verify(after, keys.webhookSecret)).toThrow(
      expect.objectContaining({ code: 'signature_mismatch' }),
    )
  })

  it('makes at most four concurrent attempts to one endpoint, without delaying others', async () => {
    const [harness, certificate] = await Harness.startForWebhooks({ MERCHANTPAY_WEBHOOK_TIMEOUT_MS: '3000' })
    const [busy, other] = [await harness.register(), await harness.register()]
    const quick = await Receiver.start(certificate)
    let connections = 0
    const silent = createServer(() => {
      connections += 1
    })
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as AddressInfo
    const subscribe = (keys: Registered, url: string) =>
      harness.call('POST', '/v1/webhooks', { keys, body: { url, events: ['payment.expired'] } })
    await subscribe(busy, `https://127.0.0.1:${port}/`)
    await subscribe(other, quick.url)
    for (const keys of [...Array.from({ length: 80 }, () => busy), other]) {
      await harness.call('POST', '/v1/app/orders', {
        keys,
        body: { amount_mode: 'CUSTOM', currency: 'USDT' },
      })
    }
    harness.clock.advance(1_800_000)
    for (const worker of harness.server.workers) await worker.tick(new AbortController().signal)
    await expect.poll(() => quick.received.length).toBe(1)
    expect(connections).toBeLessThanOrEqual(4)
    await harness.server.dispatcher.idle()
  })

  it('waits while its environment has no secret, and is sent once one is created', async () => {
    const [harness, certificate] = await Harness.startForWebhooks()
    const receiver = await Receiver.start(certificate)
    const keys = await harness.liveKeys(await harness.register())
    const body = { amount_mode: 'CUSTOM', currency: 'USDT', webhook_url: receiver.url }
    await harness.call('POST', '/v1/app/orders', { keys, body })
    harness.clock.advance(1_800_000)
    await harness.work()
    expect(receiver.received).toHaveLength(0)
    const side = await sideOf(harness.database)
    const lastError = () => side.value('SELECT last_error FROM webhook_deliveries')
    expect(await lastError()).toBe('no_secret')
    const { json } = await harness.call('POST', '/v1/merchants/webhook-secret', { keys })
    await harness.work()
    const [received] = receiver.received as [Received]
    expect(verify(received, String(json.webhook_secret)).event.event).toBe('payment.expired')
    expect(received.headers['x-webhook-attempt']).toBe('1')
    expect(await lastError()).toBeNull()
  })

  it('webhook delivery of a merchant with a damaged secret does not affect other merchants', async () => {
    const story = await begin()
    const { harness, receiver } = story
    const damaged = await harness.register()
    const webhook = { url: receiver.url, events: ['payment.expired'] }
    const endpoint = await harness.call('POST', '/v1/webhooks', { keys: damaged, body: webhook })
    const side = await sideOf(harness.database)
    await side.script(
      `UPDATE webhook_secrets SET sealed_secret = 'AAAA' WHERE merchant_id = '${damaged.merchantId}'`,
    )
    for (const keys of [damaged, story.keys]) await order({ ...story, keys })
    harness.clock.advance(1_801_000)
    await harness.work()
    expect(receiver.events().map(({ event }) => event)).toEqual(['payment.expired'])
    const log = await deliveries({ ...story, keys: damaged, webhookId: endpoint.json.id })
    expect(log).toMatchObject([{ status: 'PENDING', attempts: 0, last_error: null }])
  })
})
