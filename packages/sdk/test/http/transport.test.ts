import { createHash } from 'node:crypto'
import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import {
  AbortError,
  ApiError,
  ConnectionError,
  OutcomeUnknownError,
  TimeoutError,
} from '../../src/errors/errors.js'
import { createSigner, parseAuthorization } from '../../src/signing.js'
import { VERSION } from '../../src/util/version.js'
import { KEY_ID, SECRET } from '../support/keys.js'
import { client, LONG_WAIT_SECONDS, loopback, rejection, watchLongWait } from '../support/loopback.js'
import { type Answer, json, refusal, reset, silence, stall } from '../support/peer.js'
import { keepAnswers, requireClosed, until } from '../support/progress.js'

const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
const KEY_INPUT = { environment: 'test' } as const

describe('a request', () => {
  it('carries a signature over the bytes and the target that arrive', async () => {
    const server = await loopback(json(201, {}))
    const mp = client({ url: `${server.url}/prefix/` })
    await mp.orders.create({ ...ORDER, description: 'Grüße 🎟' })
    await mp.orders.list({ limit: 5, offset: 10 })
    expect(server.seen.map(({ target }) => target)).toEqual([
      '/prefix/v1/orders',
      '/prefix/v1/orders?limit=5&offset=10',
    ])
    for (const { method, target, headers, body } of server.seen) {
      const { keyId, timestamp, signature } = parseAuthorization(headers.authorization ?? '') ?? {}
      expect(keyId).toBe(KEY_ID)
      const signer = createSigner({ keyId: KEY_ID, secret: SECRET })
      expect(signer.sign({ method, target, body, timestamp: timestamp ?? '' })).toBe(signature)
    }
  })

  it('carries the headers of the package, the client and the call', async () => {
    const server = await loopback(json(200, {}))
    await client(server, { headers: { 'X-App': 'shop', 'X-Call': 'no' } }).merchants.me({
      headers: { 'x-call': 'yes' },
      requestId: 'mine',
    })
    expect(server.seen[0]?.headers).toMatchObject({
      accept: 'application/json',
      'user-agent': `merchantpay-sdk/${VERSION}`,
      'x-app': 'shop',
      'x-call': 'yes',
      'x-request-id': 'mine',
    })
    expect(VERSION).toBe(packageJson.version)
  })

  it('names each attempt in its request id', async () => {
    const server = await loopback(refusal(500, 'internal server error'), json(200, {}))
    const { attempts } = await client(server).merchants.me().withResponse()
    const [first = '', second] = server.seen.map(({ headers }) => String(headers['x-request-id']))
    expect(first).toMatch(/^[0-9a-f-]{36}-1$/)
    expect(second).toBe(first.replace(/1$/, '2'))
    expect(attempts).toMatchObject([
      { status: 500, waitedMs: expect.any(Number) },
      { status: 200, waitedMs: expect.any(Number) },
    ])
  })

  it('keeps the bytes it had at the call, though the object changes later', async () => {
    const server = await loopback(refusal(500, 'internal server error'), json(201, {}))
    const body: { amount: '25.00' | '99.00'; currency: 'USDT'; network: 'TRC20' } = { ...ORDER }
    const call = client(server).orders.create(body)
    body.amount = '99.00'
    await call
    const hashes = server.seen.map((seen) => createHash('sha256').update(seen.body).digest('hex'))
    expect(new Set(hashes).size).toBe(1)
    expect(server.seen[0]?.body.toString()).toContain('25.00')
  })

  it('gives the wire body unchanged, unknown fields and statuses included', async () => {
    const body = { id: 'w1', status: 'BRAND_NEW', later: { added: [1] } }
    const server = await loopback(json(200, body, { 'x-request-id': 'theirs' }))
    expect(await client(server).withdrawals.get('w1')).toEqual(body)
  })

  it.each([
    ['on_chain', { id: 'o1', payment_url: 'https://pay.example/o1', later: 1 }],
    ['app', { id: 'o1', payment_rail: 'MP_INTERNAL', later: 1 }],
  ])('adds the kind %s to an order, and changes nothing else', async (kind, body) => {
    const server = await loopback(json(200, body, { 'x-request-id': 'theirs' }))
    expect(await client(server).orders.get('o1')).toEqual({ ...body, kind })
    expect(await client(server).orders.get('o1').withResponse()).toMatchObject({
      requestId: 'theirs',
      status: 200,
    })
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    '%i is an error, and nothing reaches the other origin',
    async (status) => {
      const other = await loopback(json(200, {}))
      const server = await loopback((response) => {
        response.writeHead(status, { location: `${other.url}/v1/orders` })
        response.end('moved')
      })
      const error = await rejection(client(server).orders.create(ORDER))
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ code: 'unexpected_redirect', status })
      expect([server.seen.length, other.seen.length]).toEqual([1, 0])
    },
  )
})

