import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { createVerifier } from '@merchantpay/webhook-verify'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hmac } from '../../../../tools/vectors/openssl.js'
import { gate } from '../support/net/gate.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness } from '../support/server/harness.js'
import { setMerchantStatus } from '../support/server/merchant-status.js'
import { type Received, Receiver } from '../support/webhooks/receiver.js'
import {
  callEndpoint,
  deliveriesOf,
  makeExpiring,
  openEndpoint,
  redeliver,
  subscribe,
} from '../support/webhooks/webhook-endpoint.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE` that allows this machine, and one that does not. */
const ALLOWED = { MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8,::1/128' }
const CLOSED = { MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '' }

/** The `v1` values of each webhook's signature. */
const signaturesOf = ({ received }: Receiver) =>
  received.map(({ headers }) => String(headers['x-merchant-signature']).match(/v1=/g)?.length)

/** HMAC-SHA256 in base64, computed by the program `openssl` with the decoded bytes of a secret. */
async function opensslMac(secret: string, { headers, body }: Received): Promise<string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const input = Buffer.concat([
    Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`),
    body,
  ])
  return Buffer.from(await hmac(key, input), 'hex').toString('base64')
}

/** Whether the library of Standard Webhooks accepts a webhook with that secret. */
function isStandard(secret: string, received: Received | undefined): boolean {
  const { body, headers } = received ?? { body: '', headers: {} }
  try {
    const text = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    new Webhook(secret).verify(body, text)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

/** Advances time in one step and does all work that is due. */
async function pass(harness: Harness, ms: number): Promise<void> {
  harness.clock.advance(ms)
  await harness.work()
}

describe('a delivery to an endpoint', () => {
  it('waits, uncounted, while it is inactive, and continues its schedule afterwards', async () => {
    const endpoint = await openEndpoint([500, 500, 200])
    const { harness, receiver } = endpoint
    await makeExpiring(endpoint)
    await harness.work()
    const [failed] = await deliveriesOf(endpoint)
    expect(failed).toMatchObject({ status: 'PENDING', attempts: 1, last_error: 'HTTP 500' })
    await callEndpoint(endpoint, 'PATCH', '', { is_active: false })
    await pass(harness, 10 * DAY)
    expect(receiver.received).toHaveLength(1)
    expect(await deliveriesOf(endpoint)).toEqual([failed])
    await callEndpoint(endpoint, 'PATCH', '', { is_active: true })
    await harness.work()
    expect(receiver.received).toHaveLength(2)
    await pass(harness, 5 * MINUTE)
    expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'DELIVERED', attempts: 3 }])
    const attempts = receiver.received.map(({ headers }) => headers['x-webhook-attempt'])
    expect(attempts).toEqual(['1', '2', '3'])
  })

  it('is not created for events while it is inactive; a sample and a redelivery wait', async () => {
    const endpoint = await openEndpoint()
    const { harness, receiver } = endpoint
    await callEndpoint(endpoint, 'POST', '/test')
    await harness.work()
    const [sent] = await deliveriesOf(endpoint)
    await callEndpoint(endpoint, 'PATCH', '', { is_active: false })
    await makeExpiring(endpoint)
    await callEndpoint(endpoint, 'POST', '/test')
    await redeliver(endpoint, String(sent?.id))
    await pass(harness, DAY)
    expect(receiver.received).toHaveLength(1)
    expect(await deliveriesOf(endpoint)).toMatchObject([
      { status: 'PENDING', attempts: 0, redelivery_of: sent?.id },
      { status: 'PENDING', attempts: 0, redelivery_of: null },
      { status: 'DELIVERED' },
    ])
    await callEndpoint(endpoint, 'PATCH', '', { is_active: true })
    await harness.work()
    expect(receiver.received).toHaveLength(3)
    expect((await deliveriesOf(endpoint)).map(({ status }) => status)).toEqual(Array(3).fill('DELIVERED'))
  })

  it('a delivery to another endpoint does not wait for an inactive one', async () => {
    const endpoint = await openEndpoint()
    const { harness, keys, receiver, certificate } = endpoint
    const other = await Receiver.start(certificate)
    await subscribe(harness, keys, other.url)
    for (let sent = 0; sent < 40; sent += 1) await callEndpoint(endpoint, 'POST', '/test')
    await callEndpoint(endpoint, 'PATCH', '', { is_active: false })
    await makeExpiring(endpoint)
    await harness.work()
    expect([receiver.received.length, other.received.length]).toEqual([0, 1])
  })

  it('goes to the new URL from its next attempt on, with the same bytes and id', async () => {
    const endpoint = await openEndpoint([500])
    const { harness, receiver, certificate, keys } = endpoint
    const moved = await Receiver.start(certificate)
    await makeExpiring(endpoint)
    await harness.work()
    await callEndpoint(endpoint, 'PATCH', '', { url: moved.url })
    expect(moved.received).toHaveLength(0)
    await pass(harness, MINUTE)
    expect([receiver.received.length, moved.received.length]).toEqual([1, 1])
    const [[first], [second]] = [receiver.received, moved.received]
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true)
    expect(second?.headers).toMatchObject({
      'x-webhook-id': first?.headers['x-webhook-id'],
      'x-webhook-attempt': '2',
    })
    const { body, headers } = second ?? { body: '', headers: {} }
    expect(createVerifier({ secrets: keys.webhookSecret }).verify(body, headers).known).toBe(true)
    expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'DELIVERED', attempts: 2 }])
  })

  it('carries both signatures for 24 h after a rotation between its attempts, then one', async () => {
    const endpoint = await openEndpoint([500])
    const { harness, keys, receiver } = endpoint
    await makeExpiring(endpoint)
    await harness.work()
    await harness.call('POST', '/v1/merchants/webhook-secret', { keys })
    for (const delay of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, DAY]) await pass(harness, delay)
    expect(signaturesOf(receiver)).toEqual([1, 2, 2, 2, 2, 1])
  })

  it('verifies at every attempt of a rotation with the library of Standard Webhooks and with openssl', async () => {
    const endpoint = await openEndpoint([500])
    const { harness, keys, receiver } = endpoint
    await makeExpiring(endpoint)
    await harness.work()
    const { json } = await harness.call('POST', '/v1/merchants/webhook-secret', { keys })
    for (const delay of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, DAY]) await pass(harness, delay)
    const before = keys.webhookSecret
    const after = String(json.webhook_secret)
    const valid = [[before], ...Array(4).fill([after, before]), [after]]
    expect(receiver.received).toHaveLength(valid.length)
    for (const [at, received] of receiver.received.entries()) {
      const { 'webhook-id': id, 'webhook-timestamp': timestamp, ...headers } = received.headers
      expect([id, `t=${timestamp}`]).toEqual([
        headers['x-webhook-id'],
        String(headers['x-merchant-signature']).split(',')[0],
      ])
      const macs = await Promise.all(valid[at].map((secret: string) => opensslMac(secret, received)))
      expect(headers['webhook-signature']).toBe(macs.map((mac) => `v1,${mac}`).join(' '))
      for (const secret of [before, after]) {
        expect(isStandard(secret, received)).toBe(valid[at].includes(secret))
      }
    }
    const { received } = receiver
    await redeliver(endpoint, String(received[0]?.headers['webhook-id']))
    await harness.work()
    expect(received.at(-1)?.headers['webhook-id']).not.toBe(received[0]?.headers['webhook-id'])
    expect(isStandard(after, received.at(-1))).toBe(true)
  })

  it('can be resent after DELIVERED and after FAILED, and does not change', async () => {
    const endpoint = await openEndpoint([200, 500])
    const { harness, receiver } = endpoint
    const delays = [0, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, DAY]
    const makeAttempts = async () => {
      for (const delay of delays) await pass(harness, delay)
    }
    await makeExpiring(endpoint)
    await harness.work()
    const [delivered] = await deliveriesOf(endpoint)
    expect(delivered).toMatchObject({ status: 'DELIVERED', attempts: 1 })
    await redeliver(endpoint, String(delivered?.id))
    await makeAttempts()
    const [failed, ...before] = await deliveriesOf(endpoint)
    expect(before).toEqual([delivered])
    expect(failed).toMatchObject({ status: 'FAILED', attempts: 6, redelivery_of: delivered?.id })
    await redeliver(endpoint, String(failed?.id))
    await makeAttempts()
    const [again, ...untouched] = await deliveriesOf(endpoint)
    expect(untouched).toEqual([failed, delivered])
    expect(again).toMatchObject({ status: 'FAILED', attempts: 6, redelivery_of: failed?.id })
    expect(receiver.received).toHaveLength(13)
    expect(new Set(receiver.received.map(({ body }) => body.toString('hex'))).size).toBe(1)
    const ids = receiver.received.map(({ headers }) => headers['x-webhook-id'])
    expect(new Set(ids)).toEqual(new Set([delivered?.id, failed?.id, again?.id]))
    const numbers = receiver.received.map(({ headers }) => headers['x-webhook-attempt'])
    expect(numbers).toEqual(['1', ...'123456123456'])
  })

  it('continues while its merchant is suspended, also for new events', async () => {
    const endpoint = await openEndpoint([500, 200])
    const { harness, keys, receiver } = endpoint
    const first = await makeExpiring(endpoint)
    await harness.work()
    expect(await deliveriesOf(endpoint)).toMatchObject([{ status: 'PENDING', attempts: 1 }])
    const second = await makeExpiring(endpoint)
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    await harness.work()
    const orderIds = receiver.events().map(({ data }) => data.order_id)
    expect(orderIds.sort()).toEqual([first, first, second].sort())
    expect(await deliveriesOf(endpoint)).toMatchObject([
      { status: 'DELIVERED', attempts: 1 },
      { status: 'DELIVERED', attempts: 2 },
    ])
  })

  it('waits while its environment has no secret, like samples and redeliveries, and is sent once one is created', async () => {
    const { harness, receiver, keys } = await openEndpoint()
    const live = { ...keys, ...(await harness.liveKeys(keys)) }
    const id = await subscribe(harness, live, receiver.url)
    const endpoint = { harness, keys: live, id }
    const { json } = await callEndpoint(endpoint, 'POST', '/test')
    await redeliver(endpoint, json.id)
    await pass(harness, DAY)
    expect(await deliveriesOf(endpoint)).toMatchObject(Array(2).fill({ status: 'PENDING', attempts: 0 }))
    const rotated = await harness.call('POST', '/v1/merchants/webhook-secret', { keys: live })
    await harness.work()
    expect(await deliveriesOf(endpoint)).toMatchObject(Array(2).fill({ status: 'DELIVERED', attempts: 1 }))
    const secrets = String(rotated.json.webhook_secret)
    for (const { body, headers } of receiver.received) {
      expect(createVerifier({ secrets }).verify(body, headers).known).toBe(true)
    }
  })

  it('a delivery that is a sample or a redelivery is refused for a forbidden address, whatever its endpoint was registered for', async () => {
    const folder = temporaryFolder()
    const before = await Harness.open(folder, ALLOWED)
    const keys = await before.register()
    let connections = 0
    const sentinels = ['127.0.0.1', '::1'].map((host) => {
      const sentinel = createServer(() => {
        connections += 1
      }).listen(0, host)
      onTestFinished(() => void sentinel.close())
      return sentinel
    })
    const ports = await Promise.all(
      sentinels.map(async (sentinel) => {
        await once(sentinel, 'listening')
        return (sentinel.address() as AddressInfo).port
      }),
    )
    const urls = [
      `https://127.0.0.1:${ports[0]}/`,
      `https://localhost:${ports[0]}/`,
      `https://a.localhost:${ports[0]}/`,
      `https://2130706433:${ports[0]}/`,
      `https://[::ffff:127.0.0.1]:${ports[0]}/`,
      `https://[::1]:${ports[1]}/`,
    ]
    const made: string[] = []
    for (const url of urls) made.push(await subscribe(before, keys, url))
    await before.close()
    const harness = await Harness.open(folder, CLOSED)
    onTestFinished(() => harness.close())
    for (const id of made) {
      const endpoint = { harness, keys, id }
      const { json } = await callEndpoint(endpoint, 'POST', '/test')
      await redeliver(endpoint, json.id)
      await harness.work()
      expect(await deliveriesOf(endpoint)).toMatchObject(
        Array(2).fill({ status: 'PENDING', attempts: 1, last_error: 'unreachable' }),
      )
    }
    expect(connections).toBe(0)
  })
})

