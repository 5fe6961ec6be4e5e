import { userInfo } from 'node:os'
import { describe, expect, it } from 'vitest'
import { Harness, ORDER, type Registered, useHarness } from '../support/server/harness.js'
import { auditRows, documentsOf, runCommand } from '../support/server/operator.js'
import { Receiver } from '../support/webhooks/receiver.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

const REASON = ['--reason', 'asked the payer']
const MINUTE_MS = 60_000
const CONFIRMED_MS = 30_000

async function openOrder(harness: Harness, keys: Registered, fields: object = {}): Promise<string> {
  return (await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, ...fields } })).json.id
}

const simulate = (harness: Harness, keys: Registered, id: string, body: object) =>
  harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, { keys, body })

const getOrder = async (harness: Harness, keys: Registered, id: string) =>
  (await harness.call('GET', `/v1/orders/${id}`, { keys })).json

const balance = async (harness: Harness, keys: Registered) =>
  (await harness.call('GET', '/v1/balance', { keys })).json

/** An order that was paid from a flagged address. */
async function frozenOrder(harness: Harness, keys: Registered): Promise<string> {
  const id = await openOrder(harness, keys)
  await simulate(harness, keys, id, { action: 'freeze' })
  await harness.pass(CONFIRMED_MS)
  expect(await getOrder(harness, keys, id)).toMatchObject({ status: 'FROZEN' })
  return id
}

describe('orders clear and reject', () => {
  const shared = useHarness()

  it('clear credits the merchant, and is audited once', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await frozenOrder(harness, keys)
    expect(await balance(harness, keys)).toMatchObject({ available: '0.00', frozen: '24.75' })
    const { status, stdout } = runCommand(harness, ['orders', 'clear', id, ...REASON])
    expect([status, stdout]).toEqual([0, `order ${id} is PAID; 24.75 USDT credited to the merchant\n`])
    expect(await getOrder(harness, keys, id)).toMatchObject({ status: 'PAID', credited_amount: '24.75' })
    expect(await balance(harness, keys)).toMatchObject({ available: '24.75', frozen: '0.00' })
    const [row, ...more] = await auditRows(harness, id)
    expect(row).toMatchObject({ actor: userInfo().username, action: 'orders clear' })
    expect(JSON.parse(row?.details ?? '')).toMatchObject({ reason: 'asked the payer', credited: '24.75' })
    expect(more).toEqual([])
  })

  it('clear makes an event, which the running server sends', async () => {
    const [harness, certificate] = await Harness.startForWebhooks()
    const receiver = await Receiver.start(certificate)
    const keys = await harness.register()
    const id = await openOrder(harness, keys, { webhook_url: receiver.url })
    await simulate(harness, keys, id, { action: 'freeze' })
    await harness.pass(CONFIRMED_MS)
    runCommand(harness, ['orders', 'clear', id, ...REASON])
    // The command runs at the present day, far ahead of the harness's clock.
    harness.clock.advance(Date.now() - harness.clock.now() + MINUTE_MS)
    await harness.server.dispatcher.tick(new AbortController().signal)
    await harness.server.dispatcher.idle()
    const events = receiver.events().map(({ event, data }) => [event, data.status])
    expect(events).toEqual([
      ['payment.frozen', 'FROZEN'],
      ['payment.confirmed', 'PAID'],
    ])
  })

  it('reject moves the money to the operator permanently', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await frozenOrder(harness, keys)
    expect(runCommand(harness, ['orders', 'reject', id, ...REASON]).status).toBe(0)
    expect(await getOrder(harness, keys, id)).toMatchObject({ status: 'FROZEN', credited_amount: '0.00' })
    expect(await balance(harness, keys)).toMatchObject({ available: '0.00', frozen: '0.00' })
    for (const verb of ['clear', 'reject']) {
      const { status, stderr } = runCommand(harness, ['orders', verb, id, ...REASON])
      expect([status, stderr]).toEqual([1, `order ${id} is already rejected, which is final\n`])
    }
    expect((await auditRows(harness, id)).map(({ action }) => action)).toEqual(['orders reject'])
  })

  it('refuse an order that is not under review, and audit nothing', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await openOrder(harness, keys)
    const inApp = { amount_mode: 'CUSTOM', currency: 'USDT' }
    const { json: app } = await harness.call('POST', '/v1/app/orders', { keys, body: inApp })
    for (const subject of [id, app.id, 'nothing']) {
      for (const verb of ['clear', 'reject']) {
        expect(runCommand(harness, ['orders', verb, subject, ...REASON]).status).toBe(1)
      }
      expect(await auditRows(harness, subject)).toEqual([])
    }
  })

  it.each([['clear'], ['reject']])('%s requires a reason: exit 2 and one line of help', async (verb) => {
    const { status, stderr, stdout } = runCommand(shared.harness, ['orders', verb, 'some-id'])
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toBe(
      `--reason is missing; usage: merchantpay-server orders ${verb} <order-id> --reason <text>\n`,
    )
  })
})

