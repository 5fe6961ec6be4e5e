import { describe, expect, it, vi } from 'vitest'
import { MerchantPay } from '../../src/client.js'
import { UsageError } from '../../src/errors/base-error.js'
import { ApiError, ConnectionError, OutcomeUnknownError } from '../../src/errors/errors.js'
import type { ClientOptions } from '../../src/options.js'
import type { RateLimiter } from '../../src/rate-limit/rate-limiter.js'
import { SseParser } from '../../src/sse.js'
import { answer, fault, refuse, scripted } from '../support/fake.js'
import { KEY_ID, SECRET } from '../support/keys.js'
import { rejection } from '../support/loopback.js'

const KEY = { environment: 'test' } as const
const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
const quiet = { logLevel: 'off' } as const

describe('a server', () => {
  it.each(['constructor', 'toString', '__proto__'])(
    'a server that refuses with "%s" is believed at once',
    async (word) => {
      const { mp, sent } = scripted([refuse(404, word)])
      const error = await rejection(mp.merchants.me())
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toHaveProperty('message', `getCurrentMerchant: 404 ${word}`)
      expect(sent).toHaveLength(1)
    },
  )

  it('a server that asks for a year keeps the other calls of the key away for five minutes at most', async () => {
    const rateLimit = { limit: 60, windowMs: 60_000 }
    const script = [refuse(429, 'rate limit exceeded', { 'retry-after': '31536000' })]
    const { mp } = scripted(script, { rateLimit, baseUrl: 'https://year.example' })
    await rejection(mp.merchants.me({ maxRetries: 0 }))
    expect(mp.rateLimit?.blockedForMs).toBeGreaterThan(290_000)
    expect(mp.rateLimit?.blockedForMs).toBeLessThanOrEqual(300_000)
  })

  it('a Retry-After that no clock can hold counts as absent', async () => {
    const { mp } = scripted([refuse(429, 'rate limit exceeded', { 'retry-after': '9'.repeat(400) })])
    expect(await rejection(mp.merchants.me({ maxRetries: 0 }))).toMatchObject({ retryAfterMs: 1_000 })
  })

  it('a server that a certificate does not vouch for is not asked again', async () => {
    for (const code of ['INVALID_CA', 'HOSTNAME_MISMATCH', 'CRL_HAS_EXPIRED', 'PATH_LENGTH_EXCEEDED']) {
      const { mp, sent } = scripted([fault(code)])
      const error = await rejection(mp.apiKeys.create(KEY))
      expect([code, sent.length]).toEqual([code, 1])
      expect(error).toBeInstanceOf(ConnectionError)
      expect(error).toMatchObject({ sent: 'no', outcome: 'not_processed' })
    }
  })
})

describe('a fetch that ignores its signal', () => {
  it('a fetch that ignores its signal and answers after the abort has its answer closed, without an event', async () => {
    const closed = vi.fn()
    const reports: string[] = []
    const abort = new AbortController()
    let reply = (_: Response) => {}
    const late = new Promise<Response>((resolve) => {
      reply = resolve
    })
    const { mp, sent } = scripted([() => () => late], { rateLimit: reporting(reports) })
    const call = rejection(mp.merchants.me({ signal: abort.signal }))
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    abort.abort()
    await call
    reply(new Response(new ReadableStream({ cancel: closed }), { headers: { deprecation: 'true' } }))
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce())
    expect(reports).toEqual(['acquired', 'released'])
  })

  it('is missing altogether: nothing was sent', async () => {
    const fetch = 5 as unknown as NonNullable<ClientOptions['fetch']> // as plain JavaScript may pass it
    const { mp } = scripted([], { fetch })
    const error = await rejection(mp.apiKeys.create(KEY))
    expect(error).toBeInstanceOf(UsageError)
    expect(error).toMatchObject({ code: 'fetch_failed', outcome: 'not_processed' })
  })
})

describe('a limiter of the caller', () => {
  it('is released once for each request, even when the body fails after the head', async () => {
    const reports: string[] = []
    const broken = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) }))
    const { mp } = scripted([broken], { rateLimit: reporting(reports) })
    await rejection(mp.apiKeys.create(KEY))
    expect(reports).toEqual(['acquired', 'released'])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('no')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no'))],
  ])(
    'a limiter of the caller that %s when it is released does not cost the caller the answer',
    async (_, release) => {
      const { mp } = scripted([answer(201, { secret: 's' })], {
        ...quiet,
        rateLimit: { acquire: async () => release },
      })
      expect(await mp.apiKeys.create(KEY)).toEqual({ secret: 's' })
    },
  )
})

