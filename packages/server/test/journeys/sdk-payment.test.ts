import { ApiError, MerchantPay } from '@merchantpay/sdk'
import { describe, expect, it } from 'vitest'
import { Harness, ORDER, useHarness } from '../support/server/harness.js'

const merchantPay = async (harness: Harness) => {
  const { keyId, secret } = await harness.register()
  return new MerchantPay({ baseUrl: harness.server.url, keyId, secret, maxRetries: 0 })
}

describe('the SDK against the server', () => {
  const shared = useHarness()

  it('creates an order, follows it, and sees it paid', async () => {
    const { harness } = shared
    const mp = await merchantPay(harness)
    const order = await mp.orders.create({ ...ORDER })
    const seen: string[] = []
    const following = (async () => {
      for await (const { order: now } of mp.orders.stream(order.id)) {
        seen.push(now.status)
        if (now.status === 'OPEN') await mp.testHelpers.simulateOrder(order.id, { action: 'pay' })
      }
    })()
    await expect
      .poll(async () => {
        await harness.pass(1_000)
        return seen.at(-1)
      })
      .toBe('PAID')
    await following
    expect(seen).toEqual(['OPEN', 'CONFIRMING', 'PAID'])
    expect(await mp.orders.get(order.id)).toMatchObject({
      status: 'PAID',
      credited_amount: '24.75',
      remark: null,
    })
    expect(await mp.orders.list()).toMatchObject({ total: 1, orders: [{ id: order.id, status: 'PAID' }] })
  })

  it('generates an idempotency key, and a replay is marked as such', async () => {
    const mp = await merchantPay(shared.harness)
    const first = await mp.orders.create({ ...ORDER }).withResponse()
    const again = await mp.orders
      .create({ ...ORDER }, { idempotencyKey: first.idempotencyKey })
      .withResponse()
    expect([first.replayed, again.replayed]).toEqual([false, true])
    expect(again.data.id).toBe(first.data.id)
    const conflict = mp.orders.create({ ...ORDER, amount: '30.00' }, { idempotencyKey: first.idempotencyKey })
    await expect(conflict).rejects.toMatchObject({ code: 'duplicate_idempotency_key', status: 409 })
  })

  it('manages keys, webhooks and the merchant', async () => {
    const { harness } = shared
    const mp = await merchantPay(harness)
    const key = await mp.apiKeys.create({ environment: 'test', name: 'second' })
    expect((await mp.apiKeys.list()).api_keys.map(({ name }) => name).sort()).toEqual(['first key', 'second'])
    await mp.apiKeys.revoke(key.key_id)
    const revoked = new MerchantPay({ baseUrl: harness.server.url, keyId: key.key_id, secret: key.secret })
    await expect(revoked.merchants.me()).rejects.toBeInstanceOf(ApiError)
    await expect(revoked.merchants.me()).rejects.toMatchObject({ code: 'api_key_is_inactive', status: 401 })
    const webhook = await mp.webhooks.create({
      url: 'https://shop.example/hooks',
      events: ['payment.confirmed'],
    })
    expect(await mp.webhooks.list()).toEqual([webhook])
    expect(await mp.webhooks.listDeliveries(webhook.id)).toEqual({ deliveries: [], total: 0, next: null })
    expect((await mp.merchants.rotateWebhookSecret()).webhook_secret).toMatch(/^whsec_/)
    expect(await mp.merchants.me()).toMatchObject({ status: 'PENDING_KYB' })
  })

  it('reaches app-only orders and the raw client', async () => {
    const mp = await merchantPay(shared.harness)
    const order = await mp.appOrders.create({ amount_mode: 'FIXED', amount: '5.00', currency: 'USDT' })
    await mp.testHelpers.simulateOrder(order.id, { action: 'pay', remark: 'thanks' })
    const { data, error } = await mp.raw.GET('/v1/orders/{id}', { params: { path: { id: order.id } } })
    expect([data?.status, data?.remark, error]).toEqual(['PAID', 'thanks', undefined])
    const missing = await mp.raw.GET('/v1/webhooks/{id}/deliveries', {
      params: { path: { id: `wh_${'0'.repeat(32)}` } },
    })
    expect(missing.error).toEqual({ error: 'webhook not found' })
  })

  it('waits as long as a 429 requires, and then retries', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '1' })
    const { keyId, secret } = await harness.register()
    const mp = new MerchantPay({ baseUrl: harness.server.url, keyId, secret, deadlineMs: 5_000 })
    await mp.merchants.me()
    const refused: unknown = await mp.merchants.me().catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'rate_limit_exceeded', status: 429 })
    // The wait would exceed the deadline, so the call fails at once with the required wait.
    expect((refused as ApiError).retryAfterMs).toBeGreaterThan(5_000)
  })
})
