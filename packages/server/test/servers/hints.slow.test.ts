import { expect, it, onTestFinished } from 'vitest'
import { openStream } from '../support/net/event-stream.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness } from '../support/server/harness.js'
import { sideOf } from '../support/storage/engines.js'

const APP_ORDER = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT' }
/** A stream reads by itself after 15 s. */
const BEFORE_ITS_OWN_READ_MS = 10_000

/** Two servers on one PostgreSQL. No worker runs, so that only hints wake the streams of the first. */
async function begin() {
  const folder = temporaryFolder()
  const one = await Harness.open(folder, {}, { engine: 'postgres' })
  onTestFinished(() => one.close())
  const other = await Harness.open(folder, {}, { engine: 'postgres' })
  onTestFinished(() => other.close())
  const keys = await one.register()
  const { json: order } = await one.call('POST', '/v1/app/orders', { keys, body: APP_ORDER })
  const changeElsewhere = async () => {
    await other.call('POST', `/v1/test_helpers/orders/${order.id}/simulate`, {
      keys,
      body: { action: 'expire' },
    })
    await other.work()
  }
  return { one, keys, path: `/v1/orders/${order.id}/events`, changeElsewhere }
}

it('wake the stream of an order that another server changes', async () => {
  const { one, keys, path, changeElsewhere } = await begin()
  const { messages } = await openStream(one, keys, path)
  expect((await messages.next()).value?.id).toBe('1')
  const changedAt = performance.now()
  await changeElsewhere()
  expect((await messages.next()).value?.id).toBe('2')
  expect(performance.now() - changedAt).toBeLessThan(BEFORE_ITS_OWN_READ_MS)
})

it('wake the stream of deliveries when another server stores an event', async () => {
  const { one, keys, changeElsewhere } = await begin()
  const path = '/v1/test_helpers/deliveries/events'
  const { messages } = await openStream<{ event_type: string }>(one, keys, path)
  const changedAt = performance.now()
  await changeElsewhere()
  expect((await messages.next()).value?.data.event_type).toBe('payment.expired')
  expect(performance.now() - changedAt).toBeLessThan(BEFORE_ITS_OWN_READ_MS)
})

it('arrive again after the connection was ended', async () => {
  const { one, keys, path, changeElsewhere } = await begin()
  const side = await sideOf(one.database)
  const listeners = async () => {
    const text = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'`
    return (await side.rows<{ pid: number }>(text)).map(({ pid }) => pid)
  }
  await expect.poll(async () => (await listeners()).length).toBe(2)
  const ended = await listeners()
  for (const pid of ended) await side.script(`SELECT pg_terminate_backend(${pid})`)
  await expect.poll(async () => (await listeners()).filter((pid) => !ended.includes(pid)).length).toBe(2)
  const { messages } = await openStream(one, keys, path)
  await messages.next()
  const changedAt = performance.now()
  await changeElsewhere()
  expect((await messages.next()).value?.id).toBe('2')
  expect(performance.now() - changedAt).toBeLessThan(BEFORE_ITS_OWN_READ_MS)
})
