import { describe, expect, it } from 'vitest'
import { MerchantPay } from '../../src/client.js'
import { ApiError } from '../../src/errors/errors.js'
import type { ClientOptions } from '../../src/options.js'
import { KEY_ID, SECRET } from '../support/keys.js'
import { rejection } from '../support/loopback.js'
import { VirtualClock } from '../support/virtual-clock.js'

const CALLS = 1_000
/** The retries that the budget allows a thousand calls in a minute: 10, and one for every fifth call. */
const MOST_REQUESTS = CALLS + 10 + CALLS / 5

/** A client in virtual time, and a server that fails until the test lets it recover. */
function failing(options: ClientOptions = {}) {
  const clock = new VirtualClock()
  const server = { requests: 0, isBroken: true }
  const fetch = async () => {
    server.requests += 1
    await clock.sleep(20)
    return server.isBroken
      ? new Response('{"error":"internal server error"}', { status: 500 })
      : new Response('{}')
  }
  const key = { baseUrl: 'https://pay.example', keyId: KEY_ID, secret: SECRET, rateLimit: false } as const
  return { mp: new MerchantPay({ ...key, fetch, clock, ...options }), clock, server }
}

/** The errors of that many calls at once; all of them are over after ten seconds. */
async function burst(mp: MerchantPay, clock: VirtualClock, calls: number): Promise<unknown[]> {
  const errors = Promise.all(Array.from({ length: calls }, () => rejection(mp.orders.get('o1'))))
  await clock.advance(10_000)
  return errors
}

describe('a server that always answers 500', () => {
  it(`gets ${MOST_REQUESTS} requests at most of ${CALLS} calls`, async () => {
    const { mp, clock, server } = failing()
    const errors = await burst(mp, clock, CALLS)
    expect(server.requests).toBeGreaterThan(CALLS)
    expect(server.requests).toBeLessThanOrEqual(MOST_REQUESTS)
    for (const error of errors) expect(error).toBeInstanceOf(ApiError)
    const held = errors.filter((error) => error instanceof ApiError && error.retryBudgetExhausted)
    expect(held.length).toBeGreaterThan(CALLS / 2)
    expect(held[0]).toMatchObject({ status: 500, outcome: 'unknown', retryBudgetExhausted: true })
  })

  it('gets few more when the calls come over ten minutes', async () => {
    const { mp, clock, server } = failing()
    const calls = Array.from({ length: CALLS }, async (_, at) => {
      await clock.sleep(at * 600)
      await rejection(mp.orders.get('o1'))
    })
    await clock.advance(CALLS * 600 + 10_000)
    await Promise.all(calls)
    // Each minute of the ten, and the one that has begun, has its own ten.
    expect(server.requests).toBeLessThanOrEqual(MOST_REQUESTS + 10 * 10)
  })

  it('gets three requests of each call without a budget', async () => {
    const { mp, clock, server } = failing({ retryBudget: false })
    await burst(mp, clock, 100)
    expect(server.requests).toBe(300)
  })

  it('gets no retry with a budget of none', async () => {
    const { mp, clock, server } = failing({ retryBudget: { min: 0, ratio: 0 } })
    await burst(mp, clock, 100)
    expect(server.requests).toBe(100)
  })
})

it('a minute later there are retries again', async () => {
  const { mp, clock, server } = failing()
  await burst(mp, clock, 100)
  const spent = server.requests
  expect(await clock.run(rejection(mp.orders.get('o1')))).toMatchObject({ retryBudgetExhausted: true })
  expect(server.requests - spent).toBe(1)
  await clock.advance(61_000)
  const before = server.requests
  expect(await clock.run(rejection(mp.orders.get('o1')))).toMatchObject({ attempts: [{}, {}, {}] })
  expect(server.requests - before).toBe(3)
})

it('a call that needs no retry is not touched by an empty budget', async () => {
  const { mp, clock, server } = failing()
  await burst(mp, clock, 100)
  server.isBroken = false
  expect(await clock.run(Promise.resolve(mp.merchants.me()))).toEqual({})
})
