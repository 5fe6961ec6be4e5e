import { describe, expect, it } from 'vitest'
import { COMPARED_PER_PAGE } from '../../src/domain/orders/order-search.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
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
    const first = await client.get('/dashboard/orders?q=needle')
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
