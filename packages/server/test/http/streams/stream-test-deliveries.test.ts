import { createVerifier } from '@merchantpay/webhook-verify'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { openStream, type StreamMessage } from '../../support/net/event-stream.js'
import { type Harness, type Keys, type Registered, useHarness } from '../../support/server/harness.js'

const TARGET = '/v1/test_helpers/deliveries/events'
const MINUTE_MS = 60_000

type Message = StreamMessage<{
  readonly delivery_id: string
  readonly event_type: string
  readonly headers: Record<string, string>
  readonly body: string
}>

const open = (harness: Harness, keys: Keys, lastEventId?: string) =>
  openStream<Message['data']>(harness, keys, TARGET, lastEventId)

async function take(messages: AsyncGenerator<Message>, count: number): Promise<Message[]> {
  const taken: Message[] = []
  while (taken.length < count) {
    const { value } = await messages.next()
    if (!value) throw new Error(`the stream ended after ${taken.length} messages`)
    taken.push(value)
  }
  return taken
}

/** Creates an app-only order that expires with the next tick, which stores an event. @returns its id */
async function endedOrder(harness: Harness, keys: Keys): Promise<string> {
  const body = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT', metadata: { cart: 'é €' } }
  const { json } = await harness.call('POST', '/v1/app/orders', { keys, body })
  const target = `/v1/test_helpers/orders/${json.id}/simulate`
  await harness.call('POST', target, { keys, body: { action: 'expire' } })
  return json.id
}

/** Does the same and runs the tick. */
async function expiredOrder(harness: Harness, keys: Keys): Promise<string> {
  const id = await endedOrder(harness, keys)
  await harness.work()
  return id
}

const orderOf = ({ data }: Message): string => JSON.parse(data.body).data.order_id

const verify = ({ data: { body, headers } }: Message, { webhookSecret }: Registered) =>
  createVerifier({ secrets: webhookSecret }).verify(body, headers).event.event

