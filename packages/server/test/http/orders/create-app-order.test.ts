import { describe, expect, it } from 'vitest'
import { useHarness } from '../../support/server/harness.js'

const FIXED = { amount_mode: 'FIXED', amount: '12.5', currency: 'USDT' }
const CUSTOM = { amount_mode: 'CUSTOM', currency: 'USDT' }

describe('POST /v1/app/orders', () => {
  const shared = useHarness()

  it('opens a FIXED order with the decimals of its amount, at least two', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const two = await harness.call('POST', '/v1/app/orders', { keys, body: FIXED })
    expect(two.json).toMatchObject({ payment_rail: 'MP_INTERNAL', status: 'OPEN', amount: '12.50', scale: 2 })
    const eight = await harness.call('POST', '/v1/app/orders', {
      keys,
      body: { ...FIXED, amount: '0.01000001' },
    })
    expect(eight.json).toMatchObject({ amount: '0.01000001', scale: 8 })
    expect(two.json.payment_uri).toBe(`merchantpay://${two.json.order_number}`)
    for (const absent of ['network', 'address_id', 'payment_url']) expect(two.json).not.toHaveProperty(absent)
  })

  it('opens a CUSTOM order without an amount, and ignores the legacy fields of any type', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (const legacy of [{}, [], null, 'text', 7]) {
      const body = { ...CUSTOM, min_amount: legacy, max_amount: legacy, scale: legacy }
      const { status, json } = await harness.call('POST', '/v1/app/orders', { keys, body })
      expect([status, json.amount, json.scale]).toEqual([201, null, 2])
    }
  })

  it.each([
    [{}, 'invalid amount mode'],
    [{ ...FIXED, amount_mode: 'OPEN' }, 'invalid amount mode'],
    [{ amount_mode: 'FIXED', currency: 'USDT' }, 'amount required'],
    [{ ...CUSTOM, amount: '5' }, 'amount not allowed'],
    [{ ...CUSTOM, amount: null }, 'amount not allowed'],
    [{ ...FIXED, amount: 12.5 }, 'invalid amount'],
    [{ ...FIXED, amount: '0' }, 'invalid amount'],
    [{ ...FIXED, amount: '1.123456789' }, 'invalid amount'],
    [{ ...FIXED, amount: '0.00999999' }, 'amount out of range'],
    [{ ...FIXED, amount: '200000.00000001' }, 'amount out of range'],
    [{ ...FIXED, currency: 'EUR' }, 'unsupported currency'],
    [{ ...FIXED, metadata: 5 }, 'invalid metadata'],
    [{ ...FIXED, return_url: 'x' }, 'invalid return url'],
    [{ ...FIXED, webhook_url: 'ftp://x' }, 'invalid webhook url'],
    [{ ...CUSTOM, description: 7 }, 'invalid parameter: description'],
    ['text', 'invalid amount mode'],
  ])('refuses %j', async (body, message) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('POST', '/v1/app/orders', { keys, body })
    expect([answer.status, answer.errorText]).toEqual([400, JSON.stringify({ error: message })])
  })

  it('accepts both ends of the limits', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (const amount of ['0.01', '200000']) {
      expect(
        (await harness.call('POST', '/v1/app/orders', { keys, body: { ...FIXED, amount } })).status,
      ).toBe(201)
    }
  })

  it('replays by the header Idempotency-Key', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const headers = { 'idempotency-key': 'tap-1' }
    const first = await harness.call('POST', '/v1/app/orders', { keys, body: FIXED, headers })
    const second = await harness.call('POST', '/v1/app/orders', { keys, body: FIXED, headers })
    expect(second.text).toBe(first.text)
    expect(second.headers['idempotent-replayed']).toBe('true')
    const other = await harness.call('POST', '/v1/app/orders', { keys, body: CUSTOM, headers })
    expect([other.status, other.errorText]).toEqual([409, '{"error":"duplicate idempotency key"}'])
  })

  it('refuses a header that is not a key', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const headers = { 'idempotency-key': 'x'.repeat(256) }
    const { errorText: text } = await harness.call('POST', '/v1/app/orders', { keys, body: FIXED, headers })
    expect(text).toBe('{"error":"invalid idempotency key"}')
  })
})
