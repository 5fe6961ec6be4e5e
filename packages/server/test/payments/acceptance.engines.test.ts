import { describe, expect, it } from 'vitest'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { LinkBrowser, makeLink, ordersOf, playNewest, readLink } from '../support/links/link-browser.js'
import { ORDER, type Registered, useHarness } from '../support/server/harness.js'
import { ENGINES } from '../support/storage/engines.js'

/** Longer than a payment, and than the end of a window. */
const PAYMENT_MS = 60_000

describe.each(ENGINES)('a merchant who accepts what an order has received, on %s', (engine) => {
  const shared = useHarness({}, engine)

  const accept = (keys: Registered, id: string) =>
    shared.harness.call('POST', `/v1/orders/${id}/accept`, { keys })

  async function orderAfter(keys: Registered, action: string): Promise<string> {
    const { harness } = shared
    const { id } = (await harness.call('POST', '/v1/orders', { keys, body: ORDER })).json
    await harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body: { action } })
    await harness.pass(PAYMENT_MS, 5_000)
    return id
  }

  it('notes the amount and the time, sends no event, and can accept a later surplus', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await orderAfter(keys, 'underpay')
    const first = await accept(keys, id)
    expect([first.status, first.json]).toMatchObject([
      200,
      { status: 'UNDERPAID', received_amount: '12.50', accepted_amount: '12.50' },
    ])
    harness.clock.advance(1_000)
    expect((await accept(keys, id)).json).toEqual(first.json)
    expect((await harness.call('GET', '/v1/events', { keys })).json.events).toMatchObject([
      { payload: { event: 'payment.underpaid' } },
    ])

    const late = { action: 'late_pay', amount: '25' }
    await harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body: late })
    await harness.pass(PAYMENT_MS, 5_000)
    const read = await harness.call('GET', `/v1/orders/${id}`, { keys })
    expect(read.json).toMatchObject({
      status: 'EXPIRED_PAID',
      received_amount: '37.50',
      accepted_amount: '12.50',
    })
    expect((await accept(keys, id)).json).toMatchObject({ accepted_amount: '37.50' })
  })

  it('refuses an order that is open, expired, paid exactly or checked, and one of another merchant', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (const action of ['expire', 'pay', 'freeze']) {
      const { status, errorText } = await accept(keys, await orderAfter(keys, action))
      expect([action, status, errorText]).toEqual([action, 409, '{"error":"action not possible"}'])
    }
    const underpaid = await orderAfter(keys, 'underpay')
    expect((await accept(await harness.register(), underpaid)).status).toBe(404)
  })

  it('has the ONCE link of an underpaid order paid, once', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const link = await makeLink(harness, keys, {})
    const payer = new LinkBrowser(harness, link.url)
    await payer.open()
    await payer.order('TRC20')
    await playNewest(harness, keys, link, { action: 'underpay' }, PAYMENT_MS)
    expect(await readLink(harness, keys, link)).toMatchObject({ status: 'OPEN', paid_orders_count: 0 })
    const [order] = await ordersOf(harness, keys, link)
    const id = order?.id ?? 'none'
    await accept(keys, id)
    await accept(keys, id)
    expect(await readLink(harness, keys, link)).toMatchObject({ status: 'PAID', paid_orders_count: 1 })
    const { html } = await payer.open()
    expect(html).not.toContain('<form')

    const late = { action: 'late_pay' }
    await harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body: late })
    await harness.pass(PAYMENT_MS, 5_000)
    expect(await readLink(harness, keys, link)).toMatchObject({ status: 'PAID', paid_orders_count: 1 })
  })

  it('is asked on the dashboard, where the order leaves the things to do', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await orderAfter(keys, 'underpay')
    const client = await signInWith(harness, keys)
    expect((await client.get('/dashboard')).text).toContain('Underpaid: ')
    expect((await client.get(`/dashboard/orders/${id}`)).text).toContain('Accept the payment')
    const path = `/dashboard/orders/${id}/accept`
    expect((await client.get(path)).text).toContain('Its status stays')
    await client.submit(path, {}, path)
    const page = await client.get(`/dashboard/orders/${id}`)
    expect(page.text).not.toContain('Accept the payment')
    expect(page.text).toContain('Accepted')
    expect((await client.get('/dashboard')).text).not.toContain('Underpaid: ')
  })
})
