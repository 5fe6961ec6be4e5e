import { describe, expect, it } from 'vitest'
import { type Answer, type Json, type Keys, ORDER, useHarness } from '../support/server/harness.js'
import { error, refusal } from '../support/server/refusals.js'
import { sideOf } from '../support/storage/engines.js'
import { fund, withdraw } from '../support/withdrawals/withdrawals.js'

const cursorOf = (text: string): string => Buffer.from(text).toString('base64url')

describe('a list', () => {
  const shared = useHarness()

  /** Follows `next` through all pages. Returns the ids of all rows and the number of pages. */
  async function follow(keys: Keys, path: string, name: string, between = async (): Promise<void> => {}) {
    const ids: string[] = []
    let pages = 0
    for (let target: string | null = `${path}?limit=2`; target !== null; pages += 1) {
      const { status, json }: Answer = await shared.harness.call('GET', target, { keys })
      expect(status).toBe(200)
      ids.push(...(json[name] as Json[]).map(({ id }) => id)) // the contract's array
      target = json.next as string | null // the harness validates it by the contract
      expect(target ?? `${path}?limit=2&cursor=`).toContain(`${path}?limit=2&cursor=`)
      await between()
    }
    return { ids, pages }
  }

  it('a list of orders leads from page to page by `next`, each order once, even with equal times and new orders in between', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const make = async () => (await harness.call('POST', '/v1/orders', { keys, body: ORDER })).json.id
    const ids: string[] = []
    for (let made = 0; made < 6; made += 1) {
      ids.unshift(await make())
      if (made === 2) harness.clock.advance(1)
    }
    const found = await follow(keys, '/v1/orders', 'orders', async () => void (await make()))
    expect(found).toEqual({ ids, pages: 3 })
  })

  it('a list of withdrawals, of an order’s deliveries and of an endpoint’s deliveries leads from page to page too', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await fund(harness, keys, '100')
    const withdrawals: string[] = []
    for (let made = 0; made < 3; made += 1) withdrawals.unshift((await withdraw(harness, keys)).json.id)
    expect(await follow(keys, '/v1/withdrawals', 'withdrawals')).toEqual({ ids: withdrawals, pages: 2 })

    const endpoint = { url: 'https://shop.example/hooks', events: ['payment.confirmed'] }
    const { json: webhook } = await harness.call('POST', '/v1/webhooks', { keys, body: endpoint })
    const app = { amount_mode: 'FIXED', amount: '5', currency: 'USDT' }
    const { json: order } = await harness.call('POST', '/v1/app/orders', { keys, body: app })
    const simulate = `/v1/test_helpers/orders/${order.id}/simulate`
    await harness.call('POST', simulate, { keys, body: { action: 'pay' } })
    const listed = await harness.call('GET', `/v1/orders/${order.id}/deliveries`, { keys })
    const [first] = listed.json.deliveries as Json[] // the contract's array
    const again = `/v1/webhooks/${webhook.id}/deliveries/${first?.id}/redeliver`
    const deliveries = [first?.id]
    for (let made = 0; made < 4; made += 1)
      deliveries.unshift((await harness.call('POST', again, { keys })).json.id)
    for (const path of [`/v1/orders/${order.id}/deliveries`, `/v1/webhooks/${webhook.id}/deliveries`])
      expect(await follow(keys, path, 'deliveries')).toEqual({ ids: deliveries, pages: 3 })
  })

  it('is empty at and beyond its total, and skips no more than 100,000 rows before it', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const at = (offset: number) => harness.call('GET', `/v1/orders?offset=${offset}`, { keys })
    for (const offset of [1, 100_001, 999_999_999])
      expect((await at(offset)).json).toEqual({ orders: [], total: 1, next: null })
    // Simulates many rows by raising their counter.
    const books = await sideOf(harness.database)
    await books.script(`UPDATE list_counts SET total = 100002 WHERE list = 'orders/${keys.merchantId}/test'`)
    expect((await at(100_000)).json).toEqual({ orders: [], total: 100_002, next: null })
    expect(refusal(await at(100_001))).toEqual(error(400, 'invalid offset'))
    expect((await at(100_002)).json).toEqual({ orders: [], total: 100_002, next: null })
  })

  it.each([
    ['cursor=', 'invalid parameter: cursor'],
    ['cursor=x', 'invalid parameter: cursor'],
    ['cursor=%00', 'invalid parameter: cursor'],
    [`cursor=${cursorOf('now id')}`, 'invalid parameter: cursor'],
    [`cursor=${cursorOf("1 ' OR 1=1 --")}`, 'invalid parameter: cursor'],
    [`cursor=${cursorOf('9999999999999999 a')}`, 'invalid parameter: cursor'],
    [`cursor=${cursorOf('1 a')}&cursor=${cursorOf('1 a')}`, 'invalid parameter: cursor'],
    [`cursor=${'a'.repeat(101)}`, 'invalid parameter: cursor'],
    [`cursor=${cursorOf('1 a')}&offset=1`, 'invalid offset'],
  ])('has no page at ?%s', async (query, message) => {
    const { harness } = shared
    const keys = await harness.register()
    for (const path of ['/v1/orders', '/v1/withdrawals', `/v1/orders/${keys.merchantId}/deliveries`])
      expect(refusal(await harness.call('GET', `${path}?${query}`, { keys }))).toEqual(error(400, message))
  })

  it('shows only rows of its own merchant for any cursor', async () => {
    const { harness } = shared
    const [keys, other] = [await harness.register(), await harness.register()]
    await harness.call('POST', '/v1/orders', { keys: other, body: ORDER })
    await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const target = `/v1/orders?cursor=${cursorOf('999999999999999 z')}`
    const { json } = await harness.call('GET', target, { keys })
    expect((json.orders as Json[]).length).toBe(1) // the contract's array
  })
})
