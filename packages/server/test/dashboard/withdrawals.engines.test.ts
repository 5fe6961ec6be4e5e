import { describe, expect, it } from 'vitest'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { signInPerson } from '../support/people/people-clients.js'
import { type Harness, type Keys, ORDER, useHarness } from '../support/server/harness.js'
import { ENGINES } from '../support/storage/engines.js'
import { fund, PAYEE, withdraw } from '../support/withdrawals/withdrawals.js'

/** The amounts of the withdrawals that a page lists. */
const amountsOn = (text: string): string[] =>
  [...(text.split('id="list"')[1] ?? '').matchAll(/<td[^>]*amount[^>]*>(?:<[^>]*>)*([\d.,]+)/g)].map(
    ([, amount = '']) => amount,
  )

/** A merchant with a withdrawal that was paid, one that an operator has to approve, and a refund that was just made. */
async function makeShop(harness: Harness): Promise<Keys & { readonly merchantId: string }> {
  const keys = await harness.register()
  await fund(harness, keys, '2000')
  const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
  const simulate = { keys, body: { action: 'pay' } }
  await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, simulate)
  await harness.pass(20_000, 5_000)
  await withdraw(harness, keys, { amount: '1200.00', description: '=1+1; Rent' })
  await withdraw(harness, keys, {
    amount: '50.00',
    network: 'ERC20',
    destination_address: PAYEE.ERC20,
  })
  await harness.pass(60_000, 5_000)
  const refund = { destination_address: PAYEE.TRC20, amount: '2.50' }
  await harness.call('POST', `/v1/orders/${json.id}/refunds`, { keys, body: refund })
  return keys
}

describe.each(ENGINES)('the withdrawals of the dashboard, on %s', (engine) => {
  const shared = useHarness({}, engine)

  it('are filtered, counted and summed', async () => {
    const { harness } = shared
    const client = await signInWith(harness, await makeShop(harness))
    const read = async (query: string) => {
      const { text } = await client.get(`/dashboard/withdrawals${query}`)
      const [, sums = ''] = /Withdrawals and refunds: (\d+ · asked .* USDT)/.exec(text) ?? []
      return [amountsOn(text), sums.replaceAll(/<[^>]*>/g, '')]
    }
    const cases: readonly (readonly [query: string, amounts: string[], sums: string])[] = [
      ['', ['2.50', '50.00', '1,200.00'], ''],
      ['?kind=refunds', ['2.50'], '1 · asked 2.50 · completed 0.00 USDT'],
      ['?kind=withdrawals', ['50.00', '1,200.00'], '2 · asked 1,250.00 · completed 50.00 USDT'],
      ['?status=REVIEW&min=1200', ['1,200.00'], '1 · asked 1,200.00 · completed 0.00 USDT'],
      ['?min=2,5&max=50.00', ['2.50', '50.00'], '2 · asked 52.50 · completed 50.00 USDT'],
      ['?network=ERC20&period=today', ['50.00'], '1 · asked 50.00 · completed 50.00 USDT'],
      ['?q=rent', ['1,200.00'], '1 · asked 1,200.00 · completed 0.00 USDT'],
      [`?q=${PAYEE.ERC20.slice(2, 10).toLowerCase()}`, ['50.00'], '1 · asked 50.00 · completed 50.00 USDT'],
      ['?q=50,00', ['50.00'], '1 · asked 50.00 · completed 50.00 USDT'],
      ['?to=2020-01-01', [], '0 · asked 0.00 · completed 0.00 USDT'],
      ['?status=UNKNOWN&min=much', ['2.50', '50.00', '1,200.00'], ''],
    ]
    for (const [query, ...shown] of cases) expect([query, ...(await read(query))]).toEqual([query, ...shown])
    const { text } = await client.get('/dashboard/withdrawals?to=2020-01-01&status=FAILED')
    expect(text).toContain('No withdrawal matches.')
    expect(text).toContain('href="/dashboard/withdrawals?status=FAILED">Clear filters')
  })

  it('are found by number, and told apart by merchant', async () => {
    const { harness } = shared
    const keys = await makeShop(harness)
    const { json } = await harness.call('GET', '/v1/withdrawals?limit=1', { keys })
    const [{ withdrawal_number: number }] = json.withdrawals as [{ withdrawal_number: string }]
    const [client, other] = [
      await signInWith(harness, keys),
      await signInWith(harness, await makeShop(harness)),
    ]
    const find = async (by: typeof client, query: string) =>
      amountsOn((await by.get(`/dashboard/withdrawals?q=${query}`)).text)
    expect(await find(client, number.toLowerCase())).toEqual(['2.50'])
    expect(await find(client, number.slice(0, 12))).toEqual(['2.50'])
    expect(await find(other, number)).toEqual([])
  })

  it('are exported as they are shown, for those who see them', async () => {
    const { harness } = shared
    const keys = await makeShop(harness)
    const client = await signInWith(harness, keys)
    const { text, headers } = await client.get('/dashboard/withdrawals.csv?min=100&format=semicolon')
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename=withdrawals-test-\d{4}-\d{2}-\d{2}\.csv$/,
    )
    const [names, row, ...rest] = text.split('\r\n')
    expect(names).toMatch(/^\ufeffwithdrawal_number;status;refund_of;description;metadata;created \(UTC\);/)
    expect(row).toMatch(
      /^wdr_\w+;REVIEW;;"'=1\+1; Rent";;\d{4}-\d{2}-\d{2} [\d:]{8};\d{4}-[^;]*Z;;;"1200,00";"/,
    )
    expect(row).toContain(`;TRC20;${PAYEE.TRC20};;;`)
    expect(rest).toEqual([''])
    const { json } = await harness.call('GET', '/v1/orders?status=PAID', { keys })
    const [order] = json.orders as [{ order_number: string }]
    const refunds = (await client.get('/dashboard/withdrawals.csv?kind=refunds')).text.trim().split('\r\n')
    expect(refunds).toHaveLength(2)
    expect(refunds[1]).toContain(`,${order.order_number},`)
    expect((await client.get('/dashboard/withdrawals')).text).toContain('action="/dashboard/withdrawals.csv"')
    for (const [role, status] of [
      ['viewer', 200],
      ['cashier', 403],
    ] as const) {
      const { client: person } = await signInPerson(harness, keys.merchantId, role)
      expect([role, (await person.get('/dashboard/withdrawals.csv?env=test')).status]).toEqual([role, status])
    }
    const other = await signInWith(harness, await harness.register())
    expect((await other.get('/dashboard/withdrawals.csv')).text.trim().split('\r\n')).toHaveLength(1)
  })

  it('keep their filters for a person, and while they are polled', async () => {
    const { harness } = shared
    const keys = await makeShop(harness)
    const { client } = await signInPerson(harness, keys.merchantId, 'finance')
    const page = '/dashboard/withdrawals?env=test'
    const filters = { name: 'Large', query: 'min=1000&kind=withdrawals' }
    const saved = await client.submit('/dashboard/me/filters/withdrawals?env=test', filters, page)
    expect(saved.headers.location).toBe('/dashboard/withdrawals?min=1000&kind=withdrawals&env=test')
    const { text } = await client.get(`${page}&min=1000`)
    expect(text).toContain('<bdi>Large</bdi>')
    const poll = (/data-poll="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&')
    for (const [amount, count] of [
      ['20.00', 0],
      ['1100.00', 1],
    ] as const) {
      await fund(harness, keys, '1200')
      await withdraw(harness, keys, { amount })
      expect((await client.get(poll)).json.count).toBe(count)
    }
  })
})