describe('GET /v1/test_helpers/deliveries/events', () => {
  const shared = useHarness()

  it('54 a client that was killed continues after its last message: each once, with the bytes of the webhook', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const first = await open(harness, keys)
    expect(first.response.headers.get('content-type')).toBe('text/event-stream')
    const orders = [await expiredOrder(harness, keys)]
    const [last] = await take(first.messages, 1)
    first.close()
    for (let n = 0; n < 3; n += 1) orders.push(await expiredOrder(harness, keys))
    const again = await open(harness, keys, last?.id)
    const missed = await take(again.messages, 3)
    orders.push(await expiredOrder(harness, keys))
    const received = [last as Message, ...missed, ...(await take(again.messages, 1))]
    again.close()
    expect(received.map(orderOf)).toEqual(orders)
    expect(received.map((message) => verify(message, keys))).toEqual(received.map(() => 'payment.expired'))
    const all = await open(harness, keys, '0')
    expect((await take(all.messages, 5)).map(({ data: { body } }) => body)).toEqual(
      received.map(({ data: { body } }) => body),
    )
    all.close()
  })

  it('sends the id and the bytes that the endpoint gets, and a stable id without an endpoint', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { messages, close } = await open(harness, keys)
    await expiredOrder(harness, keys)
    const [unheard] = await take(messages, 1)
    const url = 'https://127.0.0.1:65535/hooks'
    const body = { url, events: ['payment.expired'] }
    const { json: endpoint } = await harness.call('POST', '/v1/webhooks', { keys, body })
    harness.clock.advance(MINUTE_MS)
    await expiredOrder(harness, keys)
    const [heard] = await take(messages, 1)
    close()
    const list = await harness.call('GET', `/v1/webhooks/${endpoint.id}/deliveries`, { keys })
    expect(list.json.deliveries).toMatchObject([
      { id: heard?.data.delivery_id, payload: JSON.parse(heard?.data.body ?? '') },
    ])
    expect(heard?.data.headers).toMatchObject({
      'Content-Type': 'application/json',
      'X-Webhook-Event': 'payment.expired',
      'X-Webhook-Id': heard?.data.delivery_id,
      'X-Webhook-Attempt': '1',
      'webhook-id': heard?.data.delivery_id,
    })
    const { body: bytes = '', headers = {} } = heard?.data ?? {}
    expect(new Webhook(keys.webhookSecret).verify(bytes, headers)).toEqual(JSON.parse(bytes))
    const again = await open(harness, keys, `${harness.clock.now() - MINUTE_MS}`)
    const received = await take(again.messages, 2)
    again.close()
    expect(received.map(({ data }) => data.delivery_id)).toEqual([
      unheard?.data.delivery_id,
      heard?.data.delivery_id,
    ])
  })

  it('sends a test delivery and a redelivery, each with the id of its delivery', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const body = { url: 'https://127.0.0.1:65535/hooks', events: ['payment.expired'] }
    const { json: endpoint } = await harness.call('POST', '/v1/webhooks', { keys, body })
    const { messages, close } = await open(harness, keys)
    const test = await harness.call('POST', `/v1/webhooks/${endpoint.id}/test`, { keys })
    const redeliver = `/v1/webhooks/${endpoint.id}/deliveries/${test.json.id}/redeliver`
    const again = await harness.call('POST', redeliver, { keys })
    const received = await take(messages, 2)
    close()
    expect(received.map(({ data }) => data.delivery_id)).toEqual([test.json.id, again.json.id])
    expect(received[1]?.data.body).toBe(received[0]?.data.body)
  })

  it('reaches back a day, and starts with the next event for an unknown id', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await expiredOrder(harness, keys)
    harness.clock.advance(24 * 60 * MINUTE_MS + 1)
    const within = await expiredOrder(harness, keys)
    const fromZero = await open(harness, keys, '0')
    expect((await take(fromZero.messages, 1)).map(orderOf)).toEqual([within])
    fromZero.close()
    for (const id of [undefined, 'x', '-1', '999999999999999', "1-' OR 1=1-1"]) {
      const { messages, close } = await open(harness, keys, id)
      const next = await expiredOrder(harness, keys)
      expect((await take(messages, 1)).map(orderOf)).toEqual([next])
      close()
    }
  })

  it('sends a merchant nothing of another one, and a live key nothing at all', async () => {
    const { harness } = shared
    const [keys, other] = [await harness.register(), await harness.register()]
    const { messages, close } = await open(harness, keys)
    await expiredOrder(harness, other)
    const own = await expiredOrder(harness, keys)
    expect((await take(messages, 1)).map(orderOf)).toEqual([own])
    close()
    const live = await harness.liveKeys(keys)
    const refused = await harness.call('GET', TARGET, { keys: live })
    expect([refused.status, refused.json]).toEqual([403, { error: 'forbidden' }])
  })

  it('ends once its key is revoked, before it sends anything more', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/merchants/api-keys', {
      keys,
      body: { environment: 'test' },
    })
    const { messages } = await open(harness, { keyId: String(json.key_id), secret: String(json.secret) })
    await harness.call('DELETE', `/v1/merchants/api-keys/${json.key_id}`, { keys })
    await expiredOrder(harness, keys)
    expect((await messages.next()).done).toBe(true)
  })

  it('is limited to five per merchant', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const streams = await Promise.all(Array.from({ length: 5 }, () => open(harness, keys)))
    const sixth = await harness.call('GET', TARGET, { keys })
    expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, '5'])
    for (const { close } of streams) close()
  })

  it('sends all of many events to a slow client', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const orders: string[] = []
    for (let n = 0; n < 120; n += 1) orders.push(await endedOrder(harness, keys))
    await harness.work()
    const { messages, close } = await open(harness, keys, '0')
    const received = await take(messages, orders.length)
    expect(received.map(orderOf).sort()).toEqual(orders.sort())
    close()
  })
})
