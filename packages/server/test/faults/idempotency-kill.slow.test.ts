import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sandboxAddress } from '../../src/chain/sandbox/sandbox-addresses.js'
import { CrashRun } from '../support/crash/crash-run.js'
import { Sites, seeded } from '../support/crash/sites.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, type Registered } from '../support/server/harness.js'

const WITHDRAWAL = {
  amount: '10.00',
  currency: 'USDT',
  network: 'TRC20',
  destination_address: sandboxAddress('TRC20', 'payer'),
} as const

/** Registers a merchant with a balance. */
async function fund(harness: Harness): Promise<Registered> {
  const keys = await harness.register()
  const body = { amount_mode: 'FIXED', amount: '1000.00', currency: 'USDT' }
  const order = await harness.call('POST', '/v1/app/orders', { keys, body })
  const path = `/v1/test_helpers/orders/${order.json.id}/simulate`
  for (const action of ['authorise', 'pay']) await harness.call('POST', path, { keys, body: { action } })
  return keys
}

describe('an idempotency key of a withdrawal', () => {
  it('makes one withdrawal of a hundred parallel calls, and reserves its amount once', async () => {
    const harness = await Harness.start()
    const keys = await fund(harness)
    const body = { ...WITHDRAWAL, idempotency_key: 'rent' }
    const calls = Array.from({ length: 100 }, () => harness.call('POST', '/v1/withdrawals', { keys, body }))
    const answers = await Promise.all(calls)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(99)
    const balance = await harness.call('GET', '/v1/balance', { keys })
    expect(balance.json).toMatchObject({ held: '11.50' })
  })

  it('is refused for another withdrawal', async () => {
    const harness = await Harness.start()
    const keys = await fund(harness)
    const body = { ...WITHDRAWAL, idempotency_key: 'rent' }
    expect((await harness.call('POST', '/v1/withdrawals', { keys, body })).status).toBe(201)
    const other = { ...body, amount: '10.01' }
    const refused = await harness.call('POST', '/v1/withdrawals', { keys, body: other })
    expect([refused.status, refused.json.error]).toEqual([409, 'duplicate idempotency key'])
  })
})

describe('a call whose server dies between commit and answer', () => {
  it('is answered with the first result when it is repeated', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'sites')
    const sites = new Sites(file, seeded(1))
    const databaseUrl = `file:${folder}/books.db`
    const run = await CrashRun.start({ folder, databaseUrl, nextFaults: () => ({ FAULT_SITES: file }) })
    onTestFinished(async () => {
      await run.stop()
    })
    await Promise.all([run.pay('app'), run.pay('never'), run.withdraw('paid')])
    expect(await run.waitForConsistency(10_000)).toEqual([])

    const { api } = run.driver
    const options = { idempotencyKey: 'once' }
    const calls = [
      {
        inserted: /^after INSERT INTO orders .*checkout_token/,
        call: () => api.orders.create({ amount: '30.00', currency: 'USDT', network: 'TRC20' }, options),
      },
      {
        inserted: /^after INSERT INTO withdrawals /,
        call: () => api.withdrawals.create(WITHDRAWAL, options),
      },
    ]
    for (const { inserted, call } of calls) {
      const after = sites.find(inserted)
      await run.supervisor.send({ kill: { site: 'after COMMIT', after } })
      await expect(call()).rejects.toMatchObject({ outcome: 'unknown' })
      await run.supervisor.ready()
      const { replayed } = await call().withResponse()
      expect({ inserted, replayed }).toEqual({ inserted, replayed: true })
    }
    // One withdrawal of the setup, and one of this test.
    expect(await run.rows.all("SELECT id FROM orders WHERE kind = 'on-chain'")).toHaveLength(2)
    expect(await run.rows.all('SELECT id FROM withdrawals')).toHaveLength(2)
  }, 60_000)
})