describe('orders list and show', () => {
  const shared = useHarness()

  it('list finds by status, merchant and environment, as a table and as JSON', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const frozen = await frozenOrder(harness, keys)
    await openOrder(harness, keys)
    const where = ['--merchant', keys.merchantId, '--environment', 'test']
    const all = documentsOf(runCommand(harness, ['orders', 'list', ...where, '--json']))
    expect(all).toHaveLength(2)
    const filter = [...where, '--status', 'FROZEN']
    const [found, ...more] = documentsOf(runCommand(harness, ['orders', 'list', ...filter, '--json']))
    expect([found, more]).toMatchObject([{ id: frozen, status: 'FROZEN', amount: '25.00' }, []])
    const { stdout } = runCommand(harness, ['orders', 'list', ...filter])
    const [head = '', line = ''] = stdout.split('\n')
    expect(line.indexOf('FROZEN')).toBe(head.indexOf('STATUS'))
    const live = ['orders', 'list', '--merchant', keys.merchantId, '--environment', 'live']
    expect(runCommand(harness, live).stdout).toBe('none\n')
  })

  it('list shows at most `--limit` rows', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (let count = 0; count < 3; count += 1) await openOrder(harness, keys)
    const args = ['orders', 'list', '--merchant', keys.merchantId, '--limit', '2', '--json']
    expect(documentsOf(runCommand(harness, args))).toHaveLength(2)
    expect(runCommand(harness, ['orders', 'list', '--limit', 'many']).status).toBe(2)
  })

  it('list finds by time, amount and text, and explain by all that names an order', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await openOrder(harness, keys, { description: 'Blue kettle', metadata: { cart: 'c-17' } })
    const other = await openOrder(harness, keys, { amount: '31.50', metadata: { cart: 'c-17', rush: true } })
    const own = ['--merchant', keys.merchantId, '--json']
    const listed = (args: string[]) =>
      documentsOf(runCommand(harness, ['orders', 'list', ...own, ...args])).map((row) => row.id)
    expect(listed(['--text', 'kettle'])).toEqual([id])
    expect(listed(['--text', 'c-17'])).toEqual([other, id])
    expect(listed(['--amount', '31.50'])).toEqual([other])
    expect(listed(['--min', '20', '--max', '30'])).toEqual([id])
    expect(listed(['--to', '2026-01-01'])).toEqual([])
    expect(listed(['--from', '2026-01-01', '--to', '2026-02-01'])).toEqual([other, id])

    await simulate(harness, keys, id, { action: 'pay' })
    await harness.pass(CONFIRMED_MS)
    const { order_number: number, payment_address: address } = await getOrder(harness, keys, id)
    const explained = (name: string) =>
      documentsOf(runCommand(harness, ['orders', 'explain', name, '--json']))
    const [{ transfers = [] } = {}] = explained(id) as { transfers?: { transfer: string }[] }[] // asserted below
    const hash = transfers[0]?.transfer.split('/')[2] ?? ''
    for (const name of [`${number}`, `${address}`, hash])
      expect(explained(name)).toMatchObject([{ order: { id } }])
    const several = runCommand(harness, ['orders', 'explain', 'c-17', '--json'])
    expect(documentsOf(several).map((row) => row.id)).toEqual([other, id])
    expect([several.status, several.stderr]).toEqual([
      1,
      'c-17 names several orders: give the id or the number of one\n',
    ])
    const unknown = runCommand(harness, ['orders', 'explain', 'nothing'])
    expect([unknown.status, unknown.stderr]).toEqual([1, 'there is no order nothing\n'])
    expect(runCommand(harness, ['orders', 'list', '--amount', '1,5']).status).toBe(2)
  })

  it("show escapes a merchant's control and bidi characters", async () => {
    const { harness } = shared
    const keys = await harness.register()
    const id = await openOrder(harness, keys, { description: 'tea\u001b[2J\u202ecip\nnext' })
    const person = runCommand(harness, ['orders', 'show', id])
    expect(person.status).toBe(0)
    expect(person.stdout).toContain('tea\\u001b[2J\\u202ecip\\u000anext')
    const program = runCommand(harness, ['orders', 'show', id, '--json'])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must not be printed
    expect(program.stdout.trimEnd()).not.toMatch(/[\u0000-\u001f\u202e]/)
    expect(documentsOf(program)[0]).toMatchObject({ description: 'tea\u001b[2J\u202ecip\nnext' })
  })

  it('show finds by order number too, and names an unknown order', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const order = await getOrder(harness, keys, await openOrder(harness, keys))
    const { stdout } = runCommand(harness, ['orders', 'show', `${order.order_number}`])
    expect(stdout).toContain(order.id)
    const unknown = runCommand(harness, ['orders', 'show', 'nothing'])
    expect([unknown.status, unknown.stderr]).toEqual([1, 'there is no order nothing\n'])
  })
})