describe('a signer that gives no signature', () => {
  it.each(['ab\ncd', '', 'F'.repeat(64)])(
    'a signer that gives no signature but %j ends the call before anything is sent',
    async (signature) => {
      const signer = { keyId: KEY_ID, sign: () => signature }
      const { mp, sent } = scripted([answer(201, {})], { signer, keyId: undefined, secret: undefined })
      const error = await rejection(mp.apiKeys.create(KEY))
      expect(error).not.toBeInstanceOf(OutcomeUnknownError)
      expect(error).toMatchObject({ code: 'signer_failed', outcome: 'not_processed' })
      expect(sent).toEqual([])
    },
  )
})

describe('an event listener', () => {
  it('an event listener that rejects is logged and goes no further', async () => {
    const logged: unknown[] = []
    const write = (_: string, details: object) => logged.push(details)
    const logger = { debug: write, info: write, warn: write, error: write }
    const error = new Error('no')
    const { mp } = scripted([answer(200, {})], { logger, onEvent: async () => Promise.reject(error) })
    await mp.merchants.me()
    await vi.waitFor(() => expect(logged).toEqual([{ error }]))
  })
})

describe('bad use', () => {
  const circular: Record<string, unknown> = {}
  circular.self = circular

  it.each([
    ['a body that holds itself', { metadata: circular }, {}],
    ['a bigint in a body', { metadata: { n: 1n } }, {}],
    ['a controller for a signal', {}, { signal: new AbortController() }],
    ['null for a signal', {}, { signal: null }],
    ['null for the options', {}, null],
    ['a header of the connection', {}, { headers: { 'Transfer-Encoding': 'chunked' } }],
    ['a length of its own', {}, { headers: { 'content-length': '3' } }],
  ])('bad use of a call, %s, is refused before anything is sent', async (_, body, options) => {
    const { mp, sent } = scripted([answer(201, {})])
    const error = await rejection(mp.orders.create({ ...ORDER, ...body }, options as never)) // as plain JavaScript may pass it
    expect(error).toBeInstanceOf(UsageError)
    expect(sent).toEqual([])
  })

  it.each([
    ['nothing at all', null],
    ['null headers', { headers: null }],
    ['null for the rate limit', { rateLimit: null }],
    ['true for the rate limit', { rateLimit: true }],
    ['an endless window', { rateLimit: { limit: 1, windowMs: Number.POSITIVE_INFINITY } }],
    ['null for the retry budget', { retryBudget: null }],
  ])('bad use of the client, %s, is refused', (_, options) => {
    const given = options && { baseUrl: 'https://pay.example', keyId: KEY_ID, secret: SECRET, ...options }
    expect(() => new MerchantPay(given as never)).toThrow(UsageError) // as plain JavaScript may pass it
  })

  it('an idempotency key that a header would shorten is refused, and one in a body is not', async () => {
    const { mp, sent } = scripted([answer(201, {})])
    const custom = { amount_mode: 'CUSTOM', currency: 'USDT' } as const
    const error = await rejection(mp.appOrders.create(custom, { idempotencyKey: ' a' }))
    expect(error).toMatchObject({ code: 'invalid_idempotency_key' })
    await mp.orders.create(ORDER, { idempotencyKey: ' a' })
    expect(sent.map(({ body }) => JSON.parse(body ?? '{}').idempotency_key)).toEqual([' a'])
  })

  it('an event size that is none is refused', () => {
    expect(() => new SseParser({ maxEventBytes: Number.NaN })).toThrow(RangeError)
  })
})

describe('a query', () => {
  it('is sent as it was signed, with any characters in it', async () => {
    const { mp, sent } = scripted([answer(200, {})])
    await mp.withdrawals.quote({ network: `a'b "c` as 'TRC20', amount: '10' }) // as plain JavaScript may pass it
    const [{ url } = { url: '' }] = sent
    expect(new URL(url).href).toBe(url)
  })
})

/** A limiter that lets everything pass and notes how it is used. */
function reporting(reports: string[]): RateLimiter {
  const acquire = async () => {
    reports.push('acquired')
    return () => void reports.push('released')
  }
  return { acquire }
}
