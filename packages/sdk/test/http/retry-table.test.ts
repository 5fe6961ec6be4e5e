import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MerchantPay } from '../../src/client.js'
import { ApiError, ConnectionError, OutcomeUnknownError } from '../../src/errors/errors.js'
import { REMEDIES } from '../../src/generated/failures.gen.js'
import { OPERATIONS, type OperationId } from '../../src/generated/operations.gen.js'
import type { Operation } from '../../src/http/operation.js'
import type { ClientOptions } from '../../src/options.js'
import { systemClock } from '../../src/util/time.js'
import { answer, fault, refuse, scripted } from '../support/fake.js'
import { KEY_ID } from '../support/keys.js'
import { rejection } from '../support/loopback.js'
import { CALLS } from '../support/operations.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const unreadable = () => new Response('{"id":', { status: 200 })

/** Outcomes of calls that may have been processed: every class but `once` repeats them. */
const MAYBE = {
  'a 500': refuse(500, 'internal server error'),
  'a 503': refuse(503, 'service unavailable'),
  'a 408': refuse(408, 'request timeout'),
  'a reset': fault('ECONNRESET'),
  'a fault without a code': () => new TypeError('fetch failed'),
  'an unreachable host on a live connection': fault('EHOSTUNREACH', { syscall: 'read' }),
  'an unreadable success': unreadable,
  'an empty success': () => new Response('', { status: 200 }),
  'a success that is a page': () => new Response('<html>', { status: 200 }),
  'a success that is a word': () => new Response('"ok"', { status: 200 }),
  'a 204': () => new Response(null, { status: 204 }),
  'a 502 of a proxy': () => new Response('<html>', { status: 502 }),
  'a 503 that asks for a wait': refuse(503, 'service unavailable', { 'retry-after': '3' }),
  'a network that is unreachable on a live connection': fault('ENETUNREACH', { syscall: 'write' }),
  'a connection that the other side closed': fault('UND_ERR_SOCKET'),
}

/** Outcomes of calls that were certainly not processed: every class repeats them. */
const SURELY_NOT = {
  'a 429': refuse(429, 'rate limit exceeded', { 'retry-after': '2' }),
  'a 429 of a proxy': () => new Response('slow down', { status: 429 }),
  'no available address': refuse(400, 'no available address'),
  'a refused connection': fault('ECONNREFUSED'),
  'an unknown host': fault('ENOTFOUND'),
  'a name server that is away': fault('EAI_AGAIN'),
  'a connection that takes too long': fault('UND_ERR_CONNECT_TIMEOUT'),
  'an unreachable network at connect': fault('ENETUNREACH', { syscall: 'connect' }),
  'an unreachable host at connect': fault('EHOSTUNREACH', { syscall: 'connect' }),
}

/** Outcomes that a retry cannot change. */
const FINAL = {
  'a 400': refuse(400, 'invalid amount'),
  'a 401': refuse(401, 'invalid signature'),
  'a clock 401': refuse(401, 'request timestamp too old'),
  'a 403': refuse(403, 'forbidden'),
  'a 404': refuse(404, 'order not found'),
  'a 409': refuse(409, 'duplicate idempotency key'),
  'a 402 of a proxy': () => new Response('<html>', { status: 402 }),
  'a 422': refuse(422, 'invalid amount'),
  'a clock 401 from the future': refuse(401, 'request timestamp in the future'),
  'a certificate for another name': fault('ERR_TLS_CERT_ALTNAME_INVALID'),
  'a self-signed certificate': fault('DEPTH_ZERO_SELF_SIGNED_CERT'),
  'a 301': () => new Response(null, { status: 301, headers: { location: 'https://evil.example' } }),
  'a 308': () => new Response(null, { status: 308, headers: { location: 'https://evil.example' } }),
  'a 302': () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
  'a bad certificate': fault('CERT_HAS_EXPIRED'),
}

const operations = Object.keys(CALLS) as (keyof typeof CALLS)[] // its keys are the ids
const table: Record<OperationId, Operation> = OPERATIONS

async function run(
  id: keyof typeof CALLS,
  step: () => Response | Error,
  times = Number.POSITIVE_INFINITY,
  options: ClientOptions = {},
) {
  let left = times
  const good = answer(200, table[id].array ? [] : { message: 'ok' })
  const { mp, sent } = scripted([() => (left-- > 0 ? step() : good())], options)
  const call = CALLS[id](mp).then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  )
  await vi.runAllTimersAsync()
  return { ...(await call), sent }
}