describe('orders explain', () => {
  interface Story {
    readonly lease: { from_at: string; until_at: string | null } | null
    readonly transfers: { outcome: string; explanation: string; amount: string; transfer: string }[]
    readonly payments: object[]
    readonly refunds: object[]
    readonly postings: { kind: string; debit: string; credit: string; amount: string }[]
  }
  const explain = (harness: Harness, id: string): Story =>
    documentsOf(runCommand(harness, ['orders', 'explain', id, '--json']))[0] as unknown as Story // asserted below

  it('shows a waiting payment, then its credit with its postings', async () => {
    const harness = await Harness.start()
    const keys = await harness.register()
    const id = await openOrder(harness, keys, { network: 'ERC20' })
    await simulate(harness, keys, id, { action: 'pay' })
    await harness.pass(2_000)
    expect(explain(harness, id)).toMatchObject({ transfers: [{ outcome: 'waiting' }], postings: [] })
    await harness.pass(CONFIRMED_MS)
    const { transfers, postings } = explain(harness, id)
    expect(transfers).toMatchObject([{ outcome: 'credited', amount: '25.00' }])
    expect(postings).toMatchObject([
      { kind: 'deposit', debit: 'test/platform/custody:ERC20', amount: '25.00' },
      { kind: 'deposit', credit: 'test/platform/fees', amount: '0.25' },
    ])
  })

  it('shows a late payment, one after the lease, and one that left the chain', async () => {
    const harness = await Harness.start({ MERCHANTPAY_ADDRESS_COOLDOWN_SECONDS: '120' })
    const keys = await harness.register()
    const id = await openOrder(harness, keys)
    await simulate(harness, keys, id, { action: 'expire' })
    await harness.pass(5_000)
    await simulate(harness, keys, id, { action: 'late_pay', amount: '10' })
    await harness.pass(CONFIRMED_MS)
    expect(explain(harness, id).transfers).toMatchObject([{ outcome: 'credited_late' }])
    await harness.pass(3 * MINUTE_MS, 10_000)
    await simulate(harness, keys, id, { action: 'late_pay', amount: '7' })
    await harness.pass(CONFIRMED_MS)
    const both = explain(harness, id)
    expect(both.transfers.map(({ outcome }) => outcome)).toEqual(['credited_late', 'suspense'])
    expect(both.lease?.until_at).toBeTypeOf('string')
    await simulate(harness, keys, id, { action: 'reorg' })
    await harness.pass(CONFIRMED_MS)
    expect(explain(harness, id).transfers.map(({ outcome }) => outcome)).toContain('orphaned')
  })

  it('shows the payments in the client app', async () => {
    const harness = await Harness.start()
    const keys = await harness.register()
    const body = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT' }
    const { json } = await harness.call('POST', '/v1/app/orders', { keys, body })
    await simulate(harness, keys, json.id, { action: 'pay' })
    expect(explain(harness, json.id)).toMatchObject({
      lease: null,
      transfers: [],
      payments: [{ status: 'SETTLED', amount: '12.50' }],
      postings: [{ kind: 'app_hold' }, { kind: 'app_settle' }, { kind: 'app_settle' }],
    })
  })

  it('shows refunds with their postings, and the commands about them name the order', async () => {
    const harness = await Harness.start()
    const keys = await harness.register()
    const id = await openOrder(harness, keys)
    await simulate(harness, keys, id, { action: 'pay' })
    await harness.pass(CONFIRMED_MS)
    const body = { amount: '5.00', destination_address: PAYEE.TRC20 }
    const { json } = await harness.call('POST', `/v1/orders/${id}/refunds`, { keys, body })
    const { refunds, postings } = explain(harness, id)
    expect(refunds).toMatchObject([{ id: json.id, status: 'PENDING', amount: '5.00', to: PAYEE.TRC20 }])
    expect(postings).toContainEqual(expect.objectContaining({ kind: 'withdrawal_hold', amount: '6.50' }))
    const [order] = documentsOf(runCommand(harness, ['orders', 'show', id, '--json']))
    expect(order).toMatchObject({ credited: '24.75', refunded: '5.00' })
    const [withdrawal] = documentsOf(runCommand(harness, ['withdrawals', 'show', json.id, '--json']))
    expect(withdrawal).toMatchObject({ refund_of: id, order_status: 'PAID' })
    expect(runCommand(harness, ['orders', 'explain', id]).stdout).toContain('\nRefunds\n')
  })

  it('prints a readable page', async () => {
    const harness = await Harness.start()
    const keys = await harness.register()
    const id = await openOrder(harness, keys)
    const { stdout, status } = runCommand(harness, ['orders', 'explain', id])
    expect(status).toBe(0)
    for (const heading of ['Lease of its address', 'Transfers to its address\nnone', 'Postings\nnone']) {
      expect(stdout).toContain(heading)
    }
  })
})
