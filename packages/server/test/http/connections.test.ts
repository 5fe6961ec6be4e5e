import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Peer } from '../../src/http/client-address.js'
import { ConnectionGuard, type ConnectionLimits } from '../../src/http/limits/connections.js'
import { listen } from '../../src/runtime/listen.js'
import { ATTACKS, attack } from '../support/abuse/attacks.js'
import { openStream } from '../support/abuse/caller.js'
import { openRaw, type RawSocket } from '../support/abuse/raw-socket.js'
import { Harness, ORDER, useHarness } from '../support/server/harness.js'

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const HALF_HEAD = 'GET / HTTP/1.1\r\nHost: x\r\n'
const SLOW_BODY = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{'
/** More than the kernel buffers for a connection. */
const LARGE = Buffer.alloc(64 * 1_024 * 1_024)
const STRANGER: Peer = { name: 'stranger', isTrusted: false }
const LIMITS: ConnectionLimits = {
  connections: 100,
  unanswered: 4,
  incompletePerPeer: 3,
  endedPerSweep: 10,
  graceMs: 1_000,
  slowMs: 10_000,
  standstillMs: 1_000,
  pardonMs: 4_000,
  stallMs: 30_000,
  logEveryMs: 60_000,
}

interface Guarded {
  readonly url: string
  readonly http: Server
  readonly guard: ConnectionGuard
  readonly lines: Record<string, number>[]
  /** Peer of the next connections. */
  peer: Peer
  now: number
  /** Requests that were handed to the handler. */
  admitted: number
  /** Connects as a peer and sends a text. */
  open(text: string, options?: { peer?: Peer; isReading?: boolean }): Promise<RawSocket>
}

async function start(
  limits: Partial<ConnectionLimits> = {},
  handler: RequestListener = answerAtOnce,
): Promise<Guarded> {
  const http = createServer({ connectionsCheckingInterval: 100 })
  const lines: Record<string, number>[] = []
  const log = { warn: (counts: object) => void lines.push({ ...counts }) }
  const guarded: Omit<Guarded, 'guard' | 'url'> = {
    http,
    lines,
    peer: STRANGER,
    now: 0,
    admitted: 0,
    async open(text, { peer = STRANGER, isReading = true } = {}) {
      guarded.peer = peer
      const arrived = once(http, 'connection')
      const raw = await openRaw(url, { isReading })
      await arrived
      raw.socket.write(text)
      onTestFinished(() => void raw.socket.destroy())
      return raw
    },
  }
  const guard = new ConnectionGuard(http, {
    limits: { ...LIMITS, ...limits },
    peerOf: () => guarded.peer,
    log,
    now: () => guarded.now,
  })
  http.on('request', (request, response) => {
    if (!guard.admit(request, response)) return
    guarded.admitted += 1
    handler(request, response)
  })
  const url = await listen(http, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return Object.assign(guarded, { guard, url })
}

const answerAtOnce: RequestListener = (request, response) => {
  request.resume()
  response.end('ok')
}

const answersIn = (text: string): number => text.split('HTTP/1.1 200').length - 1

describe('a connection', () => {
  it('a connection with more than four unanswered requests is ended, and a fifth is not served', async () => {
    const counts = { parsed: 0, served: 0 }
    const server = await start({}, () => {
      counts.served += 1
    })
    server.http.on('request', () => {
      counts.parsed += 1
    })
    const raw = await server.open(REQUEST.repeat(1_625))
    await raw.closed
    expect(counts).toEqual({ parsed: 5, served: 4 })
    server.guard.writeLog()
    expect(server.lines).toEqual([{ pipelined: 1 }])
  })

  it('gets the answers of four requests that it sends at once, and then of four more', async () => {
    const server = await start()
    const raw = await server.open(REQUEST.repeat(4))
    await expect.poll(() => answersIn(raw.received())).toBe(4)
    raw.socket.write(REQUEST.repeat(4))
    await expect.poll(() => answersIn(raw.received())).toBe(8)
  })

  it('a connection that reads nothing is ended once its output has waited too long', async () => {
    const server = await start({ stallMs: 100 }, (_request, response) => response.end(LARGE))
    const raw = await server.open(REQUEST, { isReading: false })
    await once(server.http, 'timeout')
    raw.socket.resume() // an end is noticed by reading
    await raw.closed
    server.guard.writeLog()
    expect(server.lines).toEqual([{ unread: 1 }])
  })

  it('a connection that reads nothing is not read from, so that sending gains it no time', async () => {
    const answers = [Buffer.alloc(16 * 1_024 * 1_024), 'ok']
    const server = await start({}, (_request, response) => response.end(answers.shift()))
    const connected = once(server.http, 'connection') as Promise<[Socket]>
    const raw = await server.open(REQUEST, { isReading: false })
    const [socket] = await connected
    await expect.poll(() => socket.writableLength).toBeGreaterThan(0)
    server.guard.sweep()
    expect(socket.isPaused()).toBe(true)
    const texts: string[] = []
    raw.socket.on('data', (chunk: Buffer) => texts.push(chunk.toString('latin1')))
    await expect.poll(() => socket.writableLength).toBe(0)
    server.guard.sweep()
    expect(socket.isPaused()).toBe(false)
    raw.socket.write(REQUEST)
    await expect.poll(() => answersIn(texts.join(''))).toBe(2)
  })

  it('a connection with a pending answer, or a stream without events, stays open', async () => {
    const server = await start({ stallMs: 50 }, (_request, response) => {
      response.write('first')
      server.http.once('timeout', () => response.end('second'))
    })
    const raw = await server.open(REQUEST)
    await expect.poll(() => raw.received()).toContain('second')
    expect(server.lines).toEqual([])
  })

  it('a connection that is idle for longer than keep-alive lasts is ended without a log line', async () => {
    const server = await start()
    server.http.keepAliveTimeout = 1
    const raw = await server.open(REQUEST)
    await raw.closed
    server.guard.writeLog()
    expect([answersIn(raw.received()), server.lines]).toEqual([1, []])
  })
})

describe('requests that do not arrive', () => {
  it.each([
    ['heads', HALF_HEAD],
    ['nothing', ''],
    ['bodies', SLOW_BODY],
  ])('are kept for a few connections of one peer: %s', async (_what, text) => {
    let heads = 0
    const server = await start({}, () => {
      heads += 1
    })
    const open = []
    for (let count = 0; count < 5; count += 1) open.push(await server.open(text))
    if (text === SLOW_BODY) await expect.poll(() => heads).toBe(5)
    server.now = 999
    server.guard.sweep() // a burst of honest connections has no requests yet either
    server.now = 1_000
    server.guard.sweep()
    await Promise.all(open.slice(3).map(({ closed }) => closed))
    expect(open.map(({ socket }) => socket.closed)).toEqual([false, false, false, true, true])
    expect(server.lines).toEqual([{ incomplete: 2 }])
  })

  it('are ended a few at a time', async () => {
    const server = await start({ endedPerSweep: 2 })
    for (let count = 0; count < 8; count += 1) await server.open(HALF_HEAD)
    server.now = 1_000
    for (const ended of [2, 4, 5, 5]) {
      server.guard.sweep()
      server.guard.writeLog()
      const sum = server.lines.reduce((total, line) => total + (line.incomplete ?? 0), 0)
      expect(sum).toBe(ended)
    }
  })

  it('requests that do not arrive from other peers and from trusted proxies are not counted with them', async () => {
    const server = await start()
    const other = { name: 'other', isTrusted: false }
    const proxy = { name: 'proxy', isTrusted: true }
    for (let count = 0; count < 3; count += 1) await server.open(HALF_HEAD)
    for (let count = 0; count < 3; count += 1) await server.open(HALF_HEAD, { peer: other })
    for (let count = 0; count < 9; count += 1) await server.open(HALF_HEAD, { peer: proxy })
    server.now = 5_000
    server.guard.sweep()
    expect(server.lines).toEqual([])
  })

  it('do not keep their peer from sending complete ones', async () => {
    const server = await start()
    for (let count = 0; count < 3; count += 1) await server.open(HALF_HEAD)
    const raw = await server.open(REQUEST)
    await expect.poll(() => answersIn(raw.received())).toBe(1)
    const posted = await server.open(`${SLOW_BODY}"a":100}`)
    await expect.poll(() => answersIn(posted.received())).toBe(1)
    server.now = 5_000
    server.guard.sweep()
    expect(server.lines).toEqual([])
  })

  it('are counted as slow when they end after their time limit', async () => {
    const server = await start()
    const raw = await server.open(HALF_HEAD)
    server.now = LIMITS.slowMs
    raw.socket.destroy()
    await expect
      .poll(() => {
        server.guard.writeLog()
        return server.lines
      })
      .toEqual([{ slow: 1 }])
  })
})

describe('a request that Node refuses', () => {
  /** Opens a connection, and finds its request too slow as Node's own check does. */
  async function openLate(server: Guarded, text: string) {
    const connected = once(server.http, 'connection') as Promise<[Socket]>
    const raw = await server.open(text)
    const [socket] = await connected
    const expire = () => {
      const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      server.http.emit('clientError', error, socket)
    }
    return { raw, expire }
  }

  const errorIn = (text: string): unknown => {
    const [head = '', body = ''] = text.split('\r\n\r\n')
    expect(head).toMatch(/^X-Request-Id: [0-9a-f-]{36}$/m)
    expect(head).toContain('Connection: close')
    return [Number(head.split(' ')[1]), JSON.parse(body)]
  }

  it.each([
    ['GET / HTTP/1.1\r\nno colon\r\n\r\n', 400, 'bad request'],
    [`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'request header fields too large'],
  ])('because it is malformed or too large gets the form of all errors', async (text, status, error) => {
    const server = await start()
    const raw = await server.open(text)
    await raw.closed
    expect(errorIn(raw.received())).toEqual([status, { error }])
  })

  it.each([
    ['head', HALF_HEAD],
    ['body', SLOW_BODY],
  ])('because its %s is too slow gets 408 in the form of all errors', async (_, text) => {
    const server = await start({}, (request) => request.resume())
    const { raw, expire } = await openLate(server, text)
    expire()
    await raw.closed
    expect(errorIn(raw.received())).toEqual([408, { error: 'request timeout' }])
  })

  it('because the process stood still gets the same time once more', async () => {
    const server = await start()
    const { raw, expire } = await openLate(server, HALF_HEAD)
    server.now = 20_000
    server.guard.sweep()
    expire()
    server.now += LIMITS.slowMs - 1
    server.guard.sweep()
    raw.socket.write('\r\n')
    await expect.poll(() => answersIn(raw.received())).toBe(1)
  })

  it('because the process stood still, and which does not arrive then either, gets 408', async () => {
    const server = await start()
    const { raw, expire } = await openLate(server, HALF_HEAD)
    server.now = 20_000 // no sweep has come since
    expire()
    server.guard.sweep()
    server.now += LIMITS.slowMs
    server.guard.sweep()
    await raw.closed
    expect(errorIn(raw.received())).toEqual([408, { error: 'request timeout' }])
  })

  it('a request that Node refuses behind another one that has no answer yet is ended without an answer', async () => {
    const server = await start({}, (request) => request.resume())
    const { raw, expire } = await openLate(server, `${REQUEST}${SLOW_BODY}`)
    await expect.poll(() => server.admitted).toBe(2)
    expire()
    await raw.closed
    expect(raw.received()).toBe('')
  })

  it('a request that Node refuses while it is being answered is ended without a second answer', async () => {
    const server = await start({}, (request, response) => {
      request.resume()
      response.write('begun')
    })
    const { raw, expire } = await openLate(server, SLOW_BODY)
    await expect.poll(() => raw.received()).toContain('begun')
    expire()
    await raw.closed
    expect(raw.received().split('HTTP/1.1')).toHaveLength(2)
  })
})

describe('a full server', () => {
  it('ends the oldest connection of the peer that has most, for a newcomer from elsewhere', async () => {
    const server = await start({ connections: 3 })
    const crowd = []
    for (let count = 0; count < 3; count += 1) crowd.push(await server.open(REQUEST))
    const newcomer = await server.open(REQUEST, { peer: { name: 'newcomer', isTrusted: false } })
    await expect.poll(() => answersIn(newcomer.received())).toBe(1)
    await crowd[0]?.closed
    expect(crowd.map(({ socket }) => socket.closed)).toEqual([true, false, false])
    server.guard.writeLog()
    expect(server.lines).toEqual([{ crowded: 1 }])
  })

  it('accepts no more connections of the peer that has most', async () => {
    const server = await start({ connections: 3 })
    const crowd = []
    for (let count = 0; count < 4; count += 1) crowd.push(await server.open(''))
    await crowd[3]?.closed
    expect(crowd.map(({ socket }) => socket.closed)).toEqual([false, false, false, true])
  })

  it('ends no connection of a trusted proxy for a new one', async () => {
    const server = await start({ connections: 3 })
    const proxied = []
    for (let count = 0; count < 3; count += 1)
      proxied.push(await server.open('', { peer: { name: 'proxy', isTrusted: true } }))
    const newcomer = await server.open('')
    await newcomer.closed
    expect(proxied.map(({ socket }) => socket.closed)).toEqual([false, false, false])
  })
})

it('ended connections are logged in one line a minute', async () => {
  const server = await start()
  const pipeline = async () => (await server.open(REQUEST.repeat(9))).closed
  await pipeline()
  server.guard.sweep()
  await pipeline()
  await pipeline()
  server.now = 59_999
  server.guard.sweep()
  expect(server.lines).toEqual([{ pipelined: 1 }])
  server.now = 60_000
  server.guard.sweep()
  server.guard.sweep()
  expect(server.lines).toEqual([{ pipelined: 1 }, { pipelined: 2 }])
})

describe('the server', () => {
  const shared = useHarness()
  // Loads the API reference now: a load that the end of these tests interrupts would fail in later files.
  beforeAll(() => shared.harness.call('GET', '/llms.txt'))

  it('keeps idle connections for longer than load balancers do, each for a thousand requests', async () => {
    const { headers } = await shared.harness.call('GET', '/healthz', {
      headers: { connection: 'keep-alive' },
    })
    expect(headers['keep-alive']).toBe('timeout=75, max=1000')
  })

  it('keeps them for the time of the setting', async () => {
    const harness = await Harness.start({ MERCHANTPAY_KEEP_ALIVE_SECONDS: '5' })
    const { headers } = await harness.call('GET', '/healthz', { headers: { connection: 'keep-alive' } })
    expect(headers['keep-alive']).toBe('timeout=5, max=1000')
  })

  it('answers others and keeps their streams during each kind of attack', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: ORDER })
    const target = `/v1/orders/${json.id}/events`
    const { url } = harness.server
    const stream = await openStream(url, { target, keys, localAddress: '127.0.0.1' })
    let isOpen = stream.status === 200
    void stream.closed.then(() => {
      isOpen = false
    })
    for (const crowd of Object.values(ATTACKS)) {
      const under = await attack(url, { ...crowd, count: 20, addresses: [] })
      expect((await harness.call('GET', '/healthz')).status).toBe(200)
      await under.close()
    }
    expect(isOpen).toBe(true)
    stream.close()
  })

  it('answers at most four requests of a long pipeline', async () => {
    const raw = await openRaw(shared.harness.server.url)
    raw.socket.write('GET /llms-full.txt HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000))
    await raw.closed
    expect(answersIn(raw.received())).toBeLessThanOrEqual(4)
    expect((await shared.harness.call('GET', '/healthz')).status).toBe(200)
  })
})
