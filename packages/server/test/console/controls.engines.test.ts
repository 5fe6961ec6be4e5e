import { describe, expect, it } from 'vitest'
import { signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { LinkBrowser, makeLink } from '../support/links/link-browser.js'
import { ORDER, useHarness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { ENGINES } from '../support/storage/engines.js'

const REASON = 'ticket 41'

describe.each(ENGINES)('the controls of the console, on %s', { timeout: 60_000 }, (engine) => {
  const shared = useHarness(WITH_CONSOLE, engine)

  it('pause new orders of a network, whose open orders go on, and resume them', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const order = () => harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const { json: open } = await order()
    const client = await signInAs(harness, 'ines', 'finance')
    const act = (path: string) => client.submit(`/console/controls/${path}?env=test`, { reason: REASON })
    const paused = await act(`orders/${ORDER.network}/pause`)
    expect(paused.headers.location).toBe('/console/controls?env=test&done=orders-paused')
    const refused = await order()
    expect([refused.status, refused.json.error]).toEqual([400, 'no available address'])
    expect(refused.json.detail).toContain('are paused')
    const seen = await harness.call('GET', `/v1/orders/${open.id}`, { keys })
    expect(seen.json.status).toBe('OPEN')
    expect((await act(`orders/${ORDER.network}/pause`)).status).toBe(409)
    const payer = new LinkBrowser(harness, (await makeLink(harness, keys)).url)
    expect((await payer.open()).html).not.toContain(`value="${ORDER.network}"`)
    expect((await payer.pay(ORDER.network)).html).toContain('Choose another one.')
    const merchant = await signInWith(harness, keys)
    const isOff = new RegExp(`value="${ORDER.network}"[^>]* disabled.*New orders on this network are paused`)
    for (const path of ['/dashboard/counter', '/dashboard/links/new'])
      expect((await merchant.get(path)).text).toMatch(isOff)
    const sale = { amount: '23.14', network: ORDER.network }
    const denied = await merchant.submit('/dashboard/counter', sale, '/dashboard/counter')
    // At the network, and as the refusal.
    expect(denied.text.match(/New orders on this network are paused\./g)).toHaveLength(2)
    expect(denied.text).not.toMatch(/choose another one/i)
    expect(denied.text).not.toContain('No address is free')
    const elsewhere = await merchant.submit(
      '/dashboard/counter',
      { ...sale, network: 'ERC20' },
      '/dashboard/counter',
    )
    const display = await merchant.get(`${elsewhere.headers.location}`)
    expect(display.text).not.toContain(`name="network" value="${ORDER.network}"`)
    const all = { amount: '30', networks: 'ERC20', offered: 'ERC20' }
    const made = await merchant.submit('/dashboard/links/new', all, '/dashboard/links/new')
    const link = await harness.call(
      'GET',
      `/v1/payment-links/${`${made.headers.location}`.split('/').at(-1)}`,
      {
        keys,
      },
    )
    const page = await client.get('/console/controls?env=test')
    expect(page.text).toContain('Paused')
    expect(page.text).toContain(`ines (finance): ${REASON}`)
    expect((await act(`orders/${ORDER.network}/resume`)).status).toBe(303)
    expect((await order()).status).toBe(201)
    const later = new LinkBrowser(harness, `${link.json.url}`)
    expect((await later.open()).html).toContain(`value="${ORDER.network}"`)
    const about = await auditRows(harness, `test/${ORDER.network}`)
    expect(about.map(({ action }) => action)).toEqual(['orders pause', 'orders resume'])
  })

  it('stop payouts of a merchant, and show who did it and why', async () => {
    const { harness } = shared
    const { merchantId } = await harness.register()
    const client = await signInAs(harness, 'ines', 'finance')
    const act = (action: string) =>
      client.submit(`/console/controls/payouts/${merchantId}/${action}?env=test`, { reason: REASON })
    expect((await act('stop')).headers.location).toBe('/console/controls?env=test&done=payouts-stopped')
    const controls = await client.get('/console/controls?env=test')
    expect(controls.text).toContain(`/console/controls/payouts/${merchantId}/resume?env=test`)
    const page = await client.get(`/console/merchants/${merchantId}?env=test`)
    expect(page.text).toContain('Payouts stopped')
    // The other environment goes on.
    expect((await client.get(`/console/merchants/${merchantId}`)).text).not.toContain('Payouts stopped')
    expect((await act('resume')).status).toBe(303)
    expect((await auditRows(harness, merchantId)).map(({ action }) => action)).toEqual([
      'payouts stop',
      'payouts resume',
    ])
  })
})
