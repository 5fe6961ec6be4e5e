import { describe, expect, it } from 'vitest'
import { platformAccount } from '../../src/domain/ledger/account.js'
import { adjustLedger } from '../../src/domain/ledger/adjustments.js'
import { amount, contextAt } from '../support/domain/context.js'
import { openRaw, samplesOf, sampleValue, scrape, WITH_METRICS } from '../support/observability/scrape.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { ENGINES, openDatabase, openOn } from '../support/storage/engines.js'
import { fund, withdraw } from '../support/withdrawals/withdrawals.js'

describe('the metrics of the state', () => {
  it('count open orders of all merchants, and each status that an order enters', async () => {
    const harness = await Harness.start(WITH_METRICS)
    const [ada, bob] = [await harness.register(), await harness.register()]
    const { json } = await harness.call('POST', '/v1/orders', { keys: ada, body: ORDER })
    await harness.call('POST', '/v1/orders', { keys: bob, body: ORDER })
    const simulate = `/v1/test_helpers/orders/${json.id}/simulate`
    await harness.call('POST', simulate, { keys: ada, body: { action: 'pay' } })
    await harness.pass(30_000, 10_000)
    const text = await scrape(harness)
    const entered = 'merchantpay_order_statuses_total{environment="test",status='
    expect([
      sampleValue(text, 'merchantpay_orders_open{environment="test"}'),
      sampleValue(text, 'merchantpay_orders_open{environment="live"}'),
      ...['OPEN', 'CONFIRMING', 'PAID', 'EXPIRED'].map((status) =>
        sampleValue(text, `${entered}"${status}"}`),
      ),
    ]).toEqual([1, 0, 2, 1, 1, undefined])
  })

  it('sum the balances of all merchants, open withdrawals and suspense, in USDT', async () => {
    const harness = await Harness.start(WITH_METRICS)
    const [ada, bob] = [await harness.register(), await harness.register()]
    await fund(harness, ada, '50.00')
    await fund(harness, bob, '0.25')
    await withdraw(harness, ada, { amount: '10.00' })
    const store = await openOn(harness.database)
    const [debit, credit] = (['operator:TRC20', 'suspense:TRC20'] as const).map((code) =>
      platformAccount('test', code),
    )
    if (!debit || !credit) throw new Error('two accounts')
    await store.write((tx) =>
      adjustLedger(
        tx,
        contextAt(harness.clock),
        { debit, credit, amount: amount('7.5') },
        { actor: 'operator', reason: 'found' },
      ),
    )
    const text = await scrape(harness)
    const balance = (account: string) =>
      sampleValue(text, `merchantpay_merchant_balance_usdt{environment="test",account="${account}"}`)
    // The fee of 1.50 is held with the amount.
    expect([balance('available'), balance('held')]).toEqual([38.75, 11.5])
    const trc20 = 'environment="test",network="TRC20"'
    expect(sampleValue(text, `merchantpay_withdrawals_usdt{${trc20},status="PENDING"}`)).toBe(10)
    expect(sampleValue(text, `merchantpay_suspense_usdt{${trc20}}`)).toBe(7.5)
    expect(sampleValue(text, 'merchantpay_suspense_usdt{environment="test",network="ERC20"}')).toBe(0)
  })

  it('count open streams of merchants and of payers', async () => {
    const harness = await Harness.start(WITH_METRICS)
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const { pathname } = new URL(String(json.payment_url))
    const streams = [
      await openRaw(harness, `/v1/orders/${json.id}/events`, keys),
      await openRaw(harness, `${pathname}/events`),
      await openRaw(harness, `${pathname}/events`),
    ]
    const open = async () => samplesOf(await scrape(harness), 'merchantpay_open_streams').sort()
    const counts = (api: number, checkout: number) => [
      `merchantpay_open_streams{kind="api"} ${api}`,
      `merchantpay_open_streams{kind="checkout"} ${checkout}`,
    ]
    expect(await open()).toEqual(counts(1, 2))
    for (const stream of streams) stream.destroy()
    await expect.poll(open).toEqual(counts(0, 0))
  })

  it('report each check of readyz, and the violations of the last proof', async () => {
    const harness = await Harness.start(WITH_METRICS)
    const store = await openOn(harness.database)
    const proof = { provenAt: harness.clock.now(), tookMs: 5, violations: 3 }
    await store.write((tx) => tx.ledgerProofs.record(proof))
    const text = await scrape(harness)
    expect(sampleValue(text, 'merchantpay_readiness_check{check="ledger"}')).toBe(0)
    expect(sampleValue(text, 'merchantpay_readiness_check{check="database"}')).toBe(1)
    expect(sampleValue(text, 'merchantpay_ledger_violations')).toBe(3)
  })

  it('measure commits', async () => {
    const harness = await Harness.start(WITH_METRICS)
    const before = sampleValue(await scrape(harness), 'merchantpay_store_commit_duration_seconds_count') ?? 0
    await harness.register()
    const text = await scrape(harness)
    expect(sampleValue(text, 'merchantpay_store_commit_duration_seconds_count')).toBeGreaterThan(before)
    expect(sampleValue(text, 'merchantpay_store_queue_length')).toBe(0)
  })
})

describe.each(ENGINES)('the meter of the store on %s', (engine) => {
  it('knows how many units of work wait to write', async () => {
    let waiting = () => -1
    const durations: number[] = []
    const meter = {
      watchQueue: (length: () => number) => {
        waiting = length
      },
      measureCommit: (ms: number) => void durations.push(ms),
    }
    const { store } = await openDatabase(engine, { meter })
    expect(waiting()).toBe(0)
    const writes = Array.from({ length: 10 }, () => store.write((tx) => tx.health.probeWrite()))
    // PostgreSQL has six connections that write.
    expect(waiting()).toBe(engine === 'sqlite' ? 10 : 4)
    await Promise.all(writes)
    expect(waiting()).toBe(0)
    expect(durations.length).toBeGreaterThan(0)
    expect(Math.min(...durations)).toBeGreaterThanOrEqual(0)
  })
})
