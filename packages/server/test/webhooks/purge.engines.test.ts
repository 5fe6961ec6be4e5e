import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../src/domain/shared/policy.js'
import { issueWebhookSecret } from '../../src/domain/webhooks/webhook-secrets.js'
import { webhookPurger } from '../../src/workers/webhooks/webhook-purger.js'
import { expectBalancedIn } from '../support/ledger/balance-assertions.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { ENGINES, sideOf } from '../support/storage/engines.js'
import { merchant } from '../support/storage/store-rows.js'
import { DELIVERED, DeliveryEngine, failed, work } from '../support/webhooks/delivery-engine.js'

const MINUTE_MS = 60_000

describe.each(ENGINES)('the purge on %s', (engine) => {
  async function begin() {
    const one = await DeliveryEngine.start(engine)
    const side = await one.database.side()
    const purger = webhookPurger(one.database.store, one.context)
    return {
      one,
      purge: () => purger.tick(new AbortController().signal),
      count: async (table: string) => Number(await side.value(`SELECT COUNT(*) FROM ${table}`)),
    }
  }

  it('keeps a delivery with its attempts for 30 days after it ended, then removes its event and target too', async () => {
    const { one, purge, count } = await begin()
    await one.enqueue(3, { ownUrl: 'https://shop.example/' })
    one.pass(DAY_MS)
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    // The second check finds that the target has nothing to send.
    one.pass(MINUTE_MS)
    await work(dispatcher)
    one.pass(30 * DAY_MS - MINUTE_MS - 1)
    expect(await purge()).toBe(0)
    one.pass(1)
    expect(await purge()).toBe(7)
    const tables = ['webhook_deliveries', 'webhook_attempts', 'webhook_events', 'webhook_targets']
    for (const table of tables) expect([table, await count(table)]).toEqual([table, 0])
    await one.enqueue(1, { ownUrl: 'https://shop.example/' })
    await work(one.dispatcher())
    expect(one.sent).toHaveLength(4)
  })

  it('keeps an event without a delivery for 31 days after it happened', async () => {
    const { one, purge, count } = await begin()
    await one.enqueue(2)
    one.pass(31 * DAY_MS - 1)
    expect([await purge(), await count('webhook_events')]).toEqual([0, 2])
    one.pass(1)
    expect([await purge(), await count('webhook_events')]).toEqual([2, 0])
  })

  it('keeps a delivery without a secret for 30 days until it is FAILED, and for 30 days more', async () => {
    const { one, purge, count } = await begin()
    await one.database.store.write((tx) => tx.merchants.insert(merchant('new')))
    await one.enqueue(2, { ownUrl: 'https://shop.example/', merchantId: 'new' })
    one.pass(30 * DAY_MS - 1)
    await one.enqueue(1, { ownUrl: 'https://shop.example/', merchantId: 'new' })
    expect(await purge()).toBe(0)
    one.pass(1)
    expect(await purge()).toBe(2)
    const failedDelivery = { status: 'FAILED', attempts: 0n, last_error: 'no_secret' }
    expect(await one.deliveries()).toMatchObject([
      failedDelivery,
      failedDelivery,
      { status: 'PENDING', last_error: 'no_secret' },
    ])
    await one.database.store.write((tx) =>
      issueWebhookSecret(tx, one.context, { merchantId: 'new', environment: 'test' }),
    )
    await work(one.dispatcher())
    expect(await one.deliveries()).toMatchObject([
      failedDelivery,
      failedDelivery,
      { status: 'DELIVERED', attempts: 1n },
    ])
    one.pass(31 * DAY_MS)
    await work(one.dispatcher())
    // Three deliveries, their events and their target.
    expect(await purge()).toBe(7)
    expect(await count('webhook_targets')).toBe(0)
  })

  it('keeps a pending delivery, whatever its age', async () => {
    const { one, purge, count } = await begin()
    await one.enqueue(1, { ownUrl: 'https://shop.example/' })
    one.answer = () => failed('HTTP 500')
    const dispatcher = one.dispatcher()
    await work(dispatcher)
    one.pass(400 * DAY_MS)
    expect([await purge(), await count('webhook_deliveries')]).toEqual([0, 1])
    one.answer = () => DELIVERED
    await work(dispatcher)
    expect(await one.deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 2n }])
  })
})

describe('the ledger of a server whose old events are purged', () => {
  it('balances, though an order of that time was paid again since', async () => {
    const harness = await Harness.start()
    const keys = await harness.register()
    const { json: order } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const pay = () =>
      harness.call('POST', `/v1/test_helpers/orders/${order.id}/simulate`, { keys, body: { action: 'pay' } })
    await pay()
    await harness.pass(4_000)
    const side = await sideOf(harness.database)
    const events = () => side.value('SELECT COUNT(*) FROM webhook_events')
    expect(await events()).toBe(1)
    harness.clock.advance(31 * DAY_MS)
    await harness.work()
    expect(await events()).toBe(0)
    await pay()
    await harness.pass(4_000)
    await expectBalancedIn(harness.database)
  })
})
