import { expect, it } from 'vitest'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeLink } from '../support/links/link-browser.js'
import { useHarness } from '../support/server/harness.js'

const shared = useHarness()
const OPEN_AMOUNT = { amount_mode: 'CUSTOM', amount: undefined, uses: 'MANY' }
const TEST_MARK = 'Test environment: no real money'

it('the poster of a link says that it is a test, and tells the payer who chooses the amount', async () => {
  const { harness } = shared
  const keys = await harness.register()
  const live = await harness.liveKeys(keys)
  for (const [environment, own] of [
    ['test', keys],
    ['live', live],
  ] as const) {
    const client = await signInWith(harness, own)
    const { id } = await makeLink(harness, own, OPEN_AMOUNT)
    const { status, text } = await client.get(`/dashboard/links/${id}/poster?env=${environment}`)
    expect([environment, status, text.includes(TEST_MARK)]).toEqual([
      environment,
      200,
      environment === 'test',
    ])
    expect(text).toContain('You choose the amount')
    expect(text).not.toContain('Payer chooses')
  }
})

it('the preview of a link tells the payer too', async () => {
  const client = await signInWith(shared.harness, await shared.harness.register())
  const { text } = await client.get('/dashboard/links/new')
  expect(text).toMatch(/data-shows="custom"[^>]*>You choose the amount</)
})
