import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MerchantPay } from '../../src/client.js'
import { UsageError } from '../../src/errors/base-error.js'
import { AbortError, ApiError, WaitError } from '../../src/errors/errors.js'
import type { WaitOptions } from '../../src/streams/payment-wait.js'
import { commonJs, esModule } from '../support/builds.js'
import { rejection } from '../support/loopback.js'
import { type Asked, OrderApi, refusal } from '../support/order-api.js'

const MINUTE_MS = 60_000

let api: OrderApi

beforeEach(() => {
  api = new OrderApi()
})
afterEach(async () => {
  await api.clock.advance(0)
  expect(api.openStreams).toBe(0)
  await api.clock.advance(COMMENT_MS) // the API's own timer ends with the stream it serves
  expect(api.clock.pending).toBe(0)
  vi.restoreAllMocks()
})

const COMMENT_MS = 15_000

/** Begins a wait, and notes when it is over. */
async function wait(id = 'o1', options: WaitOptions = {}, mp = api.client()) {
  const state: { result?: unknown; error?: unknown; endedAt?: number } = {}
  mp.orders
    .waitForPaid(id, options)
    .then(
      (order) => {
        state.result = order
      },
      (error: unknown) => {
        state.error = error
      },
    )
    .finally(() => {
      state.endedAt = api.clock.monotonic()
    })
  await until(() => api.asked.length > 0 || state.endedAt !== undefined)
  return state
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await api.clock.advance(0)
}

/** The most requests of a kind in any minute. */
function mostInAMinute(asked: readonly Asked[]): number {
  const inMinuteOf = ({ at }: Asked) =>
    asked.filter((other) => other.at >= at && other.at < at + MINUTE_MS).length
  return Math.max(0, ...asked.map(inMinuteOf))
}

