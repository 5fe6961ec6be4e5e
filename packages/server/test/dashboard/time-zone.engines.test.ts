import { describe, expect, it } from 'vitest'
import { instantOf } from '../../src/domain/shared/iso-time.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { ORDER, type Registered, useHarness } from '../support/server/harness.js'
import { ENGINES, sideOf } from '../support/storage/engines.js'

/** Many pages over one database, on a busy machine. */
const TIMEOUT_MS = 60_000

describe.each(ENGINES)('a time zone with daylight saving, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  async function pay(keys: Registered, at: string): Promise<string> {
    const { harness } = shared
    harness.clock.advance(instantOf(at) - harness.clock.now())
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
      keys,
      body: { action: 'pay' },
    })
    await harness.pass(20_000, 5_000)
    return `${json.id}`
  }

  it('gives times, the days of the chart and the months of statements', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const side = await sideOf(harness.database)
    await side.script(`INSERT INTO merchant_brands (merchant_id, time_zone, updated_at)
      VALUES ('${keys.merchantId}', 'America/New_York', 0)`)
    // In New York it is 31 December, 8 March, which has 23 hours, and the 9th.
    const first = await pay(keys, '2026-01-01T04:30:00Z')
    await pay(keys, '2026-03-08T05:30:00Z')
    await pay(keys, '2026-03-09T03:30:00Z')
    await pay(keys, '2026-03-09T04:30:00Z')
    const client = await signInWith(harness, keys)
    const textOf = async (path: string) =>
      (await client.get(`/dashboard${path}`)).text.replaceAll(/<\/td>/g, ' ').replaceAll(/<[^>]+>/g, '')
    const home = await textOf('')
    expect(home).toContain('Monday, 9 March 2026. Times in America/New_York.')
    expect(home).toContain('9 Mar 1 25.00')
    expect(home).toContain('8 Mar 2 50.00')
    const year = await textOf('?chart=year')
    expect(year).toContain('March 2026 3 75.00')
    expect(year).toContain('December 2025 1 25.00')
    expect(await textOf(`/orders/${first}`)).toMatch(/31 Dec 2025, America\/New_York.*23:30:00/s)
    const statement = await textOf('/statement?period=2025-12')
    expect(statement).toContain('1 Dec 2025 to 31 Dec 2025, America/New_York')
    expect(statement).toMatch(/Payments received\s*25\.00/)
    const { text } = await client.get('/dashboard/statement.csv?period=2026-Q1')
    expect(text).toMatch(/^\ufeffposted \(America\/New_York\),posted_at,/)
    expect(text).toMatch(/2026-03-09 \d\d:\d\d:\d\d,2026-03-09T\d/)
    expect(text).not.toContain('2025-12')
    expect(await textOf('/brand')).toMatch(/Time zone\s*America\/New_York/)
  })

  it('a time zone with daylight saving that the server does not know is UTC', async () => {
    const { harness } = shared
    const keys = await harness.register('2002')
    const side = await sideOf(harness.database)
    await side.script(`INSERT INTO merchant_brands (merchant_id, time_zone, updated_at)
      VALUES ('${keys.merchantId}', 'Europe/Atlantis', 0)`)
    const client = await signInWith(harness, keys)
    const { status, text } = await client.get('/dashboard')
    expect([status, text.includes('UTC')]).toEqual([200, true])
  })
})
