import { describe, expect, it } from 'vitest'
import type { Delivery } from '../../src/domain/webhooks/webhook.js'
import { fanOut } from '../../src/domain/webhooks/webhook-deliveries.js'
import {
  deleteWebhook,
  redeliverDelivery,
  sendTestWebhook,
  updateWebhook,
} from '../../src/domain/webhooks/webhook-endpoints.js'
import { gate } from '../support/net/gate.js'
import { ENGINES } from '../support/storage/engines.js'
import { replaceTables } from '../support/storage/replace-tables.js'
import { DELIVERED, DeliveryEngine, failed, tick, work } from '../support/webhooks/delivery-engine.js'

const SCOPE = { merchantId: 'shop', environment: 'test' } as const
const URL = 'https://shop.example/hooks'
const MINUTE = 60_000

describe.each(ENGINES)('an endpoint on %s', (engine) => {
  /** Starts an engine with one endpoint whose receiver fails. */
  async function begin() {
    const one = await DeliveryEngine.start(engine)
    one.answer = () => failed('HTTP 500')
    const { id } = await one.endpoint(URL)
    const { store } = one.database
    const update = (changes: object) =>
      store.write((tx) => updateWebhook(tx, one.context, SCOPE, id, changes))
    return { one, id, store, update, dispatcher: one.dispatcher() }
  }

  it('an endpoint that is inactive costs its deliveries no attempt, and others are sent as before', async () => {
    const { one, store, update, dispatcher } = await begin()
    const other = await one.endpoint('https://other.example/hooks')
    await one.enqueue(10)
    await work(dispatcher)
    await update({ isActive: false })
    one.pass(MINUTE)
    await work(dispatcher)
    expect(one.sent.filter(({ url }) => url === URL)).toHaveLength(10)
    expect(one.sent.filter(({ url }) => url === other.url)).toHaveLength(20)
    one.pass(24 * 60 * MINUTE)
    await store.write((tx) => deleteWebhook(tx, one.context, SCOPE, other.id))
    await work(dispatcher)
    await update({ isActive: true })
    await work(dispatcher)
    const attempts = one.sent.filter(({ url }) => url === URL).map(({ attempt }) => attempt)
    expect(attempts).toEqual([...Array(10).fill(1), ...Array(10).fill(2)])
  })

  it('an endpoint with a new URL is sent to at once, however many failures the old URL had', async () => {
    const { one, update, dispatcher } = await begin()
    one.answer = () => failed('connection_refused')
    await one.enqueue(12)
    await work(dispatcher)
    expect(dispatcher.countOpenBreakers()).toBe(1)
    const moved = `${URL}/moved`
    await update({ url: moved })
    one.answer = () => DELIVERED
    one.pass(2 * MINUTE)
    await work(dispatcher)
    expect(one.sent.filter(({ url }) => url === moved).length).toBeGreaterThan(0)
    expect(one.sent.slice(12).every(({ url }) => url === moved)).toBe(true)
    const rows = await one.deliveries()
    expect(rows.map(({ status }) => status)).toEqual(Array(12).fill('DELIVERED'))
  })

  it('is sent the same bytes by a redelivery, and new bytes by a test', async () => {
    const { one, id, store, dispatcher } = await begin()
    await one.enqueue()
    await work(dispatcher)
    const [row] = await one.deliveries()
    const ids = { webhookId: id, deliveryId: row?.id ?? '' }
    const again = await store.write((tx) => redeliverDelivery(tx, one.context, SCOPE, ids))
    const sample = await store.write((tx) => sendTestWebhook(tx, one.context, SCOPE, id))
    await work(dispatcher)
    const [first, ...others] = one.sent
    const hashOf = (delivery: { id: string }) => others.find((sent) => sent.id === delivery.id)?.bodyHash
    expect(hashOf(again)).toBe(first?.bodyHash)
    expect(hashOf(sample)).not.toBe(first?.bodyHash)
    expect(await one.deliveries()).toContainEqual(row)
  })

  it('an endpoint that is deleted fails all its deliveries, leased or not, and keeps no lease', async () => {
    const { one, id, store, dispatcher } = await begin()
    const { opened, open } = gate()
    one.answer = () => opened.then(() => DELIVERED)
    await one.enqueue(100)
    await tick(dispatcher)
    const sentBefore = one.sent.length
    expect(sentBefore).toBeGreaterThan(0)
    await store.write((tx) => deleteWebhook(tx, one.context, SCOPE, id))
    open()
    await dispatcher.idle()
    await work(dispatcher)
    expect(one.sent).toHaveLength(sentBefore)
    const outcomes = (await one.deliveries()).map(({ status, attempts, last_error, claimed_by }) => [
      status,
      attempts,
      last_error,
      claimed_by,
    ])
    expect(outcomes).toEqual(Array(100).fill(['FAILED', 0n, 'webhook_deleted', null]))
    const side = await one.database.side()
    const due = await side.value('SELECT COUNT(*) FROM webhook_targets WHERE next_due_at IS NOT NULL')
    expect(Number(due)).toBe(0)
  })

  it('is updated in ascending order of targets over all events of a unit of work', async () => {
    const { one, store } = await begin()
    for (let n = 0; n < 3; n += 1) await one.endpoint(`https://shop-${n}.example/`)
    const touched: string[] = []
    await store.write((tx) => {
      const insert = async (delivery: Delivery) => void touched.push(delivery.target)
      const webhookDeliveries = { ...tx.webhookDeliveries, insert }
      return fanOut(replaceTables(tx, { webhookDeliveries }), one.context, one.outgoing(2))
    })
    expect(touched).toHaveLength(8)
    expect(touched).toEqual([...touched].sort())
  })

  it('an endpoint that is deleted while an event is created fails the delivery of that event a moment later', async () => {
    const { one, id, store, dispatcher } = await begin()
    // The endpoints as the event read them before the deletion was committed.
    const endpoints = await store.read((tx) => tx.webhookEndpoints.list(SCOPE))
    await store.write((tx) => deleteWebhook(tx, one.context, SCOPE, id))
    await store.write((tx) => {
      const webhookEndpoints = { ...tx.webhookEndpoints, list: async () => endpoints }
      return fanOut(replaceTables(tx, { webhookEndpoints }), one.context, one.outgoing())
    })
    expect(await one.deliveries()).toMatchObject([{ status: 'PENDING' }])
    one.pass(1_000)
    await work(dispatcher)
    expect(one.sent).toHaveLength(0)
    expect(await one.deliveries()).toMatchObject([{ status: 'FAILED', last_error: 'webhook_deleted' }])
  })
})