describe('waiting for a payment', () => {
  it.each(['PAID', 'EXPIRED_PAID'])('returns the whole order once it is %s', async (status) => {
    api.set('o1', 'OPEN')
    const state = await wait()
    await api.clock.advance(3_000)
    expect(state.endedAt).toBeUndefined()
    api.set('o1', status)
    await api.clock.advance(0)
    expect(state).toMatchObject({ endedAt: 3_000, result: { id: 'o1', status } })
    expect(api.asked.map(({ kind }) => kind)).toEqual(['stream', 'get'])
  })

  it.each([
    ['EXPIRED', 'expired'],
    ['UNDERPAID', 'underpaid'],
    ['FROZEN', 'frozen'],
  ])('fails once the order is %s', async (status, reason) => {
    api.set('o1', 'OPEN')
    const state = await wait()
    api.set('o1', status)
    await api.clock.advance(0)
    expect(state.error).toBeInstanceOf(WaitError)
    expect(state.error).toMatchObject({ reason, code: reason, order: { id: 'o1', status } })
    expect(api.count('get')).toBe(1)
  })

  it.each(['PENDING', 'OPEN', 'PENDING_CONFIRM', 'CONFIRMING', 'A_NEW_ONE'])(
    'goes on while the order is %s, up to the timeout',
    async (status) => {
      api.set('o1', status)
      const state = await wait('o1', { timeoutMs: 90_000 })
      await api.clock.advance(89_000)
      expect(state.endedAt).toBeUndefined()
      await api.clock.advance(1_001)
      expect(state.error).toMatchObject({ name: 'WaitError', reason: 'timeout', order: { status } })
      expect(api.count('list')).toBe(0)
      expect(api.count('get')).toBe(0)
    },
  )

  it('ends after 45 minutes by default', async () => {
    api.set('o1', 'OPEN')
    const state = await wait()
    await api.clock.advance(45 * MINUTE_MS - 1)
    expect(state.endedAt).toBeUndefined()
    await api.clock.advance(2)
    expect(state.error).toMatchObject({ reason: 'timeout' })
  })

  it('trusts the retrieved order over the watched state', async () => {
    api.set('o1', 'OPEN')
    api.override = ({ kind }) => (kind === 'get' ? Response.json({ id: 'o1', status: 'FROZEN' }) : undefined)
    const state = await wait()
    api.set('o1', 'PAID')
    await api.clock.advance(0)
    expect(state.error).toMatchObject({ reason: 'frozen', order: { status: 'FROZEN' } })
  })

  it.each([
    ['PAID', { result: { status: 'PAID' } }],
    ['EXPIRED', { error: { reason: 'expired' } }],
  ])('asks again after 5 s when an order seen %s turns out to be open', async (status, end) => {
    api.set('o1', 'OPEN')
    api.override = ({ kind }) =>
      kind === 'get' ? Response.json({ id: 'o1', status: 'CONFIRMING' }) : undefined
    const state = await wait()
    api.set('o1', status)
    await api.clock.advance(0)
    await api.clock.advance(4_900)
    expect(state.endedAt).toBeUndefined()
    expect(api.asked).toHaveLength(2)
    api.override = undefined
    await api.clock.advance(200)
    expect(state).toMatchObject(end)
  })

  it.each([
    ['stalls', () => new Promise<Response>(() => {}), 5_010],
    ['is put off', () => refusal(429, 'rate limit exceeded', { 'retry-after': '3600' }), 310],
  ])(
    'never reports a timeout for an order that is paid, although reading it %s',
    async (_, answer, endMs) => {
      api.set('o1', 'PAID')
      api.override = ({ kind }) => (kind === 'get' ? answer() : undefined)
      const state = await wait('o1', { timeoutMs: 300 })
      await api.clock.advance(endMs)
      expect(state.error).toBeInstanceOf(WaitError)
      expect(state.error).toMatchObject({ reason: 'paid_not_retrieved', order: { status: 'PAID' } })
      expect(state.error).toHaveProperty('message', expect.stringContaining('call orders.get'))
      expect((state.error as Error).cause).toBeDefined()
    },
  )

  it('returns an order whose payment is seen at the moment of the timeout', async () => {
    api.set('o1', 'OPEN')
    const state = await wait('o1', { timeoutMs: 60_000 })
    api.clock.setTimeout(() => api.set('o1', 'PAID'), 60_000)
    await api.clock.advance(60_010)
    expect(state.result).toMatchObject({ status: 'PAID' })
  })

  it.each([
    ['answers 503', () => refusal(503, 'service unavailable')],
    ['answers 408', () => refusal(408, 'request timeout')],
    ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ])('keeps a payment that was seen while the API %s', async (_, answer) => {
    api.set('o1', 'PAID')
    api.override = ({ kind }) => (kind === 'get' ? answer() : undefined)
    const state = await wait('o1', { timeoutMs: 2 * MINUTE_MS })
    await api.clock.advance(MINUTE_MS)
    expect(state.endedAt).toBeUndefined()
    expect(mostInAMinute(api.asked)).toBeLessThanOrEqual(1 + 12 * 3) // one pause of 5 s for each call
    api.override = undefined
    await api.clock.advance(5_010)
    expect(state.result).toMatchObject({ status: 'PAID' })
  })

  it('retrieves a paid order no sooner than the server asks', async () => {
    api.set('o1', 'PAID')
    const headers = { 'retry-after': '60' }
    api.override = ({ kind }) => (kind === 'get' ? refusal(503, 'service unavailable', headers) : undefined)
    await wait('o1', { timeoutMs: 10 * MINUTE_MS })
    await api.clock.advance(10 * MINUTE_MS + 1)
    expect(mostInAMinute(api.asked.filter(({ kind }) => kind === 'get'))).toBe(1)
    expect(api.count('get')).toBeGreaterThan(6)
  })

  it('ends with the refusal when the order itself is refused', async () => {
    api.set('o1', 'PAID')
    api.override = ({ kind }) => (kind === 'get' ? refusal(403, 'forbidden') : undefined)
    const state = await wait()
    await api.clock.advance(0)
    expect(state.error).toMatchObject({ name: 'ApiError', status: 403 })
  })

  it('keeps the payment URI out of the JSON of its error', async () => {
    api.set('o1', 'EXPIRED')
    const { error } = await wait().then(async (state) => {
      await api.clock.advance(0)
      return state
    })
    expect(error).toMatchObject({ order: { id: 'o1' } })
    expect(JSON.stringify(error)).not.toContain('order":')
  })

  it('shows the code that waits in the stack of its error', async () => {
    api.set('o1', 'FROZEN')
    const { error } = await wait().then(async (state) => {
      await api.clock.advance(0)
      return state
    })
    expect((error as Error).stack).toContain('wait.test.ts')
  })
})

