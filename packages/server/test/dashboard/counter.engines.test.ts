import { describe, expect, it } from 'vitest'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { LinkBrowser } from '../support/links/link-browser.js'
import { type Json, useHarness } from '../support/server/harness.js'
import { ENGINES } from '../support/storage/engines.js'

const FORM = '/dashboard/counter'
const TIMEOUT_MS = 60_000

const LINK = { amount_mode: 'FIXED', amount: '30.00', currency: 'USDT', uses: 'MANY' }

/** The order whose payment a display of a link shows. */
const orderIn = (page: string): string | undefined => /data-poll="paid ([0-9a-f-]{36})"/.exec(page)?.[1]

/** Where the button for the next customer leads. */
const nextIn = (page: string): string => `${/href="([^"]+\/counter\?since=[^"]+)"/.exec(page)?.[1]}`

/** The states that a display shows, with their titles. */
const shownIn = (page: string): string[] =>
  [...page.matchAll(/<section class="(\w+)"([^>]*)>.*?<h2>([^<]*)/gs)].flatMap(([, part, rest, title]) =>
    rest?.includes(' hidden') ? [] : [`${part} ${title}`],
  )

describe.each(ENGINES)('the counter of the dashboard, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  it('makes one order of a form that is sent twice, shows it, and gives it up for the next customer', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const client = await signInWith(harness, keys)
    const fields = { amount: '23,14', description: 'Two tickets', network: 'TRC20' }
    const key = '019b0e5f-5555-7ddd-8eee-0123456789ab'
    const made = await client.submit(FORM, { ...fields, key }, FORM)
    const again = await client.submit(FORM, { ...fields, key }, FORM)
    const path = `${made.headers.location}`
    expect(path).toMatch(/^\/dashboard\/orders\/[0-9a-f-]{36}\/counter$/)
    expect(again.headers.location).toBe(path)
    const { json } = await harness.call('GET', '/v1/orders', { keys })
    expect(json.total).toBe(1)
    const [{ id } = { id: '' }] = json.orders as { id: string }[]
    const order = (await harness.call('GET', `/v1/orders/${id}`, { keys })).json
    expect(order).toMatchObject({ order_amount: '23.14', description: 'Two tickets', status: 'OPEN' })
    const { text } = await client.get(path)
    expect(text).toContain(`aria-label="${order.payment_address}"`)
    expect(text).toMatch(/<section class="paid"[^>]* hidden/)
    const other = await client.submit(FORM, { ...fields, network: 'ERC20' }, FORM)
    expect(other.headers.location).not.toBe(path)
    const small = await client.submit(FORM, { amount: '12.3450', network: 'TRC20' }, FORM)
    expect((await client.get(`${small.headers.location}`)).text).toContain('name="amount" value="12.3450"')
    const given = await client.submit(path, {}, FORM)
    expect(given.headers.location).toBe(FORM)
    expect((await client.get(path)).text).toMatch(/<section class="wait"[^>]* hidden/)
  })

  it('shows the code of a link for one customer after another, and each payment once', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const client = await signInWith(harness, keys)
    const link = (await harness.call('POST', '/v1/payment-links', { keys, body: LINK })).json
    const pay = async (action: string) => {
      const page = await fetch(`${harness.server.url}${new URL(`${link.url}`).pathname}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ network: 'TRC20' }),
      })
      const token = `${page.headers.get('location')}`.split('/').at(-1)
      await fetch(`${harness.server.url}/pay/${token}/simulate`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ action }),
      })
    }
    const show = async (path: string) => (await client.get(path)).text
    const [, counter = ''] =
      /href="([^"]+\/counter\?[^"]+)"/.exec(await show(`/dashboard/links/${link.id}`)) ?? []
    const before = await show(counter)
    expect(before).toContain('data-poll="wait ')
    expect([before.includes('Paid today'), before.includes('/pay/')]).toEqual([false, false])
    for (const _ of [1, 2]) {
      await pay('pay')
      await harness.pass(20_000, 5_000)
    }
    const first = await show(counter)
    const second = await show(nextIn(first))
    expect([first, second].map(orderIn)).toEqual([expect.any(String), expect.any(String)])
    expect(orderIn(first)).not.toBe(orderIn(second))
    expect(first).toContain('<strong data-line>Paid today (2) 60.00 USDT</strong>')
    const paid = (await harness.call('GET', `/v1/orders/${orderIn(first)}`, { keys })).json
    const fact = `${paid.order_number} · Tron · confirmed`
    expect(first).toContain(`data-paid-fact="${fact}"`)
    expect(first).toContain(`<bdi data-fact>${fact}</bdi>`)
    expect([before, first].map((page) => /<time data-clock title="UTC">\d\d:\d\d:\d\d</.test(page))).toEqual([
      true,
      true,
    ])
    expect(before).toContain('<bdi data-fact></bdi>')
    expect(first).toContain(`href="${paid.payment_url}" data-paper`)
    expect(await show(nextIn(second))).toContain('data-poll="wait ')
    await client.submit(`/dashboard/links/${link.id}/close`, {}, `/dashboard/links/${link.id}/close`)
    expect(await show(nextIn(second))).toContain('data-poll="over ')
    const other = await signInWith(harness, await harness.register())
    expect((await other.get(counter)).status).toBe(404)
  })

  it('shows a part of a payment as a part from the start', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const client = await signInWith(harness, keys)
    const textOf = (page: string) => page.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
    const made = await client.submit(FORM, { amount: '12.50', network: 'TRC20' }, FORM)
    const path = `${made.headers.location}`
    const id = path.split('/')[3]
    const simulate = (order: unknown, action: string) =>
      harness.call('POST', `/v1/test_helpers/orders/${order}/simulate`, { keys, body: { action } })
    await simulate(id, 'underpay')
    await harness.pass(2_000)
    const order = (await harness.call('GET', `/v1/orders/${id}`, { keys })).json
    expect(order).toMatchObject({ status: 'CONFIRMING', order_amount: '12.50' })
    const received = `${order.received_amount}`
    const till = (await client.get(path)).text
    expect(shownIn(till)).toEqual(['part Part of the payment seen'])
    expect(textOf(till)).toContain(`Part of the payment seen${received} / 12.50 USDT`)
    const whole = await client.submit(FORM, { amount: '12.50', network: 'TRC20' }, FORM)
    await simulate(`${whole.headers.location}`.split('/')[3], 'pay')
    await harness.pass(2_000)
    const paying = (await client.get(`${whole.headers.location}`)).text
    expect(shownIn(paying)).toEqual(['seen Payment seen'])
    expect(textOf(paying)).toContain('Payment seen12.50 / 12.50 USDT')
    const link = (await harness.call('POST', '/v1/payment-links', { keys, body: LINK })).json
    const opened = await fetch(`${harness.server.url}${new URL(`${link.url}`).pathname}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ network: 'TRC20' }),
    })
    const token = `${opened.headers.get('location')}`.split('/').at(-1)
    await fetch(`${harness.server.url}/pay/${token}/simulate`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ action: 'underpay' }),
    })
    await harness.pass(2_000)
    const display = (await client.get(`/dashboard/links/${link.id}/counter`)).text
    expect(shownIn(display)).toEqual(['part Part of the payment seen'])
    expect(textOf(display)).toMatch(/Part of the payment seen\d+\.\d+ \/ 30\.00 USDT/)
  })

  it('goes on to ask for the payment when someone sends dust to its address', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const client = await signInWith(harness, keys)
    const made = await client.submit(FORM, { amount: '12.50', network: 'TRC20' }, FORM)
    const link = (await harness.call('POST', '/v1/payment-links', { keys, body: LINK })).json
    await new LinkBrowser(harness, link.url).order('TRC20')
    const orders = async () =>
      (await harness.call('GET', '/v1/orders', { keys })).json.orders as readonly Json[]
    const body = { action: 'pay', amount: '0.5' }
    for (const { id } of await orders())
      await harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body })
    await harness.pass(2_000)
    expect((await orders()).map(({ status }) => status)).toEqual(['CONFIRMING', 'CONFIRMING'])
    for (const path of [`${made.headers.location}`, `/dashboard/links/${link.id}/counter`])
      expect([path, shownIn((await client.get(path)).text)]).toEqual([path, ['wait Waiting for payment']])
  })

  it('says why no order was made', async () => {
    const { harness } = shared
    const client = await signInWith(harness, await harness.register())
    for (const amount of ['1', '12,500', '12.500']) {
      const refused = await client.submit(FORM, { amount, network: 'TRC20' }, FORM)
      expect([amount, refused.status]).toEqual([amount, 422])
      expect(refused.text).toContain('This amount is not accepted.')
    }
  })
})
