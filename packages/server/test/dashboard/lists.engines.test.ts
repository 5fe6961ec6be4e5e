import { describe, expect, it } from 'vitest'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeOwner } from '../support/dashboard/own-paths.js'
import { useHarness } from '../support/server/harness.js'
import { ENGINES } from '../support/storage/engines.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

/** Many pages over one database, on a busy machine. */
const TIMEOUT_MS = 60_000

describe.each(ENGINES)('the lists of the dashboard, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  it('say that there is nothing yet, or that nothing matches the filters', async () => {
    const { harness } = shared
    const client = await signInWith(harness, await harness.register())
    const owner = await makeOwner(harness)
    const filtered = await signInWith(harness, owner)
    const textOf = async (by: typeof client, path: string) => (await by.get(`/dashboard${path}`)).text
    for (const [path, text] of [
      ['/orders', 'No orders yet'],
      ['/deliveries', 'No webhooks'],
      ['/destinations', 'There is no destination yet.'],
      ['/withdrawals', 'No withdrawals yet'],
      ['/withdraw', 'No withdrawals yet'],
    ] as const) {
      const empty = await textOf(client, path)
      expect([path, empty.includes(text)]).toEqual([path, true])
      expect(empty).not.toContain('Clear filters')
      expect(await textOf(filtered, path)).not.toContain(text)
    }
    for (const path of ['/orders?status=FROZEN', '/orders?q=nonsense', '/deliveries?status=FAILED']) {
      const none = await textOf(filtered, path)
      expect([path, none.includes('Nothing found')]).toEqual([path, true])
      expect(none).toContain(`href="/dashboard${path.replace(/\?.*/, '')}">Clear filters`)
    }
    expect(await textOf(filtered, `/deliveries?endpoint=${owner.ids.endpoints}`)).toContain(
      'shop.invalid/hooks',
    )
  })

  it('page through withdrawals and refunds', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const refund = { destination_address: PAYEE.TRC20, amount: '2.50' }
    await harness.call('POST', `/v1/orders/${owner.ids.orders}/refunds`, { keys: owner, body: refund })
    const client = await signInWith(harness, owner)
    const { text } = await client.get('/dashboard/withdrawals')
    expect(text).toContain(`/dashboard/withdrawals/${owner.ids.withdrawals}`)
    expect(text).toContain('Withdrawals and refunds: 2')
    expect(text).toContain(`href="/dashboard/orders/${owner.ids.orders}">Refund`)
    const older = await client.get(`/dashboard/withdrawals?after=0.${owner.ids.withdrawals}`)
    expect(older.text).not.toContain(`/dashboard/withdrawals/${owner.ids.withdrawals}`)
  })

  it('the list of withdrawals in the dashboard is open to a session whose link is too old to withdraw', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    harness.clock.advanceReal(15 * 60_000)
    const refused = await client.get('/dashboard/withdraw')
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('href="/dashboard/withdrawals"')
    expect((await client.get('/dashboard/withdrawals')).text).toContain('10.00')
    harness.clock.advanceReal(-15 * 60_000)
  })
})