describe('a grace after expiry', () => {
  const graceAfterExpiryMs = 10 * MINUTE_MS

  it.each(['EXPIRED', 'UNDERPAID'])('lets a payment after %s count', async (status) => {
    api.set('o1', status)
    const state = await wait('o1', { graceAfterExpiryMs })
    await api.clock.advance(9 * MINUTE_MS)
    api.set('o1', 'EXPIRED_PAID')
    await api.clock.advance(5_001)
    expect(state.result).toMatchObject({ status: 'EXPIRED_PAID' })
  })

  it('ends with the status of the order', async () => {
    api.set('o1', 'EXPIRED')
    const state = await wait('o1', { graceAfterExpiryMs })
    await api.clock.advance(MINUTE_MS)
    api.set('o1', 'UNDERPAID')
    await api.clock.advance(graceAfterExpiryMs - MINUTE_MS - 1)
    expect(state.endedAt).toBeUndefined()
    await api.clock.advance(2)
    expect(state.error).toMatchObject({ reason: 'underpaid', order: { status: 'UNDERPAID' } })
  })

  it('is not ended by an older event that a proxy held back', async () => {
    api.streams = 'held back'
    api.set('o1', 'OPEN')
    const state = await wait('o1', { graceAfterExpiryMs })
    api.set('o1', 'EXPIRED')
    await api.clock.advance(MINUTE_MS)
    api.repeat('o1', 'OPEN')
    await api.clock.advance(graceAfterExpiryMs - MINUTE_MS + 5_010)
    expect(state.error).toMatchObject({ reason: 'expired' })
  })

  it('asks every 5 s, also after a stream without comments', async () => {
    api.streams = 'uncommented'
    api.set('o1', 'OPEN')
    await wait('o1', { graceAfterExpiryMs })
    await api.clock.advance(10_000)
    api.set('o1', 'EXPIRED')
    await api.clock.advance(5 * MINUTE_MS)
    expect(api.count('list')).toBeGreaterThanOrEqual(58)
    await api.clock.advance(graceAfterExpiryMs)
  })

  it('is part of the whole wait, which then ends with the last known state', async () => {
    api.set('o1', 'EXPIRED')
    const state = await wait('o1', { graceAfterExpiryMs, timeoutMs: MINUTE_MS })
    await api.clock.advance(MINUTE_MS + 1)
    expect(state.error).toMatchObject({ reason: 'expired' })
  })
})

