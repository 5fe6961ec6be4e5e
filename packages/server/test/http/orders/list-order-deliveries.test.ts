import { describe, expect, it } from 'vitest'
import { Harness, type Json, type Keys, ORDER, type Registered } from '../../support/server/harness.js'
import { Receiver, type TrustedCertificate } from '../../support/webhooks/receiver.js'

interface Story {
  readonly harness: Harness
  readonly certificate: TrustedCertificate
  readonly keys: Registered
}

async function begin(): Promise<Story> {
  const [harness, certificate] = await Harness.startForWebhooks()
  return { harness, certificate, keys: await harness.register() }
}

const order = async ({ harness, keys }: Story, fields: object = {}) =>
  (await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, ...fields } })).json.id

const simulate = ({ harness, keys }: Story, id: string, action: string) =>
  harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body: { action } })

async function deliveries({ harness }: Story, keys: Keys, id: string, query = ''): Promise<Json[]> {
  const { status, json } = await harness.call('GET', `/v1/orders/${id}/deliveries${query}`, { keys })
  expect(status).toBe(200)
  return json.deliveries as Json[] // the contract's array
}

describe('GET /v1/orders/{id}/deliveries', () => {
  it('lists the deliveries of this order, newest first, and of no other', async () => {
    const story = await begin()
    const { harness, keys } = story
    const receiver = await Receiver.start(story.certificate)
    const body = { url: receiver.url, events: ['payment.expired', 'payment.confirmed'] }
    const endpoint = await harness.call('POST', '/v1/webhooks', { keys, body })
    const [id, other] = [await order(story), await order(story)]
    for (const each of [id, other]) await simulate(story, each, 'late_pay')
    await harness.pass(5_000)
    const listed = await deliveries(story, keys, id)
    expect(listed).toMatchObject([
      { event_type: 'payment.confirmed', status: 'DELIVERED', webhook_id: endpoint.json.id, attempts: 1 },
      { event_type: 'payment.expired', status: 'DELIVERED', webhook_id: endpoint.json.id, attempts: 1 },
    ])
    for (const { payload } of listed) expect(payload).toMatchObject({ data: { order_id: id } })
    expect(await deliveries(story, keys, id, '?limit=1&offset=1')).toEqual(listed.slice(1))
    const { json } = await harness.call('GET', `/v1/orders/${id}/deliveries?limit=1`, { keys })
    expect(json.total).toBe(2)
  })

  it('shows a delivery to the order’s own URL, which belongs to no endpoint', async () => {
    const story = await begin()
    const receiver = await Receiver.start(story.certificate, [500, 200])
    const id = await order(story, { webhook_url: receiver.url })
    expect(await deliveries(story, story.keys, id)).toEqual([])
    await simulate(story, id, 'expire')
    await story.harness.pass(2_000)
    const [failed] = await deliveries(story, story.keys, id)
    expect(failed).toMatchObject({ status: 'PENDING', attempts: 1, last_error: 'HTTP 500' })
    expect(failed).not.toHaveProperty('webhook_id')
    await story.harness.pass(60_000, 60_000)
    expect(await deliveries(story, story.keys, id)).toMatchObject([{ status: 'DELIVERED', attempts: 2 }])
  })

  it('answers 404 for a missing order and one of another merchant, and 400 for an invalid page', async () => {
    const story = await begin()
    const { harness, keys } = story
    const [id, other] = [await order(story), await harness.register()]
    for (const [who, what] of [
      [other, id],
      [keys, '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d'],
      [keys, 'ord_1'],
    ] as const) {
      const { status, text } = await harness.call('GET', `/v1/orders/${what}/deliveries`, { keys: who })
      expect([status, text]).toEqual([404, '{"error":"order not found"}'])
    }
    const { status, errorText: text } = await harness.call('GET', `/v1/orders/${id}/deliveries?limit=0`, {
      keys,
    })
    expect([status, text]).toEqual([400, '{"error":"invalid limit"}'])
  })
})
