import { describe, expect, it } from 'vitest'
import { signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { storeRates } from '../support/rates/rates.js'
import { useHarness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { ENGINES, openOn } from '../support/storage/engines.js'

const REASON = 'compared with the exchange'

describe.each(ENGINES)('the console, on %s', { timeout: 60_000 }, (engine) => {
  const shared = useHarness(WITH_CONSOLE, engine)

  it('lists the rates, and confirms the one that the operator saw', async () => {
    const { harness } = shared
    const store = await openOn(harness.database)
    await storeRates(store, harness.clock.real(), { EUR: '1.0834', GBP: '1.27' })
    const client = await signInAs(harness, 'omar', 'finance')
    expect((await client.get('/console/system')).text).toContain('/console/system/rates/EUR/confirm')
    const question = '/console/system/rates/EUR/confirm'
    expect((await client.get(question)).text).toContain('Confirm 1.0834 USDT for one EUR?')
    const confirm = (rate: string) => client.submit(question, { reason: REASON, rate })
    const moved = await confirm('1.50')
    expect([moved.status, moved.text.includes('is now 1.0834, not 1.50')]).toEqual([409, true])
    expect((await confirm('1.0834')).status).toBe(303)
    expect((await client.get('/console/system')).text).not.toContain('/console/system/rates/EUR/confirm')
    expect((await store.read((tx) => tx.rates.find('EUR')))?.waitingSince).toBeNull()
    expect(await auditRows(harness, 'EUR')).toMatchObject([
      { actor: 'omar (finance)', action: 'rates confirm' },
    ])
  })

  it('changes the surcharge of a merchant', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const client = await signInAs(harness)
    const page = `/console/merchants/${merchantId}`
    const change = (percent: string) => client.submit(`${page}/surcharge`, { reason: REASON, percent })
    expect((await change('1.5')).status).toBe(303)
    expect((await client.get(page)).text).toContain('1.5 % on prices')
    const refused = await change('21')
    expect([refused.status, refused.text.includes('at most 20')]).toEqual([409, true])
  })
})