describe('without a working stream', () => {
  it('polls while a proxy holds the stream back, and sees a payment within 5 s', async () => {
    api.streams = 'held back'
    api.set('o1', 'OPEN')
    const state = await wait()
    await api.clock.advance(17_000)
    api.set('o1', 'PAID')
    await api.clock.advance(5_010)
    expect(state.result).toMatchObject({ status: 'PAID' })
    expect(state.endedAt).toBeLessThanOrEqual(22_010)
  })

  it('polls while the stream brings only comments', async () => {
    api.streams = 'comments'
    api.set('o1', 'OPEN')
    const state = await wait()
    await api.clock.advance(MINUTE_MS)
    expect(api.count('list')).toBeGreaterThanOrEqual(10)
    api.set('o1', 'PAID')
    await api.clock.advance(5_010)
    expect(state.result).toMatchObject({ status: 'PAID' })
  })

  it('retrieves the order alone where the list fails', async () => {
    api.streams = 'held back'
    api.set('o1', 'OPEN')
    api.override = ({ kind }) => (kind === 'list' ? refusal(500, 'internal server error') : undefined)
    const state = await wait()
    await api.clock.advance(10_000)
    api.set('o1', 'PAID')
    await api.clock.advance(5_010)
    expect(state.result).toMatchObject({ status: 'PAID' })
  })

  it('polls again after 5 minutes at the latest, though the server asks for longer', async () => {
    api.streams = 'held back'
    api.set('o1', 'PAID')
    const answers = [refusal(503, 'service unavailable', { 'retry-after': '1000000000' })]
    api.override = ({ kind }) => (kind === 'list' ? answers.shift() : undefined)
    const state = await wait()
    await api.clock.advance(5 * MINUTE_MS)
    expect(state.endedAt).toBeUndefined()
    await api.clock.advance(6_000)
    expect(state.result).toMatchObject({ status: 'PAID' })
  })

  it('polls once a minute where the stream brings no comments', async () => {
    api.streams = 'uncommented'
    api.set('o1', 'OPEN')
    const state = await wait()
    await api.clock.advance(2 * MINUTE_MS + 30_000)
    expect(api.count('list')).toBe(2)
    api.streams = 'held back' // it hangs
    api.set('o1', 'PAID')
    await api.clock.advance(30_010)
    expect(state.result).toMatchObject({ status: 'PAID' })
  })

  it('polls once a comment is overdue, until the next event', async () => {
    api.set('o1', 'OPEN')
    const state = await wait()
    await api.clock.advance(31_000)
    expect(api.count('list')).toBe(0)
    api.streams = 'held back'
    await api.clock.advance(20_000)
    expect(api.count('list')).toBe(1)
    api.streams = 'live'
    await api.clock.advance(20_000)
    const asked = api.count('list')
    await api.clock.advance(MINUTE_MS)
    expect(api.count('list')).toBe(asked)
    api.set('o1', 'PAID')
    await api.clock.advance(0)
    expect(state.result).toMatchObject({ status: 'PAID' })
  })

  it('polls while the stream fails, and stops once it is back', async () => {
    api.set('o1', 'OPEN')
    const state = await wait()
    api.streams = 503
    api.cut()
    await api.clock.advance(MINUTE_MS)
    expect(api.count('list')).toBeGreaterThanOrEqual(12)
    api.streams = 'live'
    await api.clock.advance(MINUTE_MS)
    const asked = api.count('list')
    await api.clock.advance(MINUTE_MS)
    expect(api.count('list')).toBe(asked)
    api.set('o1', 'PAID')
    await api.clock.advance(0)
    expect(state.result).toMatchObject({ status: 'PAID' })
  })

  it('has the last failed request as the cause of its timeout', async () => {
    api.override = () => refusal(500, 'internal server error')
    const state = await wait('o1', { timeoutMs: MINUTE_MS })
    await api.clock.advance(MINUTE_MS + 1)
    expect(state.error).toMatchObject({ reason: 'timeout', order: undefined, cause: { status: 500 } })
  })

  it('has no cause of a request that later succeeded', async () => {
    api.set('o1', 'OPEN')
    api.override = () => refusal(500, 'internal server error')
    const state = await wait('o1', { timeoutMs: 2 * MINUTE_MS })
    await api.clock.advance(MINUTE_MS)
    api.override = undefined
    await api.clock.advance(MINUTE_MS + 1)
    expect(state.error).toMatchObject({ reason: 'timeout', order: { status: 'OPEN' }, cause: undefined })
  })

  it('waits as long as the server asks before it polls again', async () => {
    api.streams = 'held back'
    api.set('o1', 'OPEN')
    api.override = ({ kind }) =>
      kind === 'list' ? refusal(429, 'rate limit exceeded', { 'retry-after': '40' }) : undefined
    const state = await wait('o1', {}, api.client({ rateLimit: false }))
    await api.clock.advance(49_000)
    expect(api.asked.map(({ kind, at }) => [kind, Math.floor(at / 1_000)])).toEqual([
      ['stream', 0],
      ['list', 5],
      ['get', 45],
    ])
    api.override = undefined
    api.set('o1', 'PAID')
    await api.clock.advance(MINUTE_MS)
    expect(state.result).toMatchObject({ status: 'PAID' })
  })
})

