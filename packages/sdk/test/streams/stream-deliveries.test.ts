import { describe, expect, it } from 'vitest'
import { createTestServer } from '../../../testing/src/index.js'
import { MerchantPay } from '../../src/client.js'
import type { DeliveryEvent } from '../../src/streams/delivery-events.js'

const orderOf = ({ delivery }: DeliveryEvent): unknown => JSON.parse(delivery.body).data.order_id

const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const

/** The in-memory service with a client, and a way to cause an event. */
function telling() {
  const server = createTestServer()
  const { baseUrl, fetch, clock, keys } = server
  const mp = new MerchantPay({ ...keys.test, baseUrl, fetch, clock })
  const expire = async () => {
    const { id } = await mp.orders.create(ORDER)
    await mp.testHelpers.simulateOrder(id, { action: 'expire' })
    await server.advance(5_000)
    return id
  }
  return { server, mp, expire }
}

async function take(stream: AsyncIterator<DeliveryEvent>, count: number): Promise<DeliveryEvent[]> {
  const taken: DeliveryEvent[] = []
  while (taken.length < count) taken.push((await stream.next()).value as DeliveryEvent) // it never ends by itself
  return taken
}

describe('a stream of deliveries', () => {
  it('resumes after the last message when its connection is lost: each message comes once', async () => {
    const { server, mp, expire } = telling()
    const stream = mp.testHelpers.streamDeliveries({ lastEventId: '0' })
    const orders = [await expire()]
    server.fault('streamTestDeliveries', { cutStreamAt: 1_200 })
    const told = await take(stream, 1)
    orders.push(await expire(), await expire())
    const rest = take(stream, 2)
    await server.advance(60_000)
    told.push(...(await rest))
    expect(told.map(orderOf)).toEqual(orders)
    const streams = server.calls.filter(({ operationId }) => operationId === 'streamTestDeliveries')
    expect(streams.map(({ headers }) => headers['last-event-id'])).toEqual(['0', told[0]?.eventId])
    await stream.return?.()
  })

  it('misses no message between two connections before its first one', async () => {
    const { server, mp, expire } = telling()
    server.fault('streamTestDeliveries', { cutStreamAt: 0 })
    const stream = mp.testHelpers.streamDeliveries()
    const first = take(stream, 1)
    await server.advance(0)
    const order = await expire()
    await server.advance(60_000)
    expect((await first).map(orderOf)).toEqual([order])
    await stream.return?.()
  })

  it('starts after a given id, and gives ids to resume from', async () => {
    const { mp, expire } = telling()
    const [first, second] = [await expire(), await expire()]
    const [told] = await take(mp.testHelpers.streamDeliveries({ lastEventId: '0' }), 1)
    expect(orderOf(told as DeliveryEvent)).toBe(first)
    const next = mp.testHelpers.streamDeliveries({ lastEventId: told?.eventId })
    expect((await take(next, 1)).map(orderOf)).toEqual([second])
  })

  it('marks no gap where it resumed after its last message', async () => {
    const { server, mp, expire } = telling()
    const stream = mp.testHelpers.streamDeliveries({ lastEventId: `${server.clock.now()}` })
    await expire()
    server.fault('streamTestDeliveries', { cutStreamAt: 1_200 })
    const [before] = await take(stream, 1)
    await expire()
    const rest = take(stream, 1)
    await server.advance(60_000)
    expect([before, ...(await rest)].map((event) => event?.gap)).toEqual([false, false])
    await stream.return?.()
  })

  it('marks the first message after a gap: more than a day back, or after an id without a time', async () => {
    const { server, mp, expire } = telling()
    await expire()
    await server.advance(25 * 3_600_000)
    const since = `${server.clock.now() - 25 * 3_600_000}`
    const old = mp.testHelpers.streamDeliveries({ lastEventId: since })
    const foreign = mp.testHelpers.streamDeliveries({ lastEventId: 'another' })
    const pending = [take(old, 2), take(foreign, 2)]
    await server.advance(0)
    await expire()
    await expire()
    await server.advance(0)
    const gaps = (await Promise.all(pending)).map((events) => events.map(({ gap }) => gap))
    expect(gaps).toEqual([
      [true, false],
      [true, false],
    ])
    await Promise.all([old.return?.(), foreign.return?.()])
  })

  it('needs a test key, and sends nothing with a live one', async () => {
    const keys = { keyId: `mk_live_${'0'.repeat(24)}`, secret: `sk_live_${'0'.repeat(43)}` }
    const fetch = () => Promise.reject(new Error('sent'))
    const mp = new MerchantPay({ baseUrl: 'https://pay.example', ...keys, fetch })
    await expect(mp.testHelpers.streamDeliveries().next()).rejects.toMatchObject({
      code: 'test_key_required',
      operationId: 'streamTestDeliveries',
    })
  })
})