describe('a broken answer', () => {
  it('truncated in its body is repeated, then typed', async () => {
    const server = await loopback((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('{"id"', () => response.socket?.destroy())
    })
    const error = await rejection(client(server, { maxRetries: 1 }).orders.get('o1'))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ sent: 'maybe', outcome: 'unknown' })
    expect(server.seen).toHaveLength(2)
  })

  it.each(['<html>', '', '[]', '"x"', 'null'])('"%s" of a success is no order', async (text) => {
    const server = await loopback((response) => response.writeHead(200).end(text))
    const error = await rejection(client(server, { maxRetries: 0 }).orders.get('o1'))
    expect(error).toMatchObject({ code: 'unreadable_response', name: 'ConnectionError' })
  })

  it('a broken answer of a refusal is an ApiError of its status', async () => {
    const server = await loopback((response) => response.writeHead(502).end('<html>Bad gateway'))
    const error = await rejection(client(server, { maxRetries: 0 }).orders.get('o1'))
    expect(error).toMatchObject({ name: 'ApiError', status: 502, code: 'unexpected_response' })
    expect(String(error)).not.toContain('gateway')
  })

  it('a broken answer that stalls after a refusing head is still that refusal', async () => {
    const server = await loopback(stall(404))
    const error = await rejection(client(server, { timeoutMs: 100 }).orders.get('o1'))
    expect(error).toMatchObject({ name: 'ApiError', status: 404, code: 'unexpected_response' })
  })

  it('a broken answer to a creation that must not be repeated leaves its outcome unknown, after one request', async () => {
    const server = await loopback(reset)
    const error = await rejection(client(server).apiKeys.create(KEY_INPUT))
    expect(error).toBeInstanceOf(OutcomeUnknownError)
    expect(error).toMatchObject({ cause: { name: 'ConnectionError', sent: 'maybe' }, outcome: 'unknown' })
    expect(server.seen).toHaveLength(1)
  })

  it('a broken answer to a keyed creation is repeated with the same key and bytes', async () => {
    const server = await loopback(reset, json(201, { id: 'o1' }))
    const { data, idempotencyKey } = await client(server).orders.create(ORDER).withResponse()
    expect(data.id).toBe('o1')
    const bodies = server.seen.map(({ body }) => body.toString())
    expect(bodies).toEqual([bodies[0], bodies[0]])
    expect(JSON.parse(bodies[0] ?? '').idempotency_key).toBe(idempotencyKey)
  })
})