describe('many waits', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, i) => `o${i}`)

  it('many waits of one key share 40 streams and 24 requests a minute, and each retrieves its order once at the end', async () => {
    const mp = api.client()
    for (const id of ids(200)) api.set(id, 'OPEN')
    const states = await Promise.all(ids(200).map((id) => wait(id, {}, mp)))
    await api.clock.advance(5 * MINUTE_MS)
    expect(api.count('stream')).toBe(40)
    expect(mostInAMinute(api.asked.filter(({ kind }) => kind !== 'stream'))).toBeLessThanOrEqual(24)
    const before = api.asked.length
    for (const id of ids(200)) api.set(id, 'PAID')
    await api.clock.advance(6 * MINUTE_MS)
    expect(states.filter(({ result }) => result !== undefined)).toHaveLength(200)
    const after = api.asked.slice(before)
    expect(mostInAMinute(after.filter(({ kind }) => kind === 'list'))).toBeLessThanOrEqual(24)
    for (const id of ids(200)) {
      expect(after.filter(({ target }) => target === `/v1/orders/${id}`).length).toBeLessThanOrEqual(2)
    }
  })

  it.each([
    ['two clients', MerchantPay, MerchantPay],
    ['an ES module and a CommonJS copy', esModule.MerchantPay, commonJs.MerchantPay],
  ])('many waits of %s share the requests of their key', async (_, One, Other) => {
    api.streams = 'held back'
    api.set('o1', 'OPEN')
    api.set('o2', 'OPEN')
    const states = [await wait('o1', {}, new One(api.options)), await wait('o2', {}, new Other(api.options))]
    await api.clock.advance(10 * MINUTE_MS)
    expect(mostInAMinute(api.asked.filter(({ kind }) => kind === 'list'))).toBeLessThanOrEqual(12)
    api.set('o1', 'PAID')
    api.set('o2', 'PAID')
    await api.clock.advance(5_010)
    expect(states).toMatchObject([{ result: { id: 'o1' } }, { result: { id: 'o2' } }])
  })

  it('many waits for one order share one stream, while others start and end', async () => {
    const mp = api.client()
    api.set('o1', 'OPEN')
    const controller = new AbortController()
    const aborted = await wait('o1', { signal: controller.signal }, mp)
    const states = await Promise.all(ids(39).map(() => wait('o1', {}, mp)))
    await api.clock.advance(MINUTE_MS)
    const late = await wait('o1', { timeoutMs: 1_000 }, mp)
    await api.clock.advance(2_000)
    expect(late.error).toMatchObject({ reason: 'timeout', order: { status: 'OPEN' } })
    controller.abort()
    await api.clock.advance(0)
    expect(aborted.error).toBeInstanceOf(AbortError)
    expect(api.asked).toHaveLength(1)
    api.set('o1', 'PAID')
    await api.clock.advance(MINUTE_MS + 1_000)
    expect(states.filter(({ result }) => result !== undefined)).toHaveLength(39)
    expect(api.count('stream')).toBe(1)
    await wait('o1', {}, mp)
    await api.clock.advance(0)
    expect(api.count('stream')).toBe(2)
  })

  it('many waits for one order end each by their own grace', async () => {
    const mp = api.client()
    api.set('o1', 'EXPIRED')
    const patient = await wait('o1', { graceAfterExpiryMs: 10 * MINUTE_MS }, mp)
    await api.clock.advance(MINUTE_MS)
    const hasty = await wait('o1', {}, mp)
    await api.clock.advance(0)
    expect(hasty.error).toMatchObject({ reason: 'expired' })
    expect(patient.endedAt).toBeUndefined()
    api.set('o1', 'EXPIRED_PAID')
    await api.clock.advance(5_010)
    expect(patient.result).toMatchObject({ status: 'EXPIRED_PAID' })
  })

  it('get each an error of their own, with the shared one as its cause', async () => {
    api.streams = 'held back'
    api.override = ({ kind }) => (kind === 'list' ? refusal(403, 'forbidden') : undefined)
    const mp = api.client()
    api.set('o1', 'OPEN')
    const errors: Error[] = []
    async function first() {
      await mp.orders.waitForPaid('o1').catch((error: Error) => errors.push(error))
    }
    async function second() {
      await mp.orders.waitForPaid('o1').catch((error: Error) => errors.push(error))
    }
    const ended = Promise.all([first(), second()])
    await until(() => api.count('stream') === 1)
    await api.clock.advance(5_010)
    await ended
    expect(errors).toMatchObject([
      { name: 'ApiError', status: 403, headers: expect.any(Headers) },
      { name: 'ApiError', status: 403 },
    ])
    expect(errors[0]).not.toBe(errors[1])
    expect(errors[0]?.cause).toBe(errors[1]?.cause)
    expect(errors.map(({ stack = '' }) => [stack.includes('first'), stack.includes('second')])).toEqual([
      [true, false],
      [false, true],
    ])
    expect(api.count('get')).toBe(0)
  })

  it('many waits that are over free their streams for others', async () => {
    const mp = api.client({ rateLimit: false })
    for (const id of ids(41)) api.set(id, 'OPEN')
    await Promise.all(ids(40).map((id) => wait(id, {}, mp)))
    for (const id of ids(40)) api.set(id, 'PAID')
    await api.clock.advance(0)
    await wait('o40', {}, mp)
    api.set('o40', 'PAID')
    await api.clock.advance(0)
    expect(api.count('stream')).toBe(41)
  })

  it('find orders far down the list', async () => {
    api.streams = 'held back'
    for (const id of ids(1_000)) api.set(id, 'OPEN')
    const states = await Promise.all(['o3', 'o444'].map((id) => wait(id)))
    await api.clock.advance(30_000)
    api.set('o3', 'PAID')
    api.set('o444', 'PAID')
    await api.clock.advance(15_000)
    expect(states).toMatchObject([{ result: { id: 'o3' } }, { result: { id: 'o444' } }])
    expect(mostInAMinute(api.asked.filter(({ kind }) => kind !== 'stream'))).toBeLessThanOrEqual(24 + 2)
  })
})