describe('an endpoint that is deleted', () => {
  it('ends its waiting deliveries with webhook_deleted, and receives nothing more', async () => {
    const endpoint = await openEndpoint([500])
    const { harness, keys, receiver } = endpoint
    const orderId = await makeExpiring(endpoint)
    await harness.work()
    await callEndpoint(endpoint, 'DELETE')
    await makeExpiring(endpoint)
    await pass(harness, 3 * DAY)
    expect(receiver.received).toHaveLength(1)
    const { json } = await harness.call('GET', `/v1/orders/${orderId}/deliveries`, { keys })
    expect(json.deliveries).toMatchObject([
      {
        webhook_id: endpoint.id,
        status: 'FAILED',
        attempts: 1,
        last_error: 'webhook_deleted',
        next_attempt_at: null,
        delivered_at: null,
      },
    ])
  })

  it('ends deliveries that wait for a secret, and leaves delivered ones unchanged', async () => {
    const { harness, keys, receiver } = await openEndpoint()
    const live = { ...keys, ...(await harness.liveKeys(keys)) }
    const endpoint = { harness, keys: live, id: await subscribe(harness, live, receiver.url) }
    const first = await makeExpiring(endpoint)
    await harness.work()
    await callEndpoint(endpoint, 'DELETE')
    await harness.call('POST', '/v1/merchants/webhook-secret', { keys: live })
    await pass(harness, DAY)
    expect(receiver.received).toHaveLength(0)
    const deliveries = await harness.call('GET', `/v1/orders/${first}/deliveries`, { keys: live })
    expect(deliveries.json.deliveries).toMatchObject([{ status: 'FAILED', last_error: 'webhook_deleted' }])
  })

  it('records no result of an attempt under way', async () => {
    const { harness, keys, certificate } = await openEndpoint()
    const [requested, answered] = [gate(), gate()]
    const slow = createTlsServer(certificate, async (_request, response) => {
      requested.open()
      await answered.opened
      response.writeHead(200).end()
    }).listen(0, '127.0.0.1')
    onTestFinished(() => slow.closeAllConnections())
    await once(slow, 'listening')
    const url = `https://127.0.0.1:${(slow.address() as AddressInfo).port}/`
    const endpoint = { harness, keys, id: await subscribe(harness, keys, url) }
    const orderId = await makeExpiring(endpoint)
    for (const worker of harness.server.workers) await worker.tick(new AbortController().signal)
    await requested.opened
    await callEndpoint(endpoint, 'DELETE')
    answered.open()
    await harness.work()
    const { json } = await harness.call('GET', `/v1/orders/${orderId}/deliveries`, { keys })
    const ofEndpoint = (json.deliveries as { webhook_id: string }[]).filter(
      ({ webhook_id }) => webhook_id === endpoint.id,
    )
    expect(ofEndpoint).toMatchObject([{ status: 'FAILED', attempts: 0, last_error: 'webhook_deleted' }])
  })
})