describe('time', () => {
  it.each([
    ['request', silence],
    ['body', stall(200)],
  ] as const)('runs out in the phase "%s", and the socket is closed', async (phase, step) => {
    const server = await loopback(step)
    const error = await rejection(client(server, { timeoutMs: 1_000, maxRetries: 0 }).orders.get('o1'))
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ phase, outcome: 'unknown' })
    await requireClosed(server.seen.slice(0, 1))
  })

  it('is one deadline over all attempts', async () => {
    const server = await loopback(silence)
    const start = performance.now()
    const mp = client(server, { timeoutMs: 150, deadlineMs: 300, maxRetries: 100 })
    expect(await rejection(mp.orders.get('o1'))).toBeInstanceOf(TimeoutError)
    expect(performance.now() - start).toBeLessThan(800)
  })

  it('the time of an answer that drips slowly runs out too', async () => {
    const server = await loopback((response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(drip))
    })
    const error = await rejection(client(server, { timeoutMs: 1_000, maxRetries: 0 }).orders.get('o1'))
    expect(error).toMatchObject({ name: 'TimeoutError', phase: 'body' })
  })

  it('covers the signer', async () => {
    const server = await loopback(json(200, {}))
    const signer = { keyId: KEY_ID, sign: () => new Promise<string>(() => {}) }
    const mp = client(server, { signer, keyId: undefined, secret: undefined, timeoutMs: 40, maxRetries: 0 })
    const error = await rejection(mp.orders.get('o1'))
    expect(error).toMatchObject({ name: 'TimeoutError', outcome: 'not_processed' })
    expect(server.seen).toHaveLength(0)
  })
})

describe('an abort', () => {
  const reason = new Error('closing time')

  async function abortedCall(step: Answer, phase: 'asking' | 'reading' | 'waiting') {
    const server = await loopback(step)
    const { fetch, answers } = keepAnswers()
    const isWaiting = watchLongWait()
    const controller = new AbortController()
    const error = rejection(client(server, { fetch }).orders.get('o1', { signal: controller.signal }))
    const hasBegun = {
      asking: () => server.seen.length === 1,
      reading: () => answers[0]?.body?.locked === true,
      waiting: isWaiting,
    }
    await until(hasBegun[phase])
    const start = performance.now()
    controller.abort(reason)
    const failure = await error
    expect(performance.now() - start).toBeLessThan(200)
    expect(failure).toBeInstanceOf(AbortError)
    expect(failure).toMatchObject({ cause: reason, code: 'aborted' })
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
    return { server, failure }
  }

  it('ends a request that has no answer, and closes its socket', async () => {
    const { server } = await abortedCall(silence, 'asking')
    await requireClosed(server.seen.slice(0, 1))
  })

  it('ends the reading of a body, and closes its socket', async () => {
    const { server } = await abortedCall(stall(200), 'reading')
    await requireClosed(server.seen.slice(0, 1))
  })

  it('ends a wait between attempts, and knows that nothing was processed', async () => {
    const step = refusal(429, 'rate limit exceeded', { 'retry-after': `${LONG_WAIT_SECONDS}` })
    const { server, failure } = await abortedCall(step, 'waiting')
    expect(failure).toMatchObject({ outcome: 'not_processed', attempts: [{ status: 429 }] })
    expect(server.seen).toHaveLength(1)
  })

  it('an abort before the call sends nothing', async () => {
    const server = await loopback(json(200, {}))
    const error = await rejection(client(server).orders.get('o1', { signal: AbortSignal.abort(reason) }))
    expect(error).toMatchObject({ name: 'AbortError', cause: reason, outcome: 'not_processed', attempts: [] })
    expect(server.seen).toHaveLength(0)
  })

  it('ends even a fetch that ignores its signal', async () => {
    const mp = client({ url: 'https://pay.example' }, { fetch: () => new Promise(() => {}) })
    const signal = AbortSignal.timeout(20)
    expect(await rejection(mp.orders.get('o1', { signal }))).toBeInstanceOf(AbortError)
  })

  it('an abort of a creation that must not be repeated is an AbortError of unknown outcome', async () => {
    const server = await loopback(silence)
    const controller = new AbortController()
    const error = rejection(client(server).apiKeys.create(KEY_INPUT, { signal: controller.signal }))
    await until(() => server.seen.length === 1)
    controller.abort()
    expect(await error).toMatchObject({ name: 'AbortError', outcome: 'unknown' })
  })

  it('leaves no listener behind on a signal that many calls share', async () => {
    const { signal } = new AbortController()
    const mp = client(
      { url: 'https://pay.example' },
      { fetch: async () => new Response('{}', { status: 200 }) },
    )
    await Promise.all(Array.from({ length: 500 }, () => mp.orders.get('o1', { signal })))
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })
})
