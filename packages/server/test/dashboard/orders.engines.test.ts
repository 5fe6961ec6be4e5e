import { describe, expect, it } from 'vitest'
import { COMPARED_PER_PAGE } from '../../src/domain/shared/search-window.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { LinkBrowser, makeLink } from '../support/links/link-browser.js'
import { ORDER, useHarness } from '../support/server/harness.js'
import { ENGINES, sideOf } from '../support/storage/engines.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

/** Many pages over one database, on a busy machine. */
const TIMEOUT_MS = 60_000

const DAY_MS = 86_400_000

/** A script that stores open orders of the client app, one a millisecond. */
const newerOrders = (merchantId: string, since: number, count: number): string =>
  `INSERT INTO orders (id, merchant_id, environment, kind, order_number, status, amount, received, confirmed, credited,
     fee_rate, amount_mode, scale, amount_min, amount_max, metadata, expire_at, created_at, updated_at, version)
   WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
   SELECT '019b0e5c-7e5a-7c3e-9f5a-' || n, '${merchantId}', 'test', 'app', 'ord_' || n, 'OPEN',
     CAST(2500000000 AS BIGINT), 0, 0, 0, 10000, 'FIXED', 2, 1, 1, '{}', ${since + 30 * DAY_MS}, ${since} + n, ${since} + n, 3
   FROM numbers`

