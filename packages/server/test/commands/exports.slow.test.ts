import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { CLI } from '../support/server/cli.js'
import { type Harness, ORDER, type Registered, useHarness } from '../support/server/harness.js'
import { documentsOf, runCommand } from '../support/server/operator.js'

const JANUARY = ['--from', '2026-01-01', '--to', '2026-02-01']
const PAID = expect.stringMatching(/^ord_\w{12}$/)
const CONFIRMED_MS = 30_000
const DESTINATION = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'

async function paidOrder(harness: Harness, keys: Registered, fields: object = {}): Promise<string> {
  const { json } = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, ...fields } })
  await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, { keys, body: { action: 'pay' } })
  await harness.pass(CONFIRMED_MS)
  return json.id
}

describe('export', () => {
  const shared = useHarness()

  it('writes the orders of a period as CSV that no spreadsheet runs', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const hostile = ['=1+1', '+49 30', '-2', '@me', '\tx', '\rx', 'a "b", c', '\uff1d1']
    for (const description of hostile)
      await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, description } })
    const where = ['--merchant', keys.merchantId, '--format']
    const { stdout, status } = runCommand(harness, ['export', 'orders', ...JANUARY, ...where, 'csv'])
    const [header = '', ...lines] = stdout.split('\r\n')
    expect(status).toBe(0)
    expect(header.split(',').slice(0, 4)).toEqual(['created_at', 'environment', 'merchant_id', 'id'])
    expect(lines.at(-1)).toBe('')
    const written = ["'=1+1", "'+49 30", '-2', "'@me", "'\\u0009x", "'\\u000dx", '"a ""b"", c"', "'\uff1d1"]
    for (const [at, text] of written.entries()) expect(lines[at]).toContain(`,${text},{},`)
    const rows = documentsOf(runCommand(harness, ['export', 'orders', ...JANUARY, ...where, 'json']))
    expect(rows.map(({ description }) => description)).toEqual(hostile)
    expect(rows[0]).toMatchObject({ amount: '25.00', created_at: expect.stringMatching(/^2026-01-.*Z$/) })
  })

  it('leaves out what was made at the end of the period', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await paidOrder(harness, keys)
    const all = documentsOf(
      runCommand(harness, [
        'export',
        'ledger',
        ...JANUARY,
        '--format',
        'json',
        '--merchant',
        keys.merchantId,
      ]),
    )
    expect(all.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['deposit', '25.00'],
      ['deposit', '0.25'],
    ])
    expect(all.map(({ order_number }) => order_number)).toEqual([PAID, PAID])
    const [{ posted_at: at } = {}] = all
    const cut = ['--from', '2026-01-01', '--to', `${at}`, '--merchant', keys.merchantId]
    expect(runCommand(harness, ['export', 'ledger', ...cut, '--format', 'json']).stdout).toBe('')
    expect(runCommand(harness, ['export', 'ledger', ...cut, '--format', 'csv']).stdout).toMatch(
      /^posted_at,.*\r\n$/,
    )
  })

  it('lists each delivery of an event, also of one that nothing wanted', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await paidOrder(harness, keys, { webhook_url: 'https://shop.example/hook' })
    await paidOrder(harness, keys)
    const where = ['--merchant', keys.merchantId, '--format', 'json']
    const rows = documentsOf(runCommand(harness, ['export', 'deliveries', ...JANUARY, ...where]))
    expect(rows).toMatchObject([
      { event: 'payment.confirmed', subject: id, url: 'https://shop.example/hook' },
    ])
  })

  it('refuses a period that is not over, so that no row is missing', () => {
    const soon = new Date(Date.now() - 10_000).toISOString()
    const period = ['--from', '2026-01-01', '--to', soon]
    const { status, stderr } = runCommand(shared.harness, ['export', 'ledger', ...period, '--format', 'csv'])
    expect([status, stderr]).toEqual([2, expect.stringContaining('--to must be 60 seconds ago or earlier')])
  })

  it('exits with 1 when its reader goes away', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (let count = 0; count < 3; count += 1)
      await harness.call('POST', '/v1/orders', {
        keys,
        body: { ...ORDER, metadata: { text: 'x'.repeat(9_000) } },
      })
    const child = spawn(process.execPath, [CLI, 'export', 'orders', ...JANUARY, '--format', 'json'], {
      env: { PATH: process.env.PATH, ...harness.databaseEnv },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    expect(await once(child, 'exit')).toEqual([1, null])
  })
})

describe('merchants statement', () => {
  const shared = useHarness()
  const statementOf = (harness: Harness, id: string, month: string) =>
    documentsOf(
      runCommand(harness, [
        ...['merchants', 'statement', id, '--month', month],
        ...['--environment', 'test', '--format', 'json'],
      ]),
    )[0]

  it('adds up from the opening to the closing balance', async () => {
    const { harness } = shared
    const keys = await harness.register()
    await paidOrder(harness, keys, { amount: '100.00' })
    const withdrawal = {
      ...{ amount: '20.00', currency: 'USDT', network: 'TRC20' },
      destination_address: DESTINATION,
    }
    await harness.call('POST', '/v1/withdrawals', { keys, body: withdrawal })
    await harness.pass(CONFIRMED_MS)
    await harness.pass(CONFIRMED_MS)
    const order = await paidOrder(harness, keys)
    const refund = { destination_address: DESTINATION, amount: '5.00' }
    const refunded = await harness.call('POST', `/v1/orders/${order}/refunds`, { keys, body: refund })
    await harness.pass(CONFIRMED_MS)
    const where = ['--merchant', keys.merchantId, '--format', 'json']
    const postings = documentsOf(runCommand(harness, ['export', 'ledger', ...JANUARY, ...where]))
    expect(new Set(postings.map((row) => `${row.reference} ${row.refund_of}`))).toContain(
      `${refunded.json.id} ${order}`,
    )
    const balance = (await harness.call('GET', '/v1/balance', { keys })).json
    expect(statementOf(harness, keys.merchantId, '2026-01')).toMatchObject({
      opening_balance: '0.00',
      deposits: '125.00',
      fees: '-1.25',
      withdrawals: '-20.00',
      refunds: '-5.00',
      withdrawal_fees: '-3.00',
      adjustments: '0.00',
      closing_balance: '95.75',
      closing_available: balance.available,
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-02-01T00:00:00.000Z',
    })
    expect(statementOf(harness, keys.merchantId, '2026-02')).toMatchObject({
      opening_balance: '95.75',
      deposits: '0.00',
      closing_balance: '95.75',
    })
  })

  it('is not made for a month that is not over, and not for an unknown merchant', () => {
    const now = new Date().toISOString().slice(0, 7)
    const running = runCommand(shared.harness, ['merchants', 'statement', 'm', '--month', now])
    expect([running.status, running.stderr]).toEqual([2, expect.stringContaining(`${now} is not over yet`)])
    const unknown = runCommand(shared.harness, ['merchants', 'statement', 'm', '--month', '2026-01'])
    expect([unknown.status, unknown.stderr]).toEqual([1, 'there is no merchant m\n'])
  })
})
