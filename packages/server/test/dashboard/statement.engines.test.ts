import { describe, expect, it } from 'vitest'
import { findShortStatement, readMonth } from '../../src/domain/ledger/statement-month.js'
import { formatUsdt, parseUsdt, usdt } from '../../src/domain/shared/money.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeOwner } from '../support/dashboard/own-paths.js'
import { type Json, useHarness } from '../support/server/harness.js'
import { ENGINES, openOn } from '../support/storage/engines.js'
import { balanceOf, PAYEE } from '../support/withdrawals/withdrawals.js'

/** Many pages over one database, on a busy machine. */
const TIMEOUT_MS = 60_000
const APP_ORDER = { amount_mode: 'CUSTOM', currency: 'USDT' }

/** Reads an amount of a file with decimal commas. */
function signed(text: string): bigint {
  const amount = parseUsdt(text.replace(/["-]/g, '').replace(',', '.'), 8)
  if (amount === undefined) throw new Error(`${text} is no amount`)
  return text.includes('-') ? -amount : amount
}

describe.each(ENGINES)('the statement of the dashboard, on %s', { timeout: TIMEOUT_MS }, (engine) => {
  const shared = useHarness({}, engine)

  it('shows the balance at both ends of a period and every posting, whose sums agree with the file', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const { available, held } = await balanceOf(harness, owner)
    const closing = signed(`${available}`) + signed(`${held}`)
    for (const period of ['2026-01', '2026-Q1', '2026']) {
      const { text } = await client.get(`/dashboard/statement?period=${period}`)
      const postings = text.slice(text.indexOf('id="postings"'))
      const balances = [...postings.matchAll(/class="number status">.*?<bdi[^>]*>([^<]+)/g)]
      expect(balances.at(-1)?.[1]).toBe(formatUsdt(usdt(closing)))
      const csv = await client.get(`/dashboard/statement.csv?period=${period}&format=semicolon`)
      expect(csv.headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename=statement-${period}-test-2026-01-01.csv`,
      })
      const rows = csv.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';'))
      expect(rows.map(([, , line]) => line)).toContain('fees')
      const sum = rows.reduce((total, [, , , change = '']) => total + signed(change), 0n)
      expect(sum).toBe(closing)
    }
  })

  it('names orders and withdrawals by their numbers, on the page with a link and in the file', async () => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const call = async (method: string, target: string, body?: object): Promise<Json> => {
      const { status, json, text } = await harness.call(method, target, { keys: owner, body })
      expect([target, status < 300 ? '' : text]).toEqual([target, ''])
      return json
    }
    const app = await call('POST', '/v1/app/orders', APP_ORDER)
    await call('POST', `/v1/test_helpers/orders/${app.id}/simulate`, { action: 'pay', amount: '20.00' })
    const paid = await call('GET', `/v1/orders/${owner.ids.orders}`)
    const back = { amount: '11.00', destination_address: PAYEE.TRC20 }
    const refund = await call('POST', `/v1/orders/${paid.id}/refunds`, back)
    const sent = await call('GET', `/v1/withdrawals/${owner.ids.withdrawals}`)
    await harness.pass(20_000, 5_000)
    const client = await signInWith(harness, owner)
    const { text } = await client.get('/dashboard/statement')
    const postings = text.slice(text.indexOf('id="postings"'))
    for (const [list, number] of [
      ['orders', paid.order_number],
      ['orders', app.order_number],
      ['withdrawals', sent.withdrawal_number],
      ['withdrawals', refund.withdrawal_number],
    ]) {
      const [, path, shown] =
        new RegExp(`href="([^"]*/${list}/${number}[^"]*)"><bdi[^>]*>([^<]+)<`).exec(postings) ?? []
      expect(shown).toBe(number)
      expect((await client.get(`${path}`)).status).toBe(200)
    }
    const csv = await client.get('/dashboard/statement.csv')
    const [header, ...rows] = csv.text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    expect(header?.slice(-3)).toEqual(['sequence', 'order_number', 'withdrawal_number'])
    const about = new Set(rows.map((row) => row.slice(-2).join(' ')))
    expect([...about]).toEqual(
      expect.arrayContaining([
        `${paid.order_number} `,
        `${app.order_number} `,
        ` ${sent.withdrawal_number}`,
        `${paid.order_number} ${refund.withdrawal_number}`,
      ]),
    )
  })

  it('offers the periods since the merchant registered, and no other', async () => {
    const { harness } = shared
    const client = await signInWith(harness, await harness.register())
    for (const month of ['2025-12', '2026-02', '2026-13', '2025-Q4', '2025', 'x', '"><b>'])
      for (const path of ['/dashboard/statement', '/dashboard/statement.csv']) {
        const { status } = await client.get(`${path}?period=${encodeURIComponent(month)}`)
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
