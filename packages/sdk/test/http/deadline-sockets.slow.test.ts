import { describe, expect, it } from 'vitest'
import type { MerchantPay } from '../../src/client.js'
import { OutcomeUnknownError, TimeoutError } from '../../src/errors/errors.js'
import type { RequestOptions } from '../../src/http/request-options.js'
import { client, loopback, rejection } from '../support/loopback.js'
import { type Answer, refusal, silence, stall } from '../support/peer.js'
import { requireClosed, until } from '../support/progress.js'

const DEADLINE_MS = 1_000
/** Ten times what a quiet machine is held to. */
const LATENESS_MS = 500
const DRIP_MS = 100

/** One byte at a time, for as long as anybody listens. */
const drip: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(' ')
  const timer = setInterval(() => response.write(' '), DRIP_MS)
  response.on('close', () => clearInterval(timer))
}

const STALLS = [
  ['a stalled head', 'request', silence],
  ['a stalled body', 'body', stall(200)],
  ['a byte every 100 ms', 'body', drip],
] as const

const CALLS: Record<string, (mp: MerchantPay, options: RequestOptions) => PromiseLike<unknown>> = {
  'a read': (mp, options) => mp.orders.get('o1', options),
  'a keyed creation': (mp, options) => {
    return mp.orders.create({ amount: '25.00', currency: 'USDT', network: 'TRC20' }, options)
  },
  'a creation that is never repeated': (mp, options) => mp.apiKeys.create({ environment: 'test' }, options),
}

/** Returns the error of a call and its duration. */
async function timed(call: PromiseLike<unknown>): Promise<{ error: unknown; ms: number }> {
  const start = performance.now()
  const error = await rejection(call)
  return { error, ms: performance.now() - start }
}

function requireInTime(ms: number): void {
  expect(ms).toBeGreaterThanOrEqual(DEADLINE_MS / 2) // timers count from where their turn of the event loop began
  expect(ms).toBeLessThan(DEADLINE_MS + LATENESS_MS)
}

describe.each(STALLS)('%s', (_, phase, answer) => {
  it.each(Object.entries(CALLS))(
    'ends %s at its deadline, in the right phase, and the socket is closed',
    async (_, call) => {
      const server = await loopback(answer)
      const { error, ms } = await timed(call(client(server), { deadlineMs: DEADLINE_MS }))
      const timeout = error instanceof OutcomeUnknownError ? error.cause : error
      expect(timeout).toBeInstanceOf(TimeoutError)
      expect(timeout).toMatchObject({ phase, outcome: 'unknown', attempts: [{ error: 'timeout' }] })
      requireInTime(ms)
      await requireClosed(server.seen)
      expect(server.seen).toHaveLength(1)
    },
  )

  it('ends raw at the deadline of the client too', async () => {
    const server = await loopback(answer)
    const mp = client(server, { deadlineMs: DEADLINE_MS })
    await mp.raw.GET('/v1/orders/{id}', { params: { path: { id: '..' } } }).catch(() => {}) // loads what it needs
    const { error, ms } = await timed(mp.raw.GET('/v1/merchants/me'))
    expect(error).toMatchObject({ name: 'TimeoutError', phase })
    requireInTime(ms)
    await requireClosed(server.seen.slice(0, 1))
  })

  it('ends every attempt after timeoutMs, and all of them at the deadline', async () => {
    const server = await loopback(answer)
    const limits = { timeoutMs: DEADLINE_MS / 2, deadlineMs: 4 * DEADLINE_MS, maxRetries: 100 }
    const { error, ms } = await timed(client(server).orders.get('o1', limits))
    expect(error).toMatchObject({ name: 'TimeoutError' })
    expect(server.seen.length).toBeGreaterThan(1)
    expect(ms).toBeLessThan(4 * DEADLINE_MS + LATENESS_MS)
    await requireClosed(server.seen)
  })
})

describe('a deadline', () => {
  it('a deadline that a wait would pass fails the call before the wait, with what the server said', async () => {
    const server = await loopback(refusal(503, 'service unavailable', { 'retry-after': '3600' }))
    const { error, ms } = await timed(client(server).orders.get('o1', { deadlineMs: 30_000 }))
    expect(error).toMatchObject({ name: 'ApiError', status: 503, retryAfterMs: 3_600_000 })
    expect(ms).toBeLessThan(LATENESS_MS)
    expect(server.seen).toHaveLength(1)
  })

  it('ends the wait for a turn', async () => {
    const server = await loopback(silence)
    const mp = client(server, { rateLimit: { limit: 1, windowMs: 1 } })
    const first = rejection(mp.orders.get('o1', { deadlineMs: 3 * DEADLINE_MS }))
    await until(() => server.seen.length === 1)
    const { error, ms } = await timed(mp.orders.get('o2', { deadlineMs: DEADLINE_MS }))
    expect(error).toMatchObject({
      name: 'TimeoutError',
      phase: 'queue',
      outcome: 'not_processed',
      attempts: [],
    })
    requireInTime(ms)
    await first
    expect(server.seen).toHaveLength(1)
  })

  it('ends a signer that does not answer, and nothing was sent', async () => {
    const signer = { keyId: 'mk_test_0123456789abcdefghijABCD', sign: () => new Promise<string>(() => {}) }
    const mp = client({ url: 'http://127.0.0.1:9' }, { signer, keyId: undefined, secret: undefined })
    const { error, ms } = await timed(mp.orders.get('o1', { deadlineMs: DEADLINE_MS }))
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'request', outcome: 'not_processed' })
    requireInTime(ms)
  })

  it('ends a fetch that ignores its signal, and a body that does', async () => {
    const deaf = client({ url: 'https://pay.example' }, { fetch: () => new Promise(() => {}) })
    const body = client(
      { url: 'https://pay.example' },
      { fetch: async () => new Response(new ReadableStream()) },
    )
    for (const [mp, phase] of [
      [deaf, 'request'],
      [body, 'body'],
    ] as const) {
      const { error, ms } = await timed(mp.orders.get('o1', { deadlineMs: DEADLINE_MS }))
      expect(error).toMatchObject({ name: 'TimeoutError', phase })
      requireInTime(ms)
    }
  })
})
