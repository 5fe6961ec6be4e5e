import { describe, expect, it } from 'vitest'
import { confirm } from '../support/rates/rates.js'
import { ScreeningService } from '../support/screening/screening-service.js'
import { type Answer, Harness, ORDER } from '../support/server/harness.js'
import { ENGINES, openOn } from '../support/storage/engines.js'

const MINUTE = 60_000
const { amount: _, ...UNPRICED } = ORDER
const PRICED = { ...UNPRICED, price: { amount: '49.90', currency: 'EUR' } }

const outcome = ({ status, json }: Answer) => `${status} ${json.error ?? json.order_amount}`

describe.each(ENGINES)('an order with a price, on %s', { timeout: 60_000 }, (engine) => {
  /** A server whose source of rates answers as the test wants. */
  async function start() {
    const source = await ScreeningService.start()
    const harness = await Harness.start({ MERCHANTPAY_RATES_URL: source.url }, { engine })
    const store = await openOn(harness.database)
    const keys = await harness.register()
    const give = (rates: Record<string, unknown>, at = harness.clock.real()) =>
      source.respondJson({ at: new Date(at).toISOString(), usdt_per_unit: rates })
    /** Lets time pass, and what is due be done. */
    const pass = async (ms = MINUTE) => {
      harness.clock.advanceReal(ms)
      harness.clock.advance(ms)
      await harness.work()
    }
    const call = (method: string, target: string, body?: object) =>
      harness.call(method, target, { keys, body, timestamp: Math.floor(harness.clock.real() / 1_000) })
    const create = (fields: object = {}) => call('POST', '/v1/orders', { ...PRICED, ...fields })
    const fault = async () => (await store.read((tx) => tx.rates.source())).fault
    const confirmed = async (rates: Record<string, string>) => {
      give(rates)
      await pass()
      for (const currency of Object.keys(rates)) await confirm(store, harness.clock, currency)
    }
    return { source, harness, store, call, give, pass, create, fault, confirmed }
  }

  it('gets its amount from a rate that a person confirmed, and keeps the rate', async () => {
    const { call, create, confirmed, give, pass } = await start()
    expect(outcome(await create())).toBe('400 unsupported price currency')
    give({ EUR: '1.0834' })
    await pass()
    expect(outcome(await create())).toBe('503 rate unavailable')
    expect((await create()).headers['retry-after']).toBe('60')
    await confirmed({ EUR: '1.0834', GBP: '1.27' })
    const { json: order } = await create()
    expect(order).toMatchObject({
      order_amount: '54.07',
      price: { amount: '49.90', currency: 'EUR' },
      rate: '1.0834',
    })
    give({ EUR: '1.10' })
    await pass()
    const { json: rate } = await call('GET', '/v1/rates?currency=EUR')
    expect(rate).toMatchObject({ currency: 'EUR', rate: '1.10' })
    const found = await call('GET', `/v1/orders/${order.id}`)
    expect(found.json).toMatchObject({ order_amount: '54.07', rate: '1.0834', rate_at: order.rate_at })
    expect(outcome(await create())).toBe('201 54.89')
    expect(outcome(await create({ price: { amount: '7.87', currency: 'GBP' } }))).toBe('400 invalid amount')
  })

  it('is the order of a repeated call after the rate moved, jumped or went away', async () => {
    const { create, confirmed, give, pass } = await start()
    await confirmed({ EUR: '1.0834' })
    const idempotency_key = 'cart-1/1'
    const first = await create({ idempotency_key })
    for (const rate of ['1.10', '2.00']) {
      give({ EUR: rate })
      await pass()
      const again = await create({ idempotency_key, price: { amount: '49.9', currency: 'EUR' } })
      expect(again.text).toBe(first.text)
      expect(again.headers['idempotent-replayed']).toBe('true')
    }
    expect(outcome(await create())).toBe('503 rate unavailable')
    const other = { idempotency_key, price: { amount: '49.91', currency: 'EUR' } }
    expect((await create(other)).json).toMatchObject({
      error: 'duplicate idempotency key',
      param: 'price',
    })
    const asAmount = { idempotency_key, price: undefined, amount: '54.07' }
    expect((await create(asAmount)).json).toMatchObject({
      error: 'duplicate idempotency key',
      param: 'amount',
    })
  })

  it('has the price in its events', async () => {
    const { harness, call, create, confirmed } = await start()
    await confirmed({ EUR: '1.0834' })
    const { json: order } = await create({ webhook_url: 'https://127.0.0.1/none' })
    const target = `/v1/test_helpers/orders/${order.id}/simulate`
    await call('POST', target, { action: 'pay' })
    await harness.pass(10_000)
    const { json } = await call('GET', `/v1/orders/${order.id}/deliveries`)
    const { price, rate, rate_at } = order
    const [delivery] = json.deliveries as { payload: { data: object } }[]
    expect(delivery?.payload.data).toMatchObject({ order_amount: '54.07', price, rate, rate_at })
  })

  it('is refused while the source gives nothing usable for 15 minutes, which waits for a person', async () => {
    const { source, store, create, confirmed, give, pass, fault } = await start()
    await confirmed({ EUR: '1.0834' })
    const faults: [string, () => void][] = [
      ['HTTP 500', () => source.respond((response) => response.writeHead(500).end())],
      ['HTTP 302', () => source.respond((response) => response.writeHead(302, { location: '/' }).end())],
      ['the document is not JSON', () => source.respond((response) => response.end('<html>'))],
      ['the response is too long', () => source.respond((response) => response.end('x'.repeat(70_000)))],
      ['`at` is in the future', () => give({ EUR: '1.08' }, Date.now() + 10 * 3_600_000)],
      ['UND_ERR_SOCKET', () => source.respond((response) => response.destroy())],
    ]
    for (const [expected, answer] of faults) {
      answer()
      await pass()
      expect(await fault()).toBe(expected)
      expect(outcome(await create())).toBe('201 54.07')
    }
    await pass(7 * MINUTE)
    expect(outcome(await create())).toBe('201 54.07')
    await pass(3 * MINUTE)
    expect(outcome(await create())).toBe('503 rate unavailable')
    const items = async () =>
      (await store.read((tx) => tx.attentionItems.list())).items.map(({ key, text }) => [key, text])
    expect(await items()).toEqual([
      [
        'rates_stale',
        'prices in other currencies are refused: no usable rates for 15 minutes, UND_ERR_SOCKET',
      ],
    ])
    give({ EUR: '1.09' })
    await pass()
    expect(outcome(await create())).toBe('201 54.40')
    expect(await items()).toEqual([])
  })

  it('is refused after a jump, which waits for a person with the command that ends it', async () => {
    const { harness, store, create, confirmed, give, pass } = await start()
    await confirmed({ EUR: '1.00' })
    await pass()
    give({ EUR: '1.11' })
    await pass()
    expect(outcome(await create())).toBe('503 rate unavailable')
    const { items } = await store.read((tx) => tx.attentionItems.list())
    expect(items.map(({ key, command }) => [key, command])).toEqual([
      ['rate_review/EUR', 'merchantpay-server rates confirm EUR --rate 1.11'],
    ])
    await confirm(store, harness.clock, 'EUR', '1.11')
    expect(outcome(await create())).toBe('201 55.39')
  })
})
