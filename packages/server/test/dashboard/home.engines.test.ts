import { describe, expect, it } from 'vitest'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { amount } from '../support/domain/context.js'
import { ORDER, type Registered, useHarness } from '../support/server/harness.js'
import { ENGINES, openDatabase } from '../support/storage/engines.js'
import { appOrder, merchant } from '../support/storage/store-rows.js'

/** Many pages over one database, on a busy machine. */
const TIMEOUT_MS = 60_000
const DAY_MS = 86_400_000

/** The rows of the table below the chart, as its texts. */
function rowsIn(page: string): string[][] {
  const [, table = ''] = /id="paid".*?<tbody>(.*?)<\/tbody>/s.exec(page) ?? []
  return [...table.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, '')),
  )
}

describe.each(ENGINES)('the home page of the dashboard, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  /** Has an order of 25 USDT paid. */
  async function pay(keys: Registered): Promise<void> {
    const { harness } = shared
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
      keys,
      body: { action: 'pay' },
    })
    await harness.pass(20_000, 5_000)
  }

  it('sums paid orders by day, and by month in a year', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await pay(keys)
    await pay(keys)
    // From 1 January to 10 February.
    harness.clock.advance(40 * DAY_MS)
    await pay(keys)
    const client = await signInWith(harness, keys)
    const days = await client.get('/dashboard')
    expect(days.text).toContain('Paid per day')
    expect(days.text.match(/<rect/g)).toHaveLength(30)
    expect(rowsIn(days.text)[0]).toEqual(['10 Feb', '1', '25.00'])
    expect(days.text).toMatch(/25\.00<\/bdi> USDT in 30 days, 50 % less/)
    const year = await client.get('/dashboard?chart=year')
    expect(year.text).toContain('Paid per month')
    expect(year.text.match(/<rect/g)).toHaveLength(12)
    expect(rowsIn(year.text).slice(0, 3)).toEqual([
      ['February 2026', '1', '25.00'],
      ['January 2026', '2', '50.00'],
      ['December 2025', '0', '0.00'],
    ])
    expect(year.text).toMatch(/75\.00<\/bdi> USDT in 12 months/)
  })

  it('counts the newest of too many paid orders', async () => {
    const { store } = await openDatabase(engine)
    await store.write((tx) => tx.merchants.insert(merchant('a')))
    for (const day of [1, 2, 3]) {
      const paid = { received: amount('25.00'), confirmed: amount('25.00'), paidAt: day * DAY_MS }
      await store.write((tx) => tx.orders.insert({ ...appOrder(`o${day}`, 'a'), ...paid, status: 'PAID' }))
    }
    const scope = { merchantId: 'a', environment: 'test' } as const
    const listed = await store.read((tx) => tx.orders.listPaid(scope, DAY_MS, 2))
    expect(listed.map(({ from }) => from)).toEqual([2 * DAY_MS, 3 * DAY_MS])
  })
})
