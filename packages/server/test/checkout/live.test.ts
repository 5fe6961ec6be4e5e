import { describe, expect, it } from 'vitest'
import { orderInRow, simulate } from '../support/checkout/checkout-rows.js'
import { followCheckout } from '../support/checkout/checkout-stream.js'
import { Harness, useHarness } from '../support/server/harness.js'
import { sideOf } from '../support/storage/engines.js'

describe('the stream of a checkout page', () => {
  const shared = useHarness()

  async function open(fields: object = {}) {
    const { harness } = shared
    const keys = await harness.register()
    const { order, url } = await orderInRow(harness, keys, 'pay', fields)
    const play = (body: object) => simulate(harness, keys, order, body)
    return { harness, order, url, play, target: new URL(url).pathname }
  }

  /** Adds a condition to the network of the orders. @returns a function that removes it */
  async function hold({ database }: Harness, kind: string) {
    const side = await sideOf(database)
    await side.script(
      `INSERT INTO chain_conditions (environment, network, kind, reason, since_at)
         VALUES ('test', 'TRC20', '${kind}', 'a test holds it up', 1)`,
    )
    return () => side.script('DELETE FROM chain_conditions')
  }

  it('sends the row at once and each change of it, with the time, until the order is paid', async () => {
    const { harness, url, play } = await open()
    const stream = await followCheckout(url)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.response.headers.get('cache-control')).toBe('no-store, no-transform')
    const now = new Date(harness.clock.now()).toISOString()
    expect(await stream.next()).toMatchObject({ row: 'pay', received: '0.00', remaining: '25.00', now })
    await play({ action: 'pay', amount: '10' })
    await harness.pass(4_000)
    expect(await stream.until('pay_rest')).toMatchObject({ received: '10.00', remaining: '15.00' })
    await play({ action: 'pay' })
    await harness.pass(4_000)
    expect(await stream.until('paid')).toMatchObject({ status: 'PAID', received: '25.00' })
    expect(await stream.next()).toBeUndefined()
  })

  it('stays open after EXPIRED, so that a late payer sees the payment arrive', async () => {
    const { harness, url, play } = await open({ network: 'ERC20' })
    await play({ action: 'expire' })
    await harness.pass(4_000)
    const stream = await followCheckout(url)
    expect(await stream.next()).toMatchObject({ row: 'expired' })
    await play({ action: 'late_pay' })
    await harness.pass(8_000)
    await stream.until('late')
    await stream.until('expired_paid')
    expect(await stream.next()).toBeUndefined()
  })

  it('counts confirmations as blocks arrive, and ends the window by time alone', async () => {
    const { harness, url, play } = await open()
    await play({ action: 'pay' })
    await harness.pass(1_000)
    const confirming = await followCheckout(url)
    const other = await open()
    const waiting = await followCheckout(other.url)
    expect(await confirming.next()).toMatchObject({ confirmations: 1, required_confirmations: 3 })
    expect(await waiting.next()).toMatchObject({ row: 'pay' })
    await harness.pass(1_000)
    expect(await confirming.next()).toMatchObject({ confirmations: 2 })
    harness.clock.advance(1_800_000)
    const over = await waiting.next()
    expect(over).toMatchObject({ row: 'checking' })
    expect(over).not.toHaveProperty('address')
  })

  it('hides the address while payments in the token do not count', async () => {
    const { harness, url, order } = await open()
    const stream = await followCheckout(url)
    expect(await stream.next()).toMatchObject({ row: 'pay', address: order.payment_address })
    const resume = await hold(harness, 'token_deprecated')
    const state = await stream.next()
    await resume()
    expect(state).toMatchObject({ row: 'paused', status: 'OPEN' })
    expect(state).not.toHaveProperty('address')
    expect(await stream.next()).toMatchObject({ row: 'pay', address: order.payment_address })
  }, 20_000)

  it.each(['halted', 'token_paused', 'token_deprecated'])(
    'begins without an address while its network is %s',
    async (kind) => {
      const { harness, url } = await open()
      const resume = await hold(harness, kind)
      const state = await (await followCheckout(url)).next()
      await resume()
      expect(state).toMatchObject({ row: 'paused', status: 'OPEN' })
      expect(state).not.toHaveProperty('address')
    },
  )

  it('begins with the reconnection delay', async () => {
    const { url } = await open()
    const response = await fetch(`${url}/events`)
    const reader = response.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    await reader?.cancel()
    expect(Buffer.from(value ?? []).toString()).toMatch(/^retry: 3000\n\n/)
  })

  it('ends when the server stops, and no page counts against the key of its merchant', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '3' })
    const keys = await harness.register()
    const { order, url } = await orderInRow(harness, keys, 'pay')
    const target = new URL(url).pathname
    for (let look = 0; look < 2; look += 1) await harness.call('GET', target)
    const stream = await followCheckout(url)
    expect(await stream.next()).toMatchObject({ row: 'pay' })
    expect((await harness.call('GET', target)).status).toBe(429)
    expect((await harness.call('GET', `/v1/orders/${order.id}`, { keys })).status).toBe(200)
    const stopped = harness.server.stop()
    expect(await stream.next()).toBeUndefined()
    await stopped
  })
})

describe('the panel of a test order', () => {
  const shared = useHarness()
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

  it('runs the simulations that it offers, and leads back to the page in its language', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { url } = await orderInRow(harness, keys, 'pay')
    const target = new URL(url).pathname
    const token = target.split('/').at(-1)
    const play = (action: string) =>
      harness.call('POST', `${target}/simulate?lang=fr`, { bytes: `action=${action}`, headers: FORM })
    const offered = async () => {
      const { text } = await harness.call('GET', target)
      return [...text.matchAll(/name="action" value="([a-z_]+)"/g)].map(([, action]) => action)
    }
    expect(await offered()).toEqual(['pay', 'underpay', 'overpay', 'late_pay', 'expire', 'freeze'])
    expect(await play('pay')).toMatchObject({
      status: 303,
      headers: { location: `../${token}?lang=fr`, 'cache-control': 'no-store, no-transform' },
    })
    await harness.pass(4_000)
    expect(await offered()).toEqual(['pay', 'freeze', 'reorg'])
    expect((await play('overpay')).status).toBe(409)
    expect((await play('reorg')).status).toBe(303)
    await harness.pass(4_000)
    const { json } = await harness.call('GET', `${target}/state`)
    expect(json).toMatchObject({ row: 'frozen', status: 'FROZEN' })
  })

  it('offers no payment in time once the window is over', async () => {
    const { harness } = shared
    const { url } = await orderInRow(harness, await harness.register(), 'checking')
    const { text } = await harness.call('GET', new URL(url).pathname)
    const offered = [...text.matchAll(/name="action" value="([a-z_]+)"/g)].map(([, action]) => action)
    expect(offered).toEqual(['late_pay', 'expire', 'freeze'])
  })
})
