import { describe, expect, it } from 'vitest'
import { NO_CHANGE } from '../../src/domain/merchants/brand.js'
import { readLogo } from '../../src/domain/merchants/logo.js'
import { changeBrand } from '../../src/domain/merchants/merchant-brands.js'
import { LINK_ORDERS_PER_ADDRESS } from '../../src/domain/shared/policy.js'
import { rewritePng } from '../../src/runtime/png.js'
import { pngOf } from '../support/checkout/png-files.js'
import { contextAt } from '../support/domain/context.js'
import {
  BEHIND_PROXY,
  LinkBrowser,
  makeLink,
  ordersOf,
  playNewest,
  readLink,
} from '../support/links/link-browser.js'
import { type Json, useHarness } from '../support/server/harness.js'
import { ENGINES, openOn, sideOf } from '../support/storage/engines.js'

const EXPIRES_MS = 1_800_000
const statuses = (orders: readonly Json[]) => orders.map(({ status }) => status)

describe.each(ENGINES)('the page of a payment link on %s', (engine) => {
  const shared = useHarness(BEHIND_PROXY, engine)

  async function open(fields: object = {}) {
    const { harness } = shared
    const keys = await harness.register()
    const link = await makeLink(harness, keys, fields)
    return { harness, keys, link, payer: () => new LinkBrowser(harness, link.url) }
  }

  it('has a card for chats, with shop, amount, description and logo, all of its own address', async () => {
    const { harness, keys, link, payer } = await open({ amount: '25', description: 'Two <tickets>' })
    const store = await openOn(harness.database)
    const logo = await readLogo(pngOf(48), rewritePng)
    const change = { ...NO_CHANGE, logo }
    await store.write((tx) =>
      changeBrand(
        tx,
        contextAt(harness.clock),
        { id: keys.merchantId, change },
        { actor: 'ada', reason: null },
      ),
    )
    const { html } = await payer().open()
    const card = [...html.matchAll(/<meta property="og:(\w+)" content="([^"]*)">/g)].map(([, name, text]) => [
      name,
      text,
    ])
    expect(Object.fromEntries(card)).toEqual({
      type: 'website',
      site_name: 'Ada&#39;s Books',
      title: '25.00 USDT · Ada&#39;s Books',
      description: 'Two &lt;tickets&gt;',
      url: link.url,
      image: `${link.url}/logo`,
    })
  })

  it('shows a form with the networks, and opens an order that names its link', async () => {
    const { harness, keys, link, payer } = await open({ description: 'Two <tickets>', metadata: { n: '7' } })
    const ada = payer()
    const { status, html, headers } = await ada.open()
    expect(status).toBe(200)
    expect(html).toContain('Two &lt;tickets&gt;')
    expect(html).toContain('value="TRC20"')
    expect(html).toContain('value="ERC20"')
    expect(html).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain("form-action 'self'")
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('set-cookie')).toMatch(/; Path=\/link\/[\w-]{22}; HttpOnly; SameSite=Lax$/)
    await ada.order('TRC20')
    const [row] = await ordersOf(harness, keys, link)
    expect(row).toMatchObject({ status: 'OPEN', network: 'TRC20', payment_link_id: link.id })
    const { json } = await harness.call('GET', `/v1/orders/${row?.id}`, { keys })
    expect(json).toMatchObject({
      payment_link_id: link.id,
      description: 'Two <tickets>',
      metadata: { n: '7' },
    })
    expect(await readLink(harness, keys, link)).toMatchObject({ status: 'OPEN', orders_count: 1 })
  })

  it('leads the tabs, the double click and the back button of one payer to one order', async () => {
    const { harness, keys, link, payer } = await open({ uses: 'MANY' })
    const ada = payer()
    await ada.open()
    const tokens = await Promise.all([ada.order('TRC20'), ada.tab().order('TRC20'), ada.order('TRC20')])
    expect(new Set(tokens).size).toBe(1)
    const { html } = await ada.open()
    expect(html).toMatch(/value="TRC20" checked/)
    expect(await ada.order('TRC20')).toBe(tokens[0])
    expect(await ordersOf(harness, keys, link)).toHaveLength(1)
  })

  it('leads back to the form when it met a failure of the server', async () => {
    const { harness, link, payer } = await open()
    const side = await sideOf(harness.database)
    await side.script('ALTER TABLE merchant_brands RENAME TO mislaid')
    const { status, html } = await payer().pay('TRC20')
    await side.script('ALTER TABLE mislaid RENAME TO merchant_brands')
    const [, next] = /<meta http-equiv="refresh" content="15; url=([^"]*)">/.exec(html) ?? []
    expect([status, next && new URL(next, `${link.url}`).href]).toEqual([500, link.url])
  })

  it('knows a payer without cookies by the form', async () => {
    const { payer } = await open({ uses: 'MANY' })
    const { html } = await payer().open()
    const [, visitor = ''] = /name="visitor" value="([\w-]{22})"/.exec(html) ?? []
    const first = await payer().order('TRC20', { visitor })
    expect(await payer().order('TRC20', { visitor })).toBe(first)
  })

  it('gives two payers of a MANY link an order each, and those of a ONCE link the same one', async () => {
    const many = await open({ uses: 'MANY' })
    expect(await many.payer().order('TRC20')).not.toBe(await many.payer().order('TRC20'))
    const once = await open()
    expect(await once.payer().order('TRC20')).toBe(await once.payer().order('TRC20'))
  })

  it('ends the order of another network first, and leads back to it while money is in flight', async () => {
    const { harness, keys, link, payer } = await open()
    const ada = payer()
    const first = await ada.order('TRC20')
    const second = await ada.order('ERC20')
    expect(second).not.toBe(first)
    await harness.pass(2_000)
    expect(statuses(await ordersOf(harness, keys, link))).toEqual(['OPEN', 'EXPIRED'])
    await playNewest(harness, keys, link, { action: 'pay' }, 1_000)
    expect(await ada.order('TRC20')).toBe(second)
    expect(await payer().open()).toMatchObject({ status: 303, location: `../pay/${second}` })
    await harness.pass(4_000)
    expect(await readLink(harness, keys, link)).toMatchObject({
      status: 'PAID',
      paid_orders_count: 1,
      paid_amount: '25.00',
      credited_amount: '24.75',
    })
  })

  it('gives a payer who returns after the window a new order', async () => {
    const { harness, keys, link, payer } = await open()
    const ada = payer()
    const first = await ada.order('TRC20')
    await harness.pass(EXPIRES_MS + 2_000, 60_000)
    const { text } = await harness.call('GET', `/pay/${first}`)
    expect(text).toContain(`href="../link/${String(link.url).split('/').pop()}"`)
    expect(await ada.order('TRC20')).not.toBe(first)
    expect(statuses(await ordersOf(harness, keys, link))).toEqual(['OPEN', 'EXPIRED'])
  })

  it('shows the receipt of a paid ONCE link, never a form', async () => {
    const { harness, keys, link, payer } = await open()
    const ada = payer()
    const token = await ada.order('TRC20')
    await playNewest(harness, keys, link, { action: 'pay' })
    for (const browser of [ada, payer()]) {
      const { html } = await browser.open()
      expect(html).toContain(`../pay/${token}`)
      expect(html).not.toContain('<form')
      expect(await browser.pay('TRC20')).toMatchObject({
        status: 303,
        location: expect.stringMatching(/^[\w-]{22}$/),
      })
    }
    expect(await ordersOf(harness, keys, link)).toHaveLength(1)
    const { status, json } = await harness.call('POST', `/v1/payment-links/${link.id}/close`, { keys })
    expect([status, json.error]).toEqual([409, 'payment link closed'])
  })

  it('is PAID by a payment that comes late, also when it was closed', async () => {
    const { harness, keys, link, payer } = await open()
    const token = await payer().order('TRC20')
    await playNewest(harness, keys, link, { action: 'expire' })
    const closed = await harness.call('POST', `/v1/payment-links/${link.id}/close`, { keys })
    expect(closed.json).toMatchObject({ status: 'CLOSED' })
    expect(await harness.call('POST', `/v1/payment-links/${link.id}/close`, { keys })).toMatchObject({
      status: 200,
    })
    await playNewest(harness, keys, link, { action: 'late_pay' }, 1_000)
    expect(await payer().open()).toMatchObject({ status: 303, location: `../pay/${token}` })
    await harness.pass(4_000)
    expect(await readLink(harness, keys, link)).toMatchObject({ status: 'PAID', paid_orders_count: 1 })
  })

  it('says that it was paid twice, and the second payment can be refunded', async () => {
    const { harness, keys, link, payer } = await open()
    const ada = payer()
    await ada.order('TRC20')
    const [first] = await ordersOf(harness, keys, link)
    await ada.order('ERC20')
    await harness.pass(2_000)
    await playNewest(harness, keys, link, { action: 'pay' })
    const target = `/v1/test_helpers/orders/${first?.id}/simulate`
    await harness.call('POST', target, { keys, body: { action: 'late_pay' } })
    await harness.pass(4_000)
    expect(await readLink(harness, keys, link)).toMatchObject({
      status: 'PAID',
      orders_count: 2,
      paid_orders_count: 2,
      paid_amount: '50.00',
      credited_amount: '49.50',
    })
    const { html } = await ada.open()
    expect(html).toContain('This was paid twice')
    const refund = await harness.call('POST', `/v1/orders/${first?.id}/refunds`, {
      keys,
      body: { destination_address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH', amount: '20.00' },
    })
    expect(refund.status).toBe(201)
  })

  it('leads back to an underpaid or frozen order of a ONCE link, whose status stays OPEN', async () => {
    for (const action of ['underpay', 'freeze']) {
      const { harness, keys, link, payer } = await open()
      const token = await payer().order('TRC20')
      await playNewest(harness, keys, link, { action })
      expect(await payer().open()).toMatchObject({ location: `../pay/${token}` })
      expect(await payer().order('ERC20')).toBe(token)
      expect(await readLink(harness, keys, link)).toMatchObject({ status: 'OPEN', paid_orders_count: 0 })
    }
  })

  it('is no longer PAID when a reorganisation takes the payment back', async () => {
    const { harness, keys, link, payer } = await open()
    await payer().order('TRC20')
    await playNewest(harness, keys, link, { action: 'pay' })
    await playNewest(harness, keys, link, { action: 'reorg' })
    expect(await readLink(harness, keys, link)).toMatchObject({
      status: 'OPEN',
      paid_orders_count: 0,
      paid_amount: '0.00',
      credited_amount: '0.00',
    })
  })

  it('takes the amount of a CUSTOM link within its limits', async () => {
    const limits = { min_amount: '20', max_amount: '500' }
    const { harness, keys, link, payer } = await open({ amount_mode: 'CUSTOM', amount: undefined, ...limits })
    const ada = payer()
    const { html } = await ada.open()
    expect(html).toMatch(/At least .*20\.00 USDT.*At most .*500\.00 USDT/s)
    for (const amount of [
      '',
      '19.99',
      '500.01',
      '12,500',
      '30.500',
      '1e2',
      '-30',
      '30.1234567',
      '<b>',
      '99999999999',
    ]) {
      const answer = await ada.pay('TRC20', { amount })
      expect([amount, answer.status]).toEqual([amount, 400])
      expect(answer.html).toContain('Enter an amount within the limits')
      expect(answer.html).not.toContain('<b>"')
    }
    for (const amount of ['64.90', '64,90', ' 64.9 ', '٦٤٫٩', '۶۴٫۹۰']) await ada.order('TRC20', { amount })
    expect(await ordersOf(harness, keys, link)).toMatchObject([{ order_amount: '64.90' }])
    await ada.order('TRC20', { amount: '70' })
    expect(await ordersOf(harness, keys, link)).toMatchObject([{ order_amount: '70.00' }, {}])
  })

  it('takes no payments when it is closed or expired', async () => {
    const closed = await open()
    await closed.harness.call('POST', `/v1/payment-links/${closed.link.id}/close`, { keys: closed.keys })
    expect((await closed.payer().open()).html).toContain('This link takes no more payments')
    expect(await closed.payer().pay('TRC20')).toMatchObject({ status: 303 })
    const { harness, keys } = closed
    const expires_at = new Date(harness.clock.now() + 60_000).toISOString()
    const link = await makeLink(harness, keys, { expires_at })
    expect((await new LinkBrowser(harness, link.url).open()).html).toContain('<form')
    await harness.pass(60_000, 60_000)
    expect((await new LinkBrowser(harness, link.url).open()).html).toContain('This link has expired')
    expect(await readLink(harness, keys, link)).toMatchObject({ status: 'EXPIRED' })
    expect(await ordersOf(harness, keys, link)).toEqual([])
  })

  it('offers the networks of the link only, and refuses another one', async () => {
    const { payer } = await open({ networks: ['ERC20'] })
    const { html } = await payer().open()
    expect(html).not.toContain('value="TRC20"')
    const refused = await payer().pay('TRC20')
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('Choose another one')
  })

  it('refuses a fourth open order from one network address, and a visitor of the same /64', async () => {
    const { harness, keys, link } = await open({ uses: 'MANY' })
    const from = (n: number) => new LinkBrowser(harness, link.url, `2001:db8:0:1::${n}`)
    for (let n = 1; n <= LINK_ORDERS_PER_ADDRESS; n += 1) await from(n).order('TRC20')
    const refused = await from(9).pay('TRC20')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '300'])
    expect(refused.html).toContain('Try again later')
    await new LinkBrowser(harness, link.url, '2001:db8:0:2::1').order('TRC20')
    expect(await ordersOf(harness, keys, link)).toHaveLength(LINK_ORDERS_PER_ADDRESS + 1)
  })
})
