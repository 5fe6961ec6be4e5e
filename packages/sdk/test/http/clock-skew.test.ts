import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MerchantPay } from '../../src/client.js'
import { ApiError } from '../../src/errors/errors.js'
import type { ClientEvent } from '../../src/http/events.js'
import type { ClientOptions, Fetch } from '../../src/options.js'
import type { Clock } from '../../src/util/time.js'
import { systemClock } from '../../src/util/time.js'
import { KEY_ID, SECRET } from '../support/keys.js'
import { rejection } from '../support/loopback.js'
import { type Account, type Reference, startReference } from '../support/proof/reference.js'
import { VirtualClock } from '../support/virtual-clock.js'

const MINUTE_MS = 60_000
/** The local clock against the server's, from an hour behind to an hour ahead. */
const SKEWS_MIN = [-60, -50, -40, -30, -20, -10, 0, 10, 20, 30, 40, 50, 60]

describe('on the reference server', () => {
  let reference: Reference
  let account: Account

  beforeAll(async () => {
    reference = await startReference()
    account = await reference.register()
  })
  afterAll(() => reference.stop())

  /** A client whose wall clock is wrong, and the statuses of what it sent. */
  function skewed(minutes: number, options: ClientOptions = {}) {
    const statuses: number[] = []
    const events: ClientEvent[] = []
    const fetch: Fetch = async (url, init) => {
      const response = await globalThis.fetch(url, init)
      statuses.push(response.status)
      return response
    }
    const clock: Clock = { ...systemClock, now: () => Date.now() + minutes * MINUTE_MS }
    const onEvent = (event: ClientEvent) => void events.push(event)
    const all = { ...account, fetch, clock, onEvent, logLevel: 'off', ...options } as const
    return {
      mp: new MerchantPay(all),
      statuses,
      clockEvents: () => events.filter(({ type }) => type === 'clock'),
    }
  }

  it.each(SKEWS_MIN)('a clock that is %i minutes off costs one request more, once', async (minutes) => {
    const { mp, statuses, clockEvents } = skewed(minutes)
    const isOff = Math.abs(minutes) > 5
    await mp.merchants.me()
    expect(statuses).toEqual(isOff ? [401, 200] : [200])
    await mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
    await mp.orders.list()
    expect(statuses.slice(isOff ? 2 : 1)).toEqual([201, 200])
    const events = clockEvents()
    expect(events).toHaveLength(isOff ? 1 : 0)
    const [{ offsetMs } = { offsetMs: 0 }] = events as { offsetMs: number }[] // clock events, by their filter
    expect(Math.abs(offsetMs + (isOff ? minutes * MINUTE_MS : 0))).toBeLessThan(20_000)
  })

  it.each([-60, 60])('%i minutes off, an operation that is never repeated is resent too', async (minutes) => {
    const { mp, statuses } = skewed(minutes)
    const { data, attempts } = await mp.apiKeys.create({ environment: 'test' }).withResponse()
    expect(data.secret).toMatch(/^sk_test_/)
    expect([statuses, attempts.length]).toEqual([[401, 201], 2])
  })

  it.each([-60, 60])('%i minutes off, a stream and raw are corrected as well', async (minutes) => {
    const { id } = await skewed(0).mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' })
    const stream = skewed(minutes)
    for await (const { order } of stream.mp.orders.stream(id)) {
      expect(order.status).toBe('OPEN')
      break
    }
    expect(stream.statuses).toEqual([401, 200])
    const raw = skewed(minutes)
    expect((await raw.mp.raw.GET('/v1/merchants/me')).response.status).toBe(200)
    expect(raw.statuses).toEqual([401, 200])
  })

  it('fifty first calls at once all succeed, with one more request each at most', async () => {
    const { mp, statuses } = skewed(-60, { rateLimit: false })
    await Promise.all(Array.from({ length: 50 }, () => mp.merchants.me()))
    expect(statuses.filter((status) => status === 200)).toHaveLength(50)
    expect(statuses.length).toBeLessThanOrEqual(100)
  })

  it.each([0, -60, 60])('an invalid signature is never resent, %i minutes off', async (minutes) => {
    const secret = `${account.secret.slice(0, -1)}${account.secret.endsWith('x') ? 'y' : 'x'}`
    const { mp, statuses } = skewed(minutes, { secret })
    expect(await rejection(mp.merchants.me())).toMatchObject({ code: 'invalid_signature', status: 401 })
    expect(statuses).toEqual([401])
  })
})

