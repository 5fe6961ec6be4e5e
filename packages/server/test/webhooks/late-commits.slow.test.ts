import { describe, expect, it } from 'vitest'
import type { Store } from '../../src/domain/store/store.js'
import { SLOTS_PER_TARGET } from '../../src/domain/webhooks/webhook-breaker.js'
import { fanOut } from '../../src/domain/webhooks/webhook-deliveries.js'
import { deleteWebhook } from '../../src/domain/webhooks/webhook-endpoints.js'
import { issueWebhookSecret } from '../../src/domain/webhooks/webhook-secrets.js'
import { gate } from '../support/net/gate.js'
import { ENGINES, type Side } from '../support/storage/engines.js'
import { replaceTables } from '../support/storage/replace-tables.js'
import { merchant } from '../support/storage/store-rows.js'
import { DELIVERED, DeliveryEngine, LEASE_MS, tick, work } from '../support/webhooks/delivery-engine.js'

const SECOND = 1_000
const SCOPE = { merchantId: 'shop', environment: 'test' } as const
const URL = 'https://shop.example/hooks'

/**
 * Starts an engine with a unit of work that stores an event of the shop and is not committed: it waits for a row that
 * another connection has locked. `commit` lets it end.
 */
async function beginLate(one: DeliveryEngine) {
  const { store } = one.database
  await store.write((tx) => tx.merchants.insert(merchant('held')))
  const holder = await one.database.side()
  await holder.script(`BEGIN; UPDATE merchants SET name = name WHERE id = 'held'`)
  const late = store.write(async (tx) => {
    await fanOut(tx, one.context, one.outgoing())
    await tx.merchants.lock('held')
  })
  await waitingIn(await one.database.side())
  const commit = async () => {
    await holder.script('COMMIT')
    await late
  }
  return { commit }
}

/** Resolves when a connection waits for a lock. */
async function waitingIn(side: Side): Promise<void> {
  const text = `SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  while ((await side.value(text)) !== 1);
}

describe('a delivery that is committed late on postgres', () => {
  it('a delivery that is committed late to an endpoint that was deleted meanwhile fails with the others', async () => {
    const one = await DeliveryEngine.start('postgres')
    const { id } = await one.endpoint(URL)
    // A delivery that is due already has lowered the due time, so the late one skips the row of the target.
    await one.enqueue()
    const { commit } = await beginLate(one)
    await one.database.store.write((tx) => deleteWebhook(tx, one.context, SCOPE, id))
    await commit()
    one.pass(SECOND)
    await work(one.dispatcher())
    expect(one.sent).toEqual([])
    const ended = { status: 'FAILED', last_error: 'webhook_deleted' }
    expect(await one.deliveries()).toMatchObject([ended, ended])
  })

  it('a delivery that is committed late while the first secret of its environment was created is sent', async () => {
    const one = await DeliveryEngine.start('postgres', [])
    const { store } = one.database
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    await one.endpoint(URL)
    const { commit } = await beginLate(one)
    await store.write((tx) => issueWebhookSecret(tx, one.context, SCOPE))
    await commit()
    expect(await one.deliveries()).toMatchObject([{ status: 'PENDING', last_error: 'no_secret' }])
    one.pass(SECOND)
    await work(one.dispatcher())
    expect(one.sent).toMatchObject([{ url: URL, attempt: 1 }])
  })

  it('a delivery that is committed late to another receiver while the first secret of its environment was created is sent', async () => {
    const one = await DeliveryEngine.start('postgres', [])
    const { store } = one.database
    await store.write((tx) => tx.merchants.insert(merchant('shop')))
    await one.enqueue(1, { ownUrl: 'https://a.example/' })
    const holder = await one.database.side()
    await holder.script('BEGIN; UPDATE webhook_targets SET last_leased_at = last_leased_at')
    const issued = store.write((tx) => issueWebhookSecret(tx, one.context, SCOPE))
    await waitingIn(await one.database.side())
    // The secret has lowered the due time of the first receiver, and has not released any delivery yet.
    await one.enqueue(1, { ownUrl: 'https://b.example/' })
    await holder.script('COMMIT')
    await issued
    one.pass(SECOND)
    await work(one.dispatcher())
    expect(one.sent.map(({ url }) => url).sort()).toEqual(['https://a.example/', 'https://b.example/'])
  })

  it('a delivery that is committed late after the second check of its target is sent', async () => {
    const one = await DeliveryEngine.start('postgres')
    const dispatcher = one.dispatcher()
    await one.endpoint(URL)
    await one.enqueue()
    // The check that finds nothing more sets the due time later.
    await work(dispatcher)
    one.pass(8 * SECOND)
    // All slots of the target are taken, so that no check finds fewer deliveries than slots.
    const { opened, open } = gate()
    one.answer = () => opened.then(() => DELIVERED)
    await one.enqueue(SLOTS_PER_TARGET)
    await tick(dispatcher)
    one.pass(7.5 * SECOND)
    const { commit } = await beginLate(one)
    one.pass(SECOND)
    await tick(dispatcher)
    await commit()
    open()
    await dispatcher.idle()
    await work(dispatcher)
    expect(one.sent).toHaveLength(1 + SLOTS_PER_TARGET + 1)
  })

  it('is visible as an open transaction until it is committed', async () => {
    const one = await DeliveryEngine.start('postgres')
    await one.endpoint(URL)
    const oldest = () => one.database.store.read((tx) => tx.webhookTargets.oldestTransactionMs())
    expect(await oldest()).toBe(0)
    const { commit } = await beginLate(one)
    expect(await oldest()).toBeGreaterThan(0)
    await commit()
    expect(await oldest()).toBe(0)
  })
})

describe.each(ENGINES)('on %s', (engine) => {
  it('the first tick of a server fails the deliveries of all endpoints that were ever deleted', async () => {
    const one = await DeliveryEngine.start(engine)
    const first = await one.endpoint(URL)
    await one.database.store.write(async (tx) => {
      for (let n = 0; n < 149; n += 1) await tx.webhookEndpoints.insert({ ...first, id: `wh_${n}` })
    })
    await one.enqueue()
    // The event was created before the deletion, and no tick has run since.
    await (await one.database.side()).script('UPDATE webhook_endpoints SET is_active = 0, deleted_at = 1')
    await work(one.dispatcher())
    const ended = { status: 'FAILED', last_error: 'webhook_deleted' }
    expect(await one.deliveries()).toMatchObject(Array(150).fill(ended))
  })

  it('a second check waits for every transaction that may have left the due time unchanged', async () => {
    const one = await DeliveryEngine.start(engine)
    const { store } = one.database
    let oldestTransactionMs = 60 * SECOND
    const busy: Store = {
      ...store,
      read: (work) => store.read(work),
      write: (work) =>
        store.write((tx) => {
          const webhookTargets = {
            ...tx.webhookTargets,
            oldestTransactionMs: async () => oldestTransactionMs,
          }
          return work(replaceTables(tx, { webhookTargets }))
        }),
    }
    const dispatcher = one.dispatcher('one', busy)
    await one.endpoint(URL)
    await one.enqueue()
    await work(dispatcher)
    const side = await one.database.side()
    const unsure = () => side.value('SELECT COUNT(*) FROM webhook_targets WHERE unsure_since IS NOT NULL')
    one.pass(LEASE_MS + 16 * SECOND)
    await work(dispatcher)
    expect(Number(await unsure())).toBe(1)
    oldestTransactionMs = 0
    one.pass(SECOND)
    await work(dispatcher)
    expect(Number(await unsure())).toBe(0)
  })
})
