import { describe, expect, it } from 'vitest'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeLink } from '../support/links/link-browser.js'
import { signInPerson } from '../support/people/people-clients.js'
import { type Harness, useHarness } from '../support/server/harness.js'
import { ENGINES, sideOf } from '../support/storage/engines.js'

/** A merchant with three links: one of them was paid, and one is closed. */
async function makeShop(harness: Harness) {
  const keys = await harness.register()
  const made = async (fields: object) => await makeLink(harness, keys, fields)
  const rent = await made({ description: '=1+1; Rent', uses: 'ONCE' })
  const coffee = await made({ description: 'Coffee', uses: 'MANY', amount: '35.00' })
  const tea = await made({ description: 'Tea', uses: 'MANY', metadata: { ref: 'T-1' } })
  await harness.call('POST', `/v1/payment-links/${tea.id}/close`, { keys })
  const side = await sideOf(harness.database)
  await side.script(`UPDATE payment_link_totals SET paid_orders = 2, paid = 700000000, credited = 693000000
    WHERE payment_link_id = '${coffee.id}'`)
  return { keys, rent, coffee, tea }
}

describe.each(ENGINES)('the links of the dashboard, on %s', (engine) => {
  const shared = useHarness({}, engine)

  it('are filtered by status, use, period and words, counted and summed', async () => {
    const { harness } = shared
    const { keys, rent, coffee, tea } = await makeShop(harness)
    const other = await makeShop(harness)
    const client = await signInWith(harness, keys)
    const read = async (query: string) => {
      const { text } = await client.get(`/dashboard/links${query}`)
      const [, sums = ''] = /Links: (\d+ · received .* USDT)/.exec(text) ?? []
      const ids = [...text.matchAll(/href="\/dashboard\/links\/(pl_\w+)"/g)].map(([, id]) => id)
      return [ids, sums.replaceAll(/<[^>]*>/g, '')]
    }
    const cases: readonly (readonly [query: string, ids: unknown[], sums: string])[] = [
      ['', [tea.id, coffee.id, rent.id], ''],
      ['?uses=MANY', [tea.id, coffee.id], '2 · received 7.00 USDT'],
      ['?uses=MANY&status=OPEN', [coffee.id], '1 · received 7.00 USDT'],
      ['?uses=ONCE&period=today', [rent.id], '1 · received 0.00 USDT'],
      ['?status=CLOSED', [tea.id], '1 · received 0.00 USDT'],
      ['?q=RENT', [rent.id], '1 · received 0.00 USDT'],
      ['?q=t-1', [tea.id], '1 · received 0.00 USDT'],
      [`?q=${coffee.id}`, [coffee.id], '1 · received 7.00 USDT'],
      [`?q=${other.coffee.id}`, [], '0 · received 0.00 USDT'],
      ['?to=2020-01-01', [], '0 · received 0.00 USDT'],
    ]
    for (const [query, ...shown] of cases) expect([query, ...(await read(query))]).toEqual([query, ...shown])
    const { text } = await client.get('/dashboard/links?to=2020-01-01&status=PAID')
    expect(text).toContain('No link matches.')
    expect(text).toContain('href="/dashboard/links?status=PAID">Clear filters')
  })

  it('are exported as they are shown, for those who see sums', async () => {
    const { harness } = shared
    const { keys, rent } = await makeShop(harness)
    const client = await signInWith(harness, keys)
    const { text } = await client.get('/dashboard/links.csv?uses=ONCE&format=semicolon')
    const [names, row, ...rest] = text.split('\r\n')
    expect(names).toMatch(/^\ufeffurl;status;uses;description;metadata;created \(UTC\);/)
    expect(row).toContain(`${rent.url};OPEN;ONCE;"'=1+1; Rent";;`)
    expect(row).toMatch(/;"25,00";;;;;0;0;"0,00";"0,00";pl_\w+$/)
    expect(rest).toEqual([''])
    const all = (await client.get('/dashboard/links.csv')).text.trim().split('\r\n')
    expect(all).toHaveLength(4)
    expect(all[2]).toContain(',35.00,,,,,0,2,7.00,6.93,')
    const { client: person } = await signInPerson(harness, keys.merchantId, 'cashier')
    expect((await person.get('/dashboard/links.csv?env=test')).status).toBe(403)
    const page = await person.get('/dashboard/links?env=test&uses=MANY')
    expect(page.text).not.toMatch(/links\.csv|received/)
  })
})