describe('a wait', () => {
  it.each([
    [401, 'api key is inactive'],
    [403, 'forbidden'],
    [404, 'order not found'],
  ])('ends with the refusal when the stream is refused with %i', async (status, message) => {
    api.override = () => refusal(status, message)
    const state = await wait()
    await api.clock.advance(0)
    expect(state.error).toBeInstanceOf(ApiError)
    expect(state.error).toMatchObject({ status })
    expect(api.asked).toHaveLength(1)
  })

  it.each([
    ['the list is refused', ({ kind }: Asked) => kind === 'list', 401],
    ['the order is nowhere', () => false, 404],
  ])('a wait that only asks ends when %s', async (_, isRefused, status) => {
    api.streams = 'held back'
    api.override = (asked) => {
      if (asked.kind === 'stream') return refusal(503, 'service unavailable')
      return isRefused(asked) ? refusal(401, 'api key is inactive') : undefined
    }
    const state = await wait()
    await api.clock.advance(5_010)
    expect(state.error).toBeInstanceOf(ApiError)
    expect(state.error).toMatchObject({ status })
  })

  it.each(['live', 'held back'] as const)(
    'is over at once on abort, its stream being %s',
    async (streams) => {
      api.streams = streams
      api.set('o1', 'OPEN')
      const controller = new AbortController()
      const reason = new Error('closing time')
      const state = await wait('o1', { signal: controller.signal })
      await api.clock.advance(7_000)
      controller.abort(reason)
      await api.clock.advance(0)
      expect(state.error).toBeInstanceOf(AbortError)
      expect(state).toMatchObject({ endedAt: 7_000, error: { cause: reason } })
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
    },
  )

  it('a wait that is aborted before it begins sends nothing', async () => {
    const state = await wait('o1', { signal: AbortSignal.abort() })
    expect(state.error).toBeInstanceOf(AbortError)
    expect(api.asked).toHaveLength(0)
  })

  it('refuses impossible options, ids and clients before the network', async () => {
    const { orders } = api.client()
    for (const call of [
      orders.waitForPaid('..'),
      orders.waitForPaid('o1', { timeoutMs: 0 }),
      orders.waitForPaid('o1', { graceAfterExpiryMs: -1 }),
      api.client({ keyId: undefined, secret: undefined }).orders.waitForPaid('o1'),
    ]) {
      expect(await rejection(call)).toBeInstanceOf(UsageError)
    }
    expect(api.asked).toHaveLength(0)
  })
})
