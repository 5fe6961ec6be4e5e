import { describe, expect, it } from 'vitest'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { type Harness, ORDER, useHarness } from '../support/server/harness.js'
import { ENGINES } from '../support/storage/engines.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

const TIMEOUT_MS = 60_000
const OTHERS = [
  'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
  'TCebCaLEY8dRHKZRGZ7w8k2nyPgwhkeYos',
  'TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9',
  'TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb',
  'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
]

/** Leaves an address on the page of an order, as its form does. */
async function leave({ server }: Harness, page: string, address: string) {
  const response = await fetch(`${server.url}${page}/refund-address?lang=en`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ refund_address: address }),
  })
  return { status: response.status, text: await response.text(), to: response.headers.get('location') }
}

describe.each(ENGINES)('an address for a refund, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  async function orderAfter(action: 'pay' | 'underpay' | 'overpay') {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, { keys, body: { action } })
    await harness.pass(20_000, 5_000)
    return { harness, keys, id: `${json.id}`, page: new URL(`${json.payment_url}`).pathname }
  }

  it.each(['underpay', 'overpay'] as const)(
    'is left on the page after %s, and shown beside the sender',
    async (action) => {
      const { harness, keys, id, page } = await orderAfter(action)
      const shown = async () => (await fetch(`${harness.server.url}${page}?lang=en`)).text()
      expect(await shown()).toContain('Where should the money go back to?')
      expect(await leave(harness, page, ` ${PAYEE.TRC20} `)).toMatchObject({ status: 303 })
      expect(await shown()).toContain(`${PAYEE.TRC20.slice(0, 6)}…${PAYEE.TRC20.slice(-6)}`)
      const client = await signInWith(harness, keys)
      const order = (await client.get(`/dashboard/orders/${id}`)).text
      expect(order).toContain('Sender')
      expect(order).toContain(PAYEE.TRC20)
      expect(order).toContain('Not proven to be the payer’s')
      const refund = (await client.get(`/dashboard/orders/${id}/refund`)).text
      expect(refund).toContain(PAYEE.TRC20)
      expect(refund).not.toMatch(new RegExp(`value="${PAYEE.TRC20}"`))
    },
  )

  it('is one of its network, outside the service, and one of five at most', async () => {
    const { harness, keys, id, page } = await orderAfter('underpay')
    const { json } = await harness.call('GET', `/v1/orders/${id}`, { keys })
    for (const wrong of [PAYEE.ERC20, `${PAYEE.TRC20.slice(0, -1)}x`, `${json.payment_address}`, '', '<b>'])
      expect((await leave(harness, page, wrong)).text).toContain('This is not a valid address on')
    const all = [PAYEE.TRC20, ...OTHERS]
    const answers = []
    for (const address of all) answers.push((await leave(harness, page, address)).status)
    expect(answers).toEqual([303, 303, 303, 303, 303, 400])
    // One that is there stays with its time.
    expect((await leave(harness, page, PAYEE.TRC20)).status).toBe(303)
    expect((await leave(harness, page, `${OTHERS[4]}`)).text).toContain('No more addresses can be left here')
  })

  it('is not asked for where nothing goes back, or the merchant has decided', async () => {
    const paid = await orderAfter('pay')
    await leave(paid.harness, paid.page, PAYEE.TRC20)
    const kept = await orderAfter('overpay')
    await kept.harness.call('POST', `/v1/orders/${kept.id}/accept`, { keys: kept.keys })
    await leave(kept.harness, kept.page, PAYEE.TRC20)
    for (const { harness, keys, id, page } of [paid, kept]) {
      const shown = await (await fetch(`${harness.server.url}${page}?lang=en`)).text()
      expect(shown).not.toContain('Where should the money go back to?')
      expect((await (await signInWith(harness, keys)).get(`/dashboard/orders/${id}`)).text).not.toContain(
        'Not proven',
      )
    }
  })
})
