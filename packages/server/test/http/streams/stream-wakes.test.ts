import { describe, expect, it, onTestFinished } from 'vitest'
import { openStream } from '../../support/net/event-stream.js'
import { Harness, type Keys, useHarness } from '../../support/server/harness.js'
import { countingStore } from '../../support/storage/counted-reads.js'

const DELIVERIES = '/v1/test_helpers/deliveries/events'

/** Ends the window of a new order, which the next tick of the workers expires with an event. */
async function endOrder(harness: Harness, keys: Keys): Promise<void> {
  const body = { amount_mode: 'FIXED', amount: '12.50', currency: 'USDT' }
  const { json } = await harness.call('POST', '/v1/app/orders', { keys, body })
  await harness.call('POST', `/v1/test_helpers/orders/${json.id}/simulate`, {
    keys,
    body: { action: 'expire' },
  })
}

describe('a stream of deliveries', () => {
  const counted = { next: 0, late: 0 }
  const start = () => Harness.start({}, { openStore: countingStore(counted) })

  it('reads when its own environment has an event, and for no other', async () => {
    const harness = await start()
    const [own, other] = [await harness.register(), await harness.register()]
    const { messages, close } = await openStream(harness, own, DELIVERIES)
    onTestFinished(close)
    await endOrder(harness, own)
    await harness.work()
    await messages.next()
    await harness.call('GET', '/v1/orders', { keys: own }) // pending reads of the stream have run
    const before = { ...counted }
    for (let n = 0; n < 5; n += 1) {
      await endOrder(harness, other)
      await harness.work()
    }
    await harness.call('GET', '/v1/orders', { keys: own })
    // Its check for late items may have been due in between.
    expect(counted.next - before.next).toBeLessThanOrEqual(1)
  })

  it('checks for late items once a second, regardless of the number of events', async () => {
    const harness = await start()
    const keys = await harness.register()
    const { messages, close } = await openStream(harness, keys, DELIVERIES)
    onTestFinished(close)
    const [before, began] = [counted.late, performance.now()]
    for (let n = 0; n < 20; n += 1) {
      await endOrder(harness, keys)
      await harness.work()
      await messages.next()
    }
    const seconds = (performance.now() - began) / 1_000
    expect(counted.late - before).toBeLessThanOrEqual(2 + Math.floor(seconds))
  })
})

describe('the streams of a merchant', () => {
  const shared = useHarness()

  it('are at most a hundred in one environment over all keys; the next gets 429 with Retry-After: 5', async () => {
    const { harness } = shared
    const owner = await harness.register()
    const makeKey = async () => {
      const body = { environment: 'test' }
      const { json } = await harness.call('POST', '/v1/merchants/api-keys', { keys: owner, body })
      return { keyId: String(json.key_id), secret: String(json.secret) }
    }
    const makeOrder = async () => {
      const body = { amount_mode: 'FIXED', amount: '5', currency: 'USDT' }
      return (await harness.call('POST', '/v1/app/orders', { keys: owner, body })).json.id
    }
    const open = async (keys: Keys, id: string) => {
      const stream = await openStream(harness, keys, `/v1/orders/${id}/events`)
      onTestFinished(stream.close)
      return stream
    }
    const opened = []
    for (const keys of [await makeKey(), await makeKey()])
      for (let orders = 0; orders < 10; orders += 1) {
        const id = await makeOrder()
        for (let n = 0; n < 5; n += 1) opened.push(await open(keys, id))
      }
    const id = await makeOrder()
    const { response } = await open(owner, id)
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      '5',
      '{"error":"rate limit exceeded"}',
    ])
    const deliveries = await harness.call('GET', DELIVERIES, { keys: owner })
    expect(deliveries.status).toBe(429)
    const stranger = await harness.register()
    const { json } = await harness.call('POST', '/v1/app/orders', {
      keys: stranger,
      body: { amount_mode: 'FIXED', amount: '5', currency: 'USDT' },
    })
    expect((await open(stranger, json.id)).response.status).toBe(200)
    opened[0]?.close()
    await expect.poll(async () => (await open(owner, id)).response.status).toBe(200)
  })
})
