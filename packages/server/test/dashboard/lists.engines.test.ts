import { describe, expect, it } from 'vitest'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeOwner } from '../support/dashboard/own-paths.js'
import { LinkBrowser, makeLink } from '../support/links/link-browser.js'
import { signInPerson } from '../support/people/people-clients.js'
import { ORDER, useHarness } from '../support/server/harness.js'
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

  it('fold the filters that few use, unless one of them is on', async () => {
    const { harness } = shared
    const client = await signInWith(harness, await harness.register())
    const folded = [
      '/orders?min=1',
      '/orders?network=TRC20',
      '/withdrawals?kind=refunds',
      '/withdrawals?to=2026-01-02',
      '/links?uses=MANY',
      '/links?from=2026-01-01',
    ]
    const shown = [
      '/orders?q=64.90',
      '/orders?network=none',
      '/withdrawals?period=month',
      '/links?status=OPEN&q=two',
    ]
    for (const path of [...folded, ...shown]) {
      const { text } = await client.get(`/dashboard${path}`)
      const [, open] =
        /<details( open)?><summary[^>]*>(?:<svg.*?<\/svg>)?More filters<\/summary>/.exec(text) ?? []
      expect([path, open !== undefined]).toEqual([path, folded.includes(path)])
      expect(text).toContain('More filters</summary>')
    }
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

  it('are told how many links, withdrawals and postings are new', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const pollOf = async (path: string): Promise<string> => {
      const [, poll = ''] = /data-poll="([^"]*)"/.exec((await client.get(`/dashboard${path}`)).text) ?? []
      return poll.replaceAll('&amp;', '&')
    }
    const polls = [
      await pollOf('/links'),
      await pollOf('/links?status=CLOSED'),
      await pollOf('/withdrawals'),
      await pollOf('/statement'),
    ]
    const counts = () => Promise.all(polls.map(async (poll) => (await client.get(poll)).json.count))
    expect(await counts()).toEqual([0, 0, 0, 0])
    await makeLink(harness, owner)
    expect(await counts()).toEqual([1, 0, 0, 0])
    const refund = { destination_address: PAYEE.TRC20, amount: '2.50' }
    await harness.call('POST', `/v1/orders/${owner.ids.orders}/refunds`, { keys: owner, body: refund })
    // The refund holds its amount and its fee, which changes no balance.
    expect(await counts()).toEqual([1, 0, 1, 0])
    const postings = async () =>
      (await client.get('/dashboard/statement')).text.split('id="postings"')[1]?.match(/<tr/g)?.length ?? 0
    const before = await postings()
    const { json } = await harness.call('POST', '/v1/orders', { keys: owner, body: ORDER })
    await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
      keys: owner,
      body: { action: 'pay' },
    })
    await harness.pass(20_000, 5_000)
    const shown = (await postings()) - before
    expect(shown).toBeGreaterThan(1)
    expect(await counts()).toEqual([1, 0, 1, shown])
    for (const path of ['/links?after=1.a', '/withdrawals?after=1.a', '/statement?period=2025'])
      expect((await client.get(`/dashboard${path}`)).text).not.toContain('data-poll=')
  })

  it('the search opens withdrawals, deliveries and links by what they are known by, for those who may see them', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    // The newest withdrawal of an equal amount to the same address is of another merchant.
    await makeOwner(harness)
    await harness.pass(10_000, 5_000)
    const { client } = await signInPerson(harness, owner.merchantId)
    const { client: cashier } = await signInPerson(harness, owner.merchantId, 'cashier')
    const { client: other } = await signInPerson(harness, (await harness.register()).merchantId)
    const find = async (by: typeof client, text: string) => {
      const { headers } = await by.get(`/dashboard/orders?q=${encodeURIComponent(text)}&env=test`)
      return headers.location
    }
    const { withdrawals = '', deliveries = '', links = '' } = owner.ids
    const { json: withdrawal } = await harness.call('GET', `/v1/withdrawals/${withdrawals}`, { keys: owner })
    const number = `${withdrawal.withdrawal_number}`
    const hash = `${withdrawal.tx_hash}`
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    const { json: link } = await harness.call('GET', `/v1/payment-links/${links}`, { keys: owner })
    const page = `/dashboard/withdrawals/${withdrawals}?env=test`
    const spellings = [
      ...[withdrawals, number.slice(0, 12).toLowerCase(), number.slice(4, 14), number.slice(4).toLowerCase()],
      ...[hash, hash.slice(0, 6), `0x${hash.slice(0, 8).toUpperCase()}`, PAYEE.TRC20],
      ...[PAYEE.TRC20.slice(0, 6).toLowerCase(), '10.00', '10,00'],
    ]
    const pages: [text: string, page: string, pageOfCashier: string | undefined][] = [
      ...spellings.map((text): [string, string, undefined] => [text, page, undefined]),
      [deliveries.slice(0, 12).toUpperCase(), `/dashboard/deliveries?open=${deliveries}&env=test`, undefined],
      [links.slice(0, 12), `/dashboard/links/${links}?env=test`, `/dashboard/links/${links}?env=test`],
      [`${link.url}`, `/dashboard/links/${links}?env=test`, `/dashboard/links/${links}?env=test`],
    ]
    for (const [text, page, pageOfCashier] of pages) {
      expect([text, await find(client, text)]).toEqual([text, page])
      expect([text, await find(cashier, text)]).toEqual([text, pageOfCashier])
      expect([text, await find(other, text)]).toEqual([text, undefined])
    }
    // An order of the link is shown beside it.
    await new LinkBrowser(harness, link.url).order('TRC20')
    const { text } = await client.get(`/dashboard/orders?q=${links}&env=test`)
    expect(text).toContain('id="found-links"')
    expect(text.match(/\/dashboard\/orders\/[0-9a-f-]{36}/g)?.length).toBeGreaterThan(0)
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
