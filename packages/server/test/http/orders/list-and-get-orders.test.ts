import { describe, expect, it } from 'vitest'
import { ORDER, useHarness } from '../../support/server/harness.js'

describe('GET /v1/orders', () => {
  const shared = useHarness()

  it('pages order summaries, newest first, app-only ones without network and page', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const onChain = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    harness.clock.advance(1)
    const app = await harness.call('POST', '/v1/app/orders', {
      keys,
      body: { amount_mode: 'CUSTOM', currency: 'USDT' },
    })
    const all = await harness.call('GET', '/v1/orders', { keys })
    const { created_at, updated_at } = app.json
    const created = {
      ...{ created_at, updated_at, paid_at: null },
      ...{ status: 'OPEN', received_amount: '0.00', currency: 'USDT' },
    }
    expect(all.json).toEqual({
      orders: [
        { id: app.json.id, order_number: app.json.order_number, order_amount: null, ...created },
        {
          id: onChain.json.id,
          order_number: onChain.json.order_number,
          order_amount: '25.00',
          missing_amount: '25.00',
          network: 'TRC20',
          payment_url: onChain.json.payment_url,
          ...created,
          created_at: onChain.json.created_at,
          updated_at: onChain.json.updated_at,
        },
      ],
      total: 2,
      next: null,
    })
    const second = await harness.call('GET', '/v1/orders?limit=1&offset=1', { keys })
    expect(second.json.orders).toEqual([expect.objectContaining({ id: onChain.json.id })])
    expect(second.json.total).toBe(2)
  })

  it('shows no orders of other merchants', async () => {
    const { harness } = shared
    await harness.call('POST', '/v1/orders', { keys: await harness.register(), body: ORDER })
    const keys = await harness.register()
    expect((await harness.call('GET', '/v1/orders', { keys })).json).toEqual({
      orders: [],
      total: 0,
      next: null,
    })
  })

  it.each([
    ['limit=0', 'invalid limit'],
    ['limit=101', 'invalid limit'],
    ['limit=1e1', 'invalid limit'],
    ['limit=', 'invalid limit'],
    ['limit=1&limit=2', 'invalid limit'],
    ['limit=-1', 'invalid limit'],
    ['limit=%201', 'invalid limit'],
    ['offset=-1', 'invalid offset'],
    ['offset=99999999999', 'invalid offset'],
    ['offset=x', 'invalid offset'],
    ['status=LOST', 'invalid parameter: status'],
  ])('refuses ?%s', async (query, message) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('GET', `/v1/orders?${query}`, { keys })
    expect([answer.status, answer.errorText]).toEqual([400, JSON.stringify({ error: message })])
  })
})

describe('GET /v1/orders/{id}', () => {
  const shared = useHarness()

  it('returns the order with the payer’s remark, or null without one', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const { json: got } = await harness.call('GET', `/v1/orders/${json.id}`, { keys })
    expect(got).toEqual({ ...json, remark: null })
  })

  it('answers 404 for an id that is not a UUID, and for an order of the other environment', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (const id of ['1', '%2e%2e', 'ord_7QK3M9D0XZ4B']) {
      const answer = await harness.call('GET', `/v1/orders/${id}`, { keys })
      expect([answer.status, answer.text]).toEqual([404, '{"error":"order not found"}'])
    }
  })
})
