import { describe, expect, it } from 'vitest'
import {
  BEHIND_PROXY,
  LinkBrowser,
  makeLink,
  ordersOf,
  playNewest,
  readLink,
} from '../support/links/link-browser.js'
import { storeRates, useRates } from '../support/rates/rates.js'
import { useHarness } from '../support/server/harness.js'
import { ENGINES, openOn } from '../support/storage/engines.js'

const PRICE = { amount: '49.90', currency: 'EUR' }
const PRICED = { amount: undefined, price: PRICE }

describe.each(ENGINES)('a payment link with a price, on %s', (engine) => {
  const shared = useHarness(BEHIND_PROXY, engine)

  async function open(fields: object = {}) {
    const { harness } = shared
    const keys = await harness.register()
    const store = await openOn(harness.database)
    /** A rate that a person has confirmed. */
    const use = (rate: string) => useRates(store, harness.clock, { EUR: rate })
    /** A rate that waits for a person, where it is far from the last one. */
    const give = (rate: string) => storeRates(store, harness.clock.real(), { EUR: rate })
    await use('1.0834')
    const link = await makeLink(harness, keys, { ...PRICED, ...fields })
    const payer = () => new LinkBrowser(harness, link.url)
    return { harness, keys, link, payer, use, give, orders: () => ordersOf(harness, keys, link) }
  }

  it('shows the price and about what it comes to, and gives each payer the rate of the moment', async () => {
    const { harness, keys, link, payer, use, orders } = await open({ uses: 'MANY' })
    expect(link).toMatchObject({ amount_mode: 'FIXED', price: PRICE })
    expect(link).not.toHaveProperty('amount')
    const { html } = await payer().open()
    expect(html).toContain('<span id="amount">49.90</span> <small>EUR</small>')
    expect(html).toContain('54.07 USDT')
    expect(html).toContain('1 EUR = 1.0834 USDT')
    expect(html).toContain('The exchange rate is fixed for')
    await payer().order('TRC20')
    await use('1.10')
    await payer().order('TRC20')
    expect(await orders()).toMatchObject([
      { order_amount: '54.89', price: PRICE },
      { order_amount: '54.07', price: PRICE },
    ])
    expect(await readLink(harness, keys, link)).toMatchObject({ price: PRICE, orders_count: 2 })
  })

  it('leads both tabs of a payer to one order at its first rate, though the rate changed between them', async () => {
    const { payer, use, orders } = await open({ uses: 'MANY' })
    const ada = payer()
    await ada.open()
    const other = ada.tab()
    await other.open()
    const token = await ada.order('TRC20')
    await use('1.10')
    expect(await other.order('TRC20')).toBe(token)
    expect((await other.open()).html).toContain('54.07 USDT')
    expect(await orders()).toMatchObject([{ order_amount: '54.07' }])
    await other.order('ERC20')
    expect(await orders()).toMatchObject([{ order_amount: '54.89' }, { order_amount: '54.07' }])
  })

  it('says that there is no rate while it waits for a person, and keeps the order that exists', async () => {
    const { harness, keys, payer, give, use, orders } = await open({ uses: 'MANY' })
    const ada = payer()
    await ada.open()
    const token = await ada.order('TRC20')
    await give('2.00')
    for (const answer of [await payer().open(), await payer().pay('TRC20')]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
      expect(answer.html).toMatch(/There is no exchange rate of <bdi[^>]+>EUR<\/bdi> at the moment/)
    }
    expect((await ada.open()).html).toContain('54.07 USDT')
    expect(await ada.order('TRC20')).toBe(token)
    expect((await ada.pay('ERC20')).status).toBe(503)
    expect(await orders()).toMatchObject([{ status: 'OPEN', network: 'TRC20' }])
    const body = { amount_mode: 'FIXED', price: PRICE, currency: 'USDT' }
    const refused = await harness.call('POST', '/v1/payment-links', { keys, body })
    expect([refused.status, refused.json.error]).toEqual([503, 'rate unavailable'])
    await use('2.00')
    await payer().order('ERC20')
    expect(await orders()).toMatchObject([{ order_amount: '99.80' }, {}])
  })

  it('takes no payment while the price comes to 10 USDT or less', async () => {
    const { payer, use } = await open({ price: { amount: '12', currency: 'EUR' } })
    await use('0.80')
    expect((await payer().open()).html).toContain('Try again later')
    expect((await payer().pay('TRC20')).status).toBe(503)
    await use('0.90')
    await payer().order('TRC20')
  })

  it('is paid by an order with the price, which the receipt shows', async () => {
    const { harness, keys, link, payer, use } = await open()
    await payer().order('TRC20')
    await use('1.10')
    await playNewest(harness, keys, link, { action: 'pay' })
    expect(await readLink(harness, keys, link)).toMatchObject({ status: 'PAID', paid_amount: '54.07' })
    const { html } = await payer().open()
    expect(html).toContain('<span id="amount">54.07</span>')
    expect(html).toContain('49.90 EUR')
  })
})
