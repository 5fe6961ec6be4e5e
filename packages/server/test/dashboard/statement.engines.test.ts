import { describe, expect, it } from 'vitest'
import { findShortStatement, readMonth } from '../../src/domain/ledger/statement-month.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeOwner } from '../support/dashboard/own-paths.js'
import { useHarness } from '../support/server/harness.js'
import { ENGINES, openOn } from '../support/storage/engines.js'
import { balanceOf } from '../support/withdrawals/withdrawals.js'

/** Many pages over one database, on a busy machine. */
const TIMEOUT_MS = 60_000

describe.each(ENGINES)('the statement of the dashboard, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  it('shows the balance at both ends of a month and what moved it, and the same figures as CSV', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const { text } = await client.get('/dashboard/statement')
    expect(text).toContain('Statement, January 2026')
    const moved = /<td>Payments received<\/td><td class="number"><bdi[^>]*>([^<]+)/.exec(text)?.[1]
    const csv = await client.get('/dashboard/statement.csv?month=2026-01')
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=statement-test-2026-01.csv',
    })
    const [names = [], values = []] = csv.text.split('\r\n').map((line) => line.split(','))
    const record = Object.fromEntries(names.map((name, at) => [name, values[at]]))
    expect(record).toMatchObject({
      merchant_id: owner.merchantId,
      environment: 'test',
      opening_balance: '0.00',
      deposits: moved,
    })
    const { available, held } = await balanceOf(harness, owner)
    expect(record).toMatchObject({ closing_available: available, closing_held: held })
  })

  it('offers the months since the merchant registered, and no other', async () => {
    const { harness } = shared
    const client = await signInWith(harness, await harness.register())
    for (const month of ['2025-12', '2026-02', '2026-13', 'x', '"><b>'])
      for (const path of ['/dashboard/statement', '/dashboard/statement.csv']) {
        const { status } = await client.get(`${path}?month=${encodeURIComponent(month)}`)
        expect([path, month, status]).toEqual([path, month, 404])
      }
  })

  it('reads no ledger that is too long for a page', async () => {
    const { harness } = shared
    const { merchantId } = await makeOwner(harness)
    const month = readMonth('2026-01')
    if (!month) throw new Error('no month')
    const scope = { merchantId, environment: 'test' } as const
    const store = await openOn(harness.database)
    const read = (most: number) => store.read((tx) => findShortStatement(tx, scope, month, most))
    expect(await read(1)).toBeUndefined()
    expect(await read(100)).toMatchObject(scope)
  })
})