describe('a refused timestamp', () => {
  const RIGHT = Date.UTC(2026, 0, 1)

  /** A client that is behind a server which refuses its first timestamp, or all of them, with these headers. */
  function refused(headers: Record<string, string>, behindMs: number, isStubborn = false) {
    const clock = new VirtualClock(RIGHT - behindMs)
    const authorizations: string[] = []
    const fetch: Fetch = async (_, init) => {
      authorizations.push(new Headers(init.headers).get('authorization') ?? '')
      await clock.sleep(400)
      const isRefused = isStubborn || authorizations.length === 1
      const body = isRefused ? '{"error":"request timestamp too old"}' : '{}'
      return new Response(body, { status: isRefused ? 401 : 200, headers })
    }
    const key = { baseUrl: 'https://pay.example', keyId: KEY_ID, secret: SECRET }
    return { mp: new MerchantPay({ ...key, fetch, clock, logLevel: 'off' }), clock, authorizations }
  }
  const date = new Date(RIGHT).toUTCString()

  it('is corrected once, and a second refusal is final', async () => {
    const { mp, clock, authorizations } = refused({ date }, 600_000, true)
    const error = await clock.run(rejection(mp.orders.get('o1')))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'request_timestamp_too_old', outcome: 'not_processed' })
    expect(authorizations).toHaveLength(2)
  })

  it.each([
    ['without a Date', {}, 600_000],
    ['from a cache', { date, age: '7' }, 600_000],
    ['of a server that agrees with us', { date }, 20_000],
    ['of a server more than a day away', { date }, 25 * 3_600_000],
    ['with a Date that is none', { date: 'soon' }, 600_000],
  ])('%s is not resent, and says how the clocks differ', async (_, headers, behindMs) => {
    const { mp, clock, authorizations } = refused(headers, behindMs)
    const error = await clock.run(rejection(mp.orders.get('o1')))
    expect(error).toMatchObject({ code: 'request_timestamp_too_old', status: 401 })
    expect(error).toHaveProperty('clock')
    expect(error).toHaveProperty('message', expect.stringContaining('clock'))
    expect(authorizations).toHaveLength(1)
  })

  it.each([
    ['without a Date', {}],
    ['from a cache', { date, age: '7' }],
    ['with a Date that is none', { date: 'soon' }],
  ])('%s names no figure that was not measured', async (_, headers) => {
    const { mp, clock } = refused(headers, 600_000)
    const error = await clock.run(rejection(mp.orders.get('o1')))
    expect(error).toMatchObject({ message: expect.stringMatching(/\(local clock may be off\)$/) })
  })

  it('a refused timestamp that stays refused says by how much the clocks differ', async () => {
    const { mp, clock } = refused({ date }, 25 * 3_600_000)
    const error = await clock.run(rejection(mp.orders.get('o1')))
    expect(error).toMatchObject({ message: expect.stringMatching(/\(local clock is off by -90000 s\)$/) })
  })

  it('counts neither as a retry nor against the deadline of one attempt', async () => {
    const { mp, clock, authorizations } = refused({ date }, 600_000)
    await clock.run(Promise.resolve(mp.orders.get('o1', { maxRetries: 0 })))
    expect(authorizations).toHaveLength(2)
  })

  it('changes what is signed, and neither a wait nor a timer', async () => {
    const { mp, clock, authorizations } = refused({ date }, 600_000)
    const { attempts } = await clock.run(mp.orders.get('o1').withResponse())
    expect(attempts.map(({ startedAt }) => startedAt - clock.now())).toEqual([-800, -400])
    const signedAt = authorizations.map((text) => Number(text.split(':')[1]) * 1_000)
    expect(signedAt[0]).toBe(RIGHT - 600_000)
    expect(Math.abs((signedAt[1] ?? 0) - RIGHT)).toBeLessThan(2_000)
  })
})