describe.each(operations)('%s', (id) => {
  const isOnce = id in REMEDIES

  it.each(Object.entries(MAYBE))(`is ${isOnce ? 'not ' : ''}repeated after %s`, async (_, step) => {
    const { value, error, sent } = await run(id, step, 1)
    expect(sent).toHaveLength(isOnce ? 1 : 2)
    if (!isOnce) return expect(value).toBeDefined()
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error).toMatchObject({ remedy: REMEDIES[id], outcome: 'unknown', operationId: id })
  })

  it.each(Object.entries(SURELY_NOT))('is repeated after %s', async (_, step) => {
    const { value, sent } = await run(id, step, 2)
    expect(sent).toHaveLength(3)
    expect(value).toBeDefined()
  })

  it.each(Object.entries(FINAL))('is not repeated after %s', async (_, step) => {
    const { error, sent } = await run(id, step)
    expect(sent).toHaveLength(1)
    expect(error).toBeInstanceOf(step() instanceof Error ? ConnectionError : ApiError)
  })

  it('is sent again once after a refused timestamp, before any other retry', async () => {
    const date = new Date(Date.now() + 600_000).toUTCString()
    // Clients of one origin share what they know of its clock.
    const options = { baseUrl: `https://${id.toLowerCase()}.example`, logLevel: 'off' } as const
    const { value, sent } = await run(id, refuse(401, 'request timestamp too old', { date }), 1, options)
    expect(value).toBeDefined()
    expect(sent).toHaveLength(2)
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(0)
  })

  it('is sent three times at most', async () => {
    const { error, sent } = await run(id, refuse(429, 'rate limit exceeded'))
    expect(sent).toHaveLength(3)
    expect(error).toMatchObject({
      code: 'rate_limit_exceeded',
      outcome: 'not_processed',
      retryAfterMs: 1_000,
    })
  })
})

