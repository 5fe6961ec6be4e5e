import { describe, expect, it } from 'vitest'
import type { components } from '../../src/generated/contract.gen.js'
import { type Registered, useHarness } from '../support/server/harness.js'
import { auditRows, callOperator, runCommand, WITH_OPERATOR } from '../support/server/operator.js'
import { ENGINES, sideOf } from '../support/storage/engines.js'

type AppOrder = components['schemas']['CreateFixedAppOrder']
type OnChainOrder = components['schemas']['CreateOrder']

/** A word in everything that a merchant or a payer writes. */
const WORD = 'quillfeather'
/** Deliveries go 30 days after they ended, and their events and targets with them. */
const WEBHOOKS = /^webhook_(events|deliveries|targets)$/
const TABLES = {
  sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  postgres: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
}

describe.each(ENGINES)('merchants erase on %s', (engine) => {
  const shared = useHarness({ ...WITH_OPERATOR, MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' }, engine)
  const run = (...args: string[]) => runCommand(shared.harness, args)
  const suspended = async (): Promise<Registered> => {
    const keys = await shared.harness.register()
    run('merchants', 'suspend', keys.merchantId)
    return keys
  }
  const erase = ({ merchantId }: Registered) =>
    run('merchants', 'erase', merchantId, '--reason', 'letter of 2 March')

  /** Names the tables with the word. */
  async function tablesWithWord(): Promise<string[]> {
    const side = await sideOf(shared.harness.database)
    const found: string[] = []
    for (const { name } of await side.rows<{ name: string }>(TABLES[engine])) {
      const rows = await side.rows<Record<string, unknown>>(`SELECT * FROM ${name}`)
      const texts = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string')
      if (texts.some((text) => text.includes(WORD))) found.push(name)
    }
    return found
  }

  it('leaves no word of a merchant or a payer outside webhooks, and keeps the numbers of its orders', async () => {
    const { harness } = shared
    const keys = await harness.register(WORD)
    const id = keys.merchantId
    const texts = {
      description: WORD,
      metadata: { customer: WORD },
      return_url: `https://${WORD}.example/`,
      webhook_url: `https://${WORD}.example/own`,
    } satisfies Required<Omit<AppOrder, 'amount_mode' | 'amount' | 'currency'>>
    const onChain = {
      ...{ ...texts, idempotency_key: WORD, tolerance_percent: 0.02 },
      ...{ amount: '25.00', currency: 'USDT', network: 'TRC20' },
    } satisfies Required<Omit<OnChainOrder, 'price'>>
    await harness.call('POST', '/v1/webhooks', {
      keys,
      body: { url: `https://${WORD}.example/hook`, events: ['order.paid'] },
    })
    await harness.call('POST', '/v1/api_keys', { keys, body: { name: WORD, environment: 'test' } })
    await harness.call('POST', '/v1/withdrawals/destinations', {
      keys,
      body: { network: 'TRC20', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', label: WORD },
    })
    run('merchants', 'invite', id, '--mail', `${WORD}@books.example`, '--name', WORD)
    run('merchants', 'brand', id, '--name', WORD, '--support', `${WORD}@books.example`)
    const body = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT', ...texts }
    const { json: order } = await harness.call('POST', '/v1/app/orders', { keys, body })
    const { json: open } = await harness.call('POST', '/v1/orders', { keys, body: onChain })
    await harness.call('POST', `/v1/orders/${open.id}/expire`, { keys })
    const paid = { order_number: order.order_number, payer_reference: WORD, remark: WORD, settle: true }
    await callOperator(harness, '/operator/v1/app-payments', { body: paid })
    await harness.work()
    run('merchants', 'suspend', id)
    expect((await tablesWithWord()).length).toBeGreaterThan(8)

    expect(erase(keys)).toMatchObject({ status: 0, stdout: expect.stringContaining(`${id} is erased`) })
    expect((await tablesWithWord()).filter((table) => !WEBHOOKS.test(table))).toEqual([])
    const side = await sideOf(harness.database)
    expect(await side.rows(`SELECT status, order_number FROM orders WHERE id = '${order.id}'`)).toEqual([
      { status: 'PAID', order_number: order.order_number },
    ])
    expect((await harness.call('GET', '/v1/orders', { keys })).status).toBe(401)
    expect((await harness.register(WORD)).merchantId).not.toBe(id)
    const before = await auditRows(harness, id)
    expect(before.at(-1)).toMatchObject({
      action: 'merchants erase',
      details: '{"reason":"letter of 2 March"}',
    })
    expect(erase(keys).status).toBe(0)
    expect(await auditRows(harness, id)).toEqual(before)
  }, 60_000)

  it('refuses a merchant that is active, has money, or has orders that can be paid', async () => {
    const { harness } = shared
    const active = await harness.register()
    expect(erase(active).stderr).toContain('is PENDING_KYB: suspend it first')

    const rich = await suspended()
    const account = `live/${rich.merchantId}/available`
    const from = ['--debit', 'live/platform/operator:TRC20', '--credit', account, '--amount', '0.01']
    run('ledger', 'adjust', ...from, '--reason', 'goodwill')
    expect(erase(rich).stderr).toContain('has 0.01 USDT available')

    for (const [path, fields] of [
      ['/v1/app/orders', { amount_mode: 'FIXED' }],
      ['/v1/orders', { network: 'TRC20' }],
    ] as const) {
      const keys = await harness.register()
      const body = { amount: '25.00', currency: 'USDT', ...fields }
      await harness.call('POST', path, { keys, body })
      run('merchants', 'suspend', keys.merchantId)
      expect(erase(keys)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('has 1 test orders that are open or can be paid late'),
      })
      expect((await auditRows(harness, keys.merchantId)).map(({ action }) => action)).toEqual([
        'merchants suspend',
      ])
    }
  }, 60_000)

  it('asks for a reason, and names a merchant that does not exist', () => {
    expect(run('merchants', 'erase', 'unknown').status).toBe(2)
    expect(run('merchants', 'erase', 'unknown', '--reason', 'letter')).toMatchObject({
      status: 1,
      stderr: 'there is no merchant unknown\n',
    })
  })
})
