import { describe, expect, it } from 'vitest'
import { type Keys, useHarness } from '../../support/server/harness.js'
import { setMerchantStatus } from '../../support/server/merchant-status.js'
import { error, refusal } from '../../support/server/refusals.js'
import { subscribe } from '../../support/webhooks/webhook-endpoint.js'

const URL = 'https://shop.example/hooks'
const UNKNOWN = `wd_${'0'.repeat(32)}`
const WEBHOOK_NOT_FOUND = error(404, 'webhook not found')
const DELIVERY_NOT_FOUND = error(404, 'delivery not found')

describe('POST /v1/webhooks/{id}/deliveries/{delivery_id}/redeliver', () => {
  const shared = useHarness()
  const redeliver = (keys: Keys, id: string, deliveryId: string) =>
    shared.harness.call('POST', `/v1/webhooks/${id}/deliveries/${deliveryId}/redeliver`, { keys })

  /** Creates an endpoint with one delivery. */
  async function begin() {
    const { harness } = shared
    const keys = await harness.register()
    const id = await subscribe(harness, keys, URL)
    const { json } = await harness.call('POST', `/v1/webhooks/${id}/test`, { keys })
    return { keys, id, delivery: json }
  }

  it('creates a new delivery of the same payload and leaves the old one unchanged', async () => {
    const { harness } = shared
    const { keys, id, delivery } = await begin()
    harness.clock.advance(5_000)
    const now = new Date(harness.clock.now()).toISOString()
    const { status, json } = await redeliver(keys, id, delivery.id)
    expect([status, json]).toEqual([
      201,
      {
        ...delivery,
        id: expect.stringMatching(/^wd_[0-9a-f]{32}$/),
        redelivery_of: delivery.id,
        next_attempt_at: now,
        created_at: now,
      },
    ])
    expect(json.id).not.toBe(delivery.id)
    const again = await redeliver(keys, id, json.id)
    expect(again.json).toMatchObject({ redelivery_of: json.id, payload: delivery.payload })
    const { json: listed } = await harness.call('GET', `/v1/webhooks/${id}/deliveries`, { keys })
    expect(listed).toEqual({ deliveries: [again.json, json, delivery], total: 3, next: null })
  })

  it('52 answers 404 for another merchant’s delivery, by the caller’s endpoint and by the other merchant’s', async () => {
    const { harness } = shared
    const { keys, id, delivery } = await begin()
    const other = await begin()
    expect(refusal(await redeliver(other.keys, id, delivery.id))).toEqual(WEBHOOK_NOT_FOUND)
    expect(refusal(await redeliver(other.keys, other.id, delivery.id))).toEqual(DELIVERY_NOT_FOUND)
    const live = await harness.liveKeys(keys)
    expect(refusal(await redeliver(live, id, delivery.id))).toEqual(WEBHOOK_NOT_FOUND)
    for (const owner of [{ keys, id }, other]) {
      const { json } = await harness.call('GET', `/v1/webhooks/${owner.id}/deliveries`, { keys: owner.keys })
      expect(json.total).toBe(1)
    }
  })

  it('answers 404 for a delivery of another endpoint, one to an order’s own URL, and an invalid id', async () => {
    const { harness } = shared
    const { keys, id, delivery } = await begin()
    const another = await subscribe(harness, keys, URL)
    const body = { amount_mode: 'CUSTOM', currency: 'USDT', webhook_url: URL }
    const order = await harness.call('POST', '/v1/app/orders', { keys, body })
    harness.clock.advance(1_800_000)
    for (const worker of harness.server.workers) {
      if (worker.name === 'order-expirer') await worker.tick(new AbortController().signal)
    }
    const { json } = await harness.call('GET', `/v1/orders/${order.json.id}/deliveries`, { keys })
    const [own] = json.deliveries as [{ id: string }]
    expect(refusal(await redeliver(keys, another, delivery.id))).toEqual(DELIVERY_NOT_FOUND)
    for (const unknown of [own.id, UNKNOWN, 'wd_1', '%00', "'--"]) {
      expect(refusal(await redeliver(keys, id, unknown))).toEqual(DELIVERY_NOT_FOUND)
    }
    for (const unknown of [`wh_${'0'.repeat(32)}`, 'wh_1']) {
      expect(refusal(await redeliver(keys, unknown, delivery.id))).toEqual(WEBHOOK_NOT_FOUND)
    }
  })

  it('answers a suspended merchant 403', async () => {
    const { harness } = shared
    const { keys, id, delivery } = await begin()
    await setMerchantStatus(harness, keys.merchantId, 'SUSPENDED')
    expect(refusal(await redeliver(keys, id, delivery.id))).toEqual(error(403, 'merchant suspended'))
  })
})