describe.each(ENGINES)('the orders of the dashboard, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  it('are found by an Ethereum address in every spelling', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, network: 'ERC20' } })
    const client = await signInWith(harness, keys)
    const address = `${json.payment_address}`
    expect(address).not.toBe(address.toLowerCase())
    for (const spelling of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`]) {
      const { text } = await client.get(`/dashboard/orders?q=${spelling}`)
      expect([spelling, text.includes(`${json.order_number}`)]).toEqual([spelling, true])
    }
  })

  it('are found by a number in lower case or without its beginning, and by the address of a page for payers', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const made = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const { order_number: number, payment_url: url } = made.json
    const client = await signInWith(harness, keys)
    const bare = `${number}`.slice(4)
    for (const spelling of [`${number}`.toLowerCase(), bare, bare.toLowerCase(), `${url}?lang=fr`]) {
      const { text } = await client.get(`/dashboard/orders?q=${encodeURIComponent(spelling)}`)
      expect([spelling, text.includes(`${number}</`)]).toEqual([spelling, true])
    }
  })

  it('are found by the beginning of the id of their link, and not by that of another merchant', async () => {
    const { harness } = shared
    const [keys, other] = [await harness.register(), await harness.register()]
    const link = await makeLink(harness, keys)
    await new LinkBrowser(harness, link.url).order('TRC20')
    const { json } = await harness.call('GET', '/v1/orders', { keys })
    const [order] = json.orders as { order_number: string }[]
    const number = order?.order_number
    const beginnings = [link.id.slice(0, 12), link.id.slice(0, 30).toUpperCase()]
    for (const [owner, isFound] of [
      [keys, true],
      [other, false],
    ] as const) {
      const client = await signInWith(harness, owner)
      for (const beginning of beginnings) {
        const { text } = await client.get(`/dashboard/orders?q=${beginning}`)
        expect([beginning, text.includes(`${number}</`)]).toEqual([beginning, isFound])
      }
    }
  })

  it('are found by a reference that names a merchant or an order of another one', async () => {
    const { harness } = shared
    const [keys, other] = [await harness.register(), await harness.register('1001')]
    const theirs = await harness.call('POST', '/v1/orders', { keys: other, body: ORDER })
    const texts = ['1001', `${theirs.json.order_number}`]
    const client = await signInWith(harness, keys)
    for (const description of texts) {
      const body = { ...ORDER, description }
      const { json } = await harness.call('POST', '/v1/orders', { keys, body })
      const { text } = await client.get(`/dashboard/orders?q=${description}`)
      expect(text).toContain(`/dashboard/orders/${json.id}`)
      expect(text).not.toContain(`${theirs.json.id}`)
    }
  })

  it('are found by day, network and amount, with their number and sums', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const side = await sideOf(harness.database)
    await side.script(`INSERT INTO merchant_brands (merchant_id, time_zone, updated_at)
      VALUES ('${keys.merchantId}', 'America/New_York', 0)`)
    const make = async (body: object) =>
      `${(await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, ...body } })).json.order_number}`
    const made = [await make({ amount: '64.90' }), await make({ amount: '64.90', network: 'ERC20' })]
    harness.clock.advance(DAY_MS)
    made.push(await make({ amount: '64.90' }), await make({ amount: '1200.00' }))
    const client = await signInWith(harness, keys)
    // In New York it is still the day before.
    const dayOf = (at: number) => new Date(at - 5 * 3_600_000).toISOString().slice(0, 10)
    const [yesterday, today] = [dayOf(harness.clock.now() - DAY_MS), dayOf(harness.clock.now())]
    for (const [query, found, sums] of [
      ['min=64,90&max=64,90', [0, 1, 2], 'Orders: 3 · asked 194.70 · received 0.00 USDT'],
      ['q=64,90', [0, 1, 2], 'Orders: 3 · asked 194.70'],
      ['q=1,200.00', [3], 'Orders: 1 · asked 1,200.00'],
      ['min=64.90&max=64.90&network=TRC20', [0, 2], 'Orders: 2 · asked 129.80 · received 0.00 USDT'],
      [`from=${yesterday}&to=${yesterday}`, [0, 1], 'Orders: 2 · asked 129.80'],
      [`from=${today}`, [2, 3], 'Orders: 2 · asked 1,264.90'],
      ['period=today&min=1000', [3], 'Orders: 1 · asked 1,200.00'],
      ['period=week', [0, 1, 2, 3], 'Orders: 4'],
      ['period=today&status=PAID', [], 'Orders: 0'],
      // A filter that cannot be read is left out.
      ['period=year&from=2026-02-30&min=many&network=LOST', [0, 1, 2, 3], 'Orders: 4'],
    ] as const) {
      const { text } = await client.get(`/dashboard/orders?${query}`)
      const shown = made.flatMap((number, at) => (text.includes(number) ? [at] : []))
      expect([query, shown]).toEqual([query, [...found]])
      expect(text.replaceAll(/<[^>]+>/g, '')).toContain(sums)
    }
    const { text } = await client.get(`/dashboard/orders?from=${today}&min=1200&status=OPEN`)
    expect(text).toContain(`href="/dashboard/orders?status=OPEN&amp;from=${today}"`)
    expect(text).toContain('>Clear filters</a>')
  })

  it('are exported as they are shown, in the spelling of a country, with times of the merchant', async () => {
    const { harness } = shared
    const [keys, other] = [await harness.register(), await harness.register()]
    const side = await sideOf(harness.database)
    await side.script(`INSERT INTO merchant_brands (merchant_id, time_zone, updated_at)
      VALUES ('${keys.merchantId}', 'America/New_York', 0)`)
    const make = async (body: object, by = keys) =>
      (await harness.call('POST', '/v1/orders', { keys: by, body: { ...ORDER, ...body } })).json
    const order = await make({ amount: '64.90', description: '=1+1; "x"' })
    const simulate = { keys, body: { action: 'pay' } }
    await harness.call('POST', `/v1/test_helpers/orders/${order.id}/simulate`, simulate)
    await harness.pass(20_000, 5_000)
    for (let made = 0; made < 30; made += 1) await make({ amount: '20.00' })
    await make({ amount: '64.90' }, other)
    const client = await signInWith(harness, keys)
    const { text, headers } = await client.get('/dashboard/orders.csv?min=64.90&format=semicolon')
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename=orders-test-\d{4}-\d{2}-\d{2}\.csv$/,
    )
    const [names, row, ...rest] = text.split('\r\n')
    expect(names).toMatch(
      /^\ufefforder_number;status;.*;created \(America\/New_York\);.*;asked;received;fee;credited;refunded;/,
    )
    const created = new Date(`${order.created_at}`)
    const local = `${created.toLocaleDateString('sv', { timeZone: 'America/New_York' })} `
    expect(row).toContain(`${order.order_number};PAID;"'=1+1; ""x""";;${local}`)
    expect(row).toContain(`;"64,90";"64,90";"0,649";"64,251";"0,00";;;TRC20;${order.payment_address};`)
    expect(row?.endsWith(`;${order.id}`)).toBe(true)
    expect(rest).toEqual([''])
    const all = (await client.get('/dashboard/orders.csv')).text.trim().split('\r\n')
    expect(all).toHaveLength(32)
    expect(all.at(-1)).toContain(',64.90,64.90,0.649,64.251,0.00,')
    expect((await client.get('/dashboard/orders')).text).toContain('action="/dashboard/orders.csv"')
  })

  it('are counted as they come, under the filters of the page, and cost an old page nothing', async () => {
    const { harness } = shared
    const [keys, other] = [await harness.register(), await harness.register()]
    const make = (by: typeof keys, amount: string) =>
      harness.call('POST', '/v1/orders', { keys: by, body: { ...ORDER, amount } })
    await make(keys, '64.90')
    const client = await signInWith(harness, keys)
    const pollOf = async (query: string) => {
      const { text, headers } = await client.get(`/dashboard/orders${query}`)
      expect(headers['content-security-policy']).toContain("connect-src 'self'")
      return (/data-poll="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&')
    }
    const polls = [await pollOf(''), await pollOf('?min=60'), await pollOf('?status=PAID')]
    const counts = () => Promise.all(polls.map(async (poll) => (await client.get(poll)).json.count))
    expect(await counts()).toEqual([0, 0, 0])
    for (const amount of ['64.90', '20.00']) await make(keys, amount)
    await make(other, '64.90')
    expect(await counts()).toEqual([2, 1, 0])
    expect((await client.get('/dashboard/orders?after=1.0')).text).not.toContain('data-poll=')
  })

  it('suggest a refund of the part that is too much, once', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const simulate = { keys, body: { action: 'overpay' } }
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, simulate)
    await harness.pass(20_000, 5_000)
    const paid = (await harness.call('GET', `/v1/orders/${json.id}`, { keys })).json
    expect(paid.status).toBe('PAID')
    const client = await signInWith(harness, keys)
    const form = () => client.get(`/dashboard/orders/${json.id}/refund`)
    expect((await form()).text).toContain(`value="${paid.overpaid_amount}"`)
    const refund = { destination_address: PAYEE.TRC20, amount: paid.overpaid_amount }
    const made = await harness.call('POST', `/v1/orders/${json.id}/refunds`, { keys, body: refund })
    expect(made.status).toBe(201)
    expect((await form()).text).toMatch(/name="amount"[^>]* value=""/)
  })

  it('are compared with a text page by page, and each page says how far it went', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const body = { ...ORDER, description: 'a needle' }
    const { json } = await harness.call('POST', '/v1/orders', { keys, body })
    const side = await sideOf(harness.database)
    await side.script(newerOrders(keys.merchantId, harness.clock.now(), COMPARED_PER_PAGE))
    const client = await signInWith(harness, keys)
    const first = await client.get('/dashboard/orders?q=eedle')
    expect(first.text).toContain('Nothing found')
    expect(first.text).toMatch(/Compared back to \d+ \w+ \d{4}\./)
    const [, next] = /rel="next" href="([^"]+)"/.exec(first.text) ?? []
    const second = await client.get(`${next}`.replaceAll('&amp;', '&'))
    expect(second.text).toContain(`${json.order_number}`)
  })

  it('count the confirmations of a payment, in lists too', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const simulate = { keys, body: { action: 'pay' } }
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, simulate)
    await harness.pass(2_000)
    const client = await signInWith(harness, keys)
    for (const path of ['', '/orders', `/orders/${json.id}`]) {
      const { text } = await client.get(`/dashboard${path}`)
      expect([path, /Confirming, \d+ of \d+/.exec(text)?.[0]]).toEqual([path, 'Confirming, 2 of 3'])
    }
  })

  it('tell each day on which something happened', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const client = await signInWith(harness, keys)
    const path = `/dashboard/orders/${json.id}`
    expect((await client.get(path)).text).not.toContain('<li class="day">')
    harness.clock.advance(DAY_MS)
    await harness.pass(20_000, 5_000)
    const { text } = await client.get(path)
    expect(text.match(/<li class="day">\d+ \w+ \d{4}<\/li>/g)).toHaveLength(1)
  })
})
