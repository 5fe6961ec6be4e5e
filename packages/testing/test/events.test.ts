import { type EventPage, MerchantPay } from '@merchantpay/sdk'
import { describe, expect, it } from 'vitest'
import { createTestServer } from '../src/index.js'

const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
const DAY_MS = 24 * 60 * 60_000

function open() {
  const server = createTestServer({ requestsPerMinute: 1_000_000 })
  const { baseUrl, fetch, clock, keys } = server
  const mp = new MerchantPay({ ...keys.test, baseUrl, fetch, clock, rateLimit: false })
  /** An order that ends in a status, with its event. */
  const end = async (status: 'PAID' | 'EXPIRED') => {
    const { id } = await mp.orders.create(ORDER)
    await server.emit(id, status)
    return id
  }
  return { server, mp, end }
}

describe('the list of events', () => {
  it('has every event of the service, also in iterations by pages', async () => {
    const { server, mp, end } = open()
    for (let order = 0; order < 5; order += 1) await end('PAID')
    const pages: EventPage[] = []
    for await (const page of mp.events.list({ limit: 2 }).pages()) pages.push(page)
    expect(pages.map(({ events }) => events.length)).toEqual([2, 2, 1])
    expect(pages.flatMap(({ events }) => events.map(({ payload }) => payload))).toEqual(server.events)
    const { cursor, next } = pages[0] ?? {}
    expect(next).toBe(`/v1/events?limit=2&after=${cursor}`)
    expect((await mp.events.list({ types: ['payment.expired'] })).events).toEqual([])
  })

  it('is followed while events come, until the loop is left', async () => {
    const { server, mp, end } = open()
    const ids = [await end('PAID')]
    const seen: unknown[] = []
    for await (const { payload } of mp.events.follow({ everyMs: 1_000 })) {
      seen.push(payload.data.order_id)
      if (seen.length === 3) break
      ids.push(await end('EXPIRED'))
      void server.advance(1_001)
    }
    expect(seen).toEqual(ids)
  })

  it('names the time to read from after 31 days, from which a follower goes on by itself', async () => {
    const { server, mp, end } = open()
    await end('PAID')
    const { cursor: after } = await mp.events.list()
    await server.advance(31 * DAY_MS + 1)
    const readFrom = new Date(server.clock.now() - 30 * DAY_MS).toISOString()
    await expect(mp.events.list({ after })).rejects.toMatchObject({ code: 'invalid_cursor', readFrom })
    const id = await end('EXPIRED')
    const following = mp.events.follow({ after, everyMs: 1_000 })
    const next = following.next()
    await server.advance(1_001)
    expect((await next).value.payload.data).toMatchObject({ order_id: id })
  })
})