describe('waits between attempts', () => {
  const gaps = (sent: { at: number }[]) => sent.slice(1).map(({ at }, i) => at - (sent[i]?.at ?? 0))

  it.each([0, 0.999])(
    'never start before Retry-After, and at most a quarter later (random %d)',
    async (r) => {
      vi.spyOn(Math, 'random').mockReturnValue(r)
      const { sent } = await run('getOrder', refuse(429, 'rate limit exceeded', { 'retry-after': '4' }), 1)
      expect(gaps(sent)[0]).toBeGreaterThanOrEqual(4_000)
      expect(gaps(sent)[0]).toBeLessThanOrEqual(5_002)
    },
  )

  it('hold to a Retry-After of a 503 as well', async () => {
    const { sent } = await run('getOrder', refuse(503, 'service unavailable', { 'retry-after': '9' }), 1)
    expect(gaps(sent)[0]).toBeGreaterThanOrEqual(9_000)
  })

  it('last at least a second after a 429 without a hint', async () => {
    const { sent } = await run('getOrder', refuse(429, 'rate limit exceeded', { 'retry-after': '0' }), 1)
    expect(gaps(sent)[0]).toBeGreaterThanOrEqual(1_000)
  })

  it.each([
    ['a 500', refuse(500, 'internal server error'), [500, 1_000]],
    ['a lack of addresses', refuse(400, 'no available address'), [1_000, 2_000]],
  ])('double after %s, between half and the whole', async (_, step, whole) => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const least = gaps((await run('createOrder', step)).sent)
    vi.mocked(Math.random).mockReturnValue(0.9999)
    const most = gaps((await run('createOrder', step)).sent)
    whole.forEach((ms, i) => {
      expect(least[i]).toBeGreaterThanOrEqual(ms / 2)
      expect(least[i]).toBeLessThan(ms / 2 + 5)
      expect(most[i]).toBeLessThan(ms + 5)
    })
  })

  it('are not begun when they would end after the deadline', async () => {
    const { mp, sent } = scripted([refuse(429, 'rate limit exceeded', { 'retry-after': '3600' })])
    const error = await rejection(mp.orders.get('o1'))
    expect(error).toMatchObject({ code: 'rate_limit_exceeded', retryAfterMs: 3_600_000 })
    expect(sent).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('an idempotency key', () => {
  const KEYED = ['createOrder', 'createAppOrder', 'createWithdrawal'] as const

  it.each(KEYED)('an idempotency key of %s is generated once and sent again', async (id) => {
    const { sent } = await run(id, refuse(500, 'internal server error'), 2)
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
    const keys = sent.map(({ body, headers }) =>
      id === 'createAppOrder' ? headers['idempotency-key'] : JSON.parse(body ?? '').idempotency_key,
    )
    expect(keys[0]).toMatch(/^mp_[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
  })

  it('is on the result and on the error', async () => {
    const { mp } = scripted([answer(201, {}, { 'idempotent-replayed': 'true' }), refuse(409, 'x')])
    const order = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
    const given = { idempotencyKey: 'cart-1' }
    expect(await mp.orders.create(order, given).withResponse()).toMatchObject({ ...given, replayed: true })
    expect(await rejection(mp.orders.create({ ...order, idempotency_key: 'cart-1' }))).toMatchObject(given)
  })

  it('is refused when two differ or the API would refuse it, before anything is sent', async () => {
    const { mp, sent } = scripted([])
    const order = { amount: '25.00', currency: 'USDT', network: 'TRC20', idempotency_key: 'a' } as const
    const codes = [{ idempotencyKey: 'b' }, {}].map(async (options, i) => {
      const body = i === 0 ? order : { ...order, idempotency_key: 'ü' }
      return rejection(mp.orders.create(body, options))
    })
    expect(await Promise.all(codes)).toMatchObject([
      { code: 'conflicting_options' },
      { code: 'invalid_idempotency_key' },
    ])
    expect(sent).toHaveLength(0)
  })

  it('is not repeated after 23 hours', async () => {
    const { mp, sent } = scripted([refuse(429, 'x', { 'retry-after': String(24 * 3600) })])
    const order = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
    const error = await rejection(mp.orders.create(order, { deadlineMs: Number.POSITIVE_INFINITY }))
    expect(error).toMatchObject({ retryAfterMs: 86_400_000 })
    expect(sent).toHaveLength(1)
  })

  it.each([
    ['the machine sleeps in the pause before it', undefined],
    ['it sleeps while the repeat waits for its turn', { limit: 1, windowMs: 1_000 }],
  ])('is not repeated a day later by the wall clock, where %s', async (_, rateLimit) => {
    let asleepMs = 0
    // The monotonic clock of Linux stands still meanwhile.
    const clock = { ...systemClock, now: () => Date.now() + asleepMs }
    const { mp, sent } = scripted([fault('ECONNRESET'), answer(201, {})], {
      clock,
      ...(rateLimit && { rateLimit }),
      onEvent: ({ type }) => {
        if (type === (rateLimit ? 'wait' : 'retry')) asleepMs = 25 * 3_600_000
      },
    })
    const order = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
    const error = rejection(mp.orders.create(order))
    await vi.runAllTimersAsync()
    expect(await error).toMatchObject({ outcome: 'unknown', code: 'timeout' })
    expect(sent).toHaveLength(1)
  })
})

describe('a call without an idempotency key', () => {
  it('is repeated after more than 23 hours, where its deadline allows that', async () => {
    const hint = { 'retry-after': String(24 * 3600) }
    const { mp, sent } = scripted([refuse(429, 'rate limit exceeded', hint), answer(200, {})])
    const merchant = mp.merchants.me({ deadlineMs: Number.POSITIVE_INFINITY })
    await vi.runAllTimersAsync()
    expect(await merchant).toEqual({})
    expect(sent).toHaveLength(2)
  })

  it('is repeated a day later by the wall clock, where the machine slept meanwhile', async () => {
    let asleepMs = 0
    const clock = { ...systemClock, now: () => Date.now() + asleepMs }
    const onEvent = () => {
      asleepMs = 25 * 3_600_000
    }
    const { mp, sent } = scripted([fault('ECONNRESET'), answer(200, {})], { clock, onEvent })
    const merchant = mp.merchants.me()
    await vi.runAllTimersAsync()
    expect(await merchant).toEqual({})
    expect(sent).toHaveLength(2)
  })
})

describe('revoking a key', () => {
  it('is done when a repeat after a lost answer is refused with 401 api key is inactive', async () => {
    const error = 'api key is inactive'
    const { mp, sent } = scripted([fault('ECONNRESET'), refuse(401, error)])
    const result = mp.apiKeys.revoke(KEY_ID).withResponse()
    await vi.runAllTimersAsync()
    expect(await result).toMatchObject({ data: { message: error }, confirmedByRetry: true })
    expect(sent).toHaveLength(2)
  })

  it('is not done when the repeat finds no such key, as with a wrong id: a revoked one would be found', async () => {
    const { mp } = scripted([refuse(500, 'internal server error'), refuse(404, 'api key not found')])
    const error = rejection(mp.apiKeys.revoke('mk_test_misspelt'))
    await vi.runAllTimersAsync()
    expect(await error).toMatchObject({ code: 'api_key_not_found', status: 404 })
  })

  it('is not done when the signing key turns out to be inactive, but another was to be revoked', async () => {
    const { mp } = scripted([fault('ECONNRESET'), refuse(401, 'api key is inactive')])
    const error = rejection(mp.apiKeys.revoke('mk_test_anotherOne'))
    await vi.runAllTimersAsync()
    expect(await error).toMatchObject({ code: 'api_key_is_inactive', status: 401, outcome: 'unknown' })
  })

  it('is refused when nothing was sent before', async () => {
    const { mp } = scripted([fault('ECONNREFUSED'), refuse(404, 'api key not found')])
    const error = rejection(mp.apiKeys.revoke('k1'))
    await vi.runAllTimersAsync()
    expect(await error).toMatchObject({ code: 'api_key_not_found', status: 404, outcome: 'not_processed' })
  })
})

describe('deleting a webhook endpoint', () => {
  const NOT_FOUND = refuse(404, 'webhook not found')

  it('is done when a repeat after a lost answer finds nothing', async () => {
    const { mp, sent } = scripted([fault('ECONNRESET'), NOT_FOUND])
    const result = mp.webhooks.delete('w1').withResponse()
    await vi.runAllTimersAsync()
    expect(await result).toMatchObject({
      data: { message: 'webhook not found' },
      confirmedByRetry: true,
    })
    expect(sent.map(({ method }) => method)).toEqual(['DELETE', 'DELETE'])
  })

  it('is refused when nothing was sent before', async () => {
    const { mp } = scripted([fault('ECONNREFUSED'), NOT_FOUND])
    const error = rejection(mp.webhooks.delete('w1'))
    await vi.runAllTimersAsync()
    expect(await error).toMatchObject({ code: 'webhook_not_found', status: 404, outcome: 'not_processed' })
  })
})

describe('changing a webhook endpoint', () => {
  it('is not done because a repeat after a lost answer finds nothing', async () => {
    const { mp, sent } = scripted([fault('ECONNRESET'), refuse(404, 'webhook not found')])
    const error = rejection(mp.webhooks.update('w1', { is_active: false }))
    await vi.runAllTimersAsync()
    expect(await error).toMatchObject({ code: 'webhook_not_found', status: 404, outcome: 'unknown' })
    expect(new Set(sent.map(({ body }) => body))).toEqual(new Set(['{"is_active":false}']))
  })
})

describe('sending a webhook once more', () => {
  it.each([
    ['redeliver', (mp: MerchantPay) => mp.webhooks.redeliver('w1', 'd1'), /redelivery_of/],
    ['test', (mp: MerchantPay) => mp.webhooks.test('w1'), /the sample/],
  ])('%s says how to find out whether it was sent', async (_, send, remedy) => {
    const { mp, sent } = scripted([fault('ECONNRESET')])
    const error = rejection(send(mp))
    await vi.runAllTimersAsync()
    expect(await error).toBeInstanceOf(OutcomeUnknownError)
    expect(await error).toMatchObject({ remedy: expect.stringMatching(remedy), outcome: 'unknown' })
    expect(sent).toHaveLength(1)
  })

  it('refuses a delivery id that would lead elsewhere, before the network', async () => {
    const { mp, sent } = scripted([])
    const error = await rejection(mp.webhooks.redeliver('w1', '../../x'))
    expect(error).toMatchObject({ code: 'invalid_path_parameter' })
    expect(sent).toHaveLength(0)
  })
})
