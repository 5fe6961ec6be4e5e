import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSecureContext, type TLSSocket } from 'node:tls'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Certificate, makeCertificate } from '../../../../../test-support/net/certificate.js'
import type { AttemptOutcome } from '../../../src/domain/webhooks/webhook.js'
import type { AttemptTrace } from '../../../src/domain/webhooks/webhook-attempt.js'
import { WebhookAgents } from '../../../src/workers/webhooks/webhook-agents.js'
import { createWebhookSender, type SendWebhook } from '../../../src/workers/webhooks/webhook-sender.js'
import { rawReceiver } from '../../support/webhooks/raw-receiver.js'

const DELIVERED = { delivered: true }
const NO_CONTENT = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
const never = new AbortController().signal
let trusted: Certificate
beforeAll(async () => {
  trusted = await makeCertificate(['localhost', 'hooks.localhost'])
})

const sender = (timeoutMs = 5_000): SendWebhook =>
  createWebhookSender({
    timeoutMs,
    isAddressAllowed: (address) => address === '127.0.0.1',
    secureContext: createSecureContext({ ca: trusted.cert }),
    userAgent: 'MerchantPay-Webhooks/test',
  })

/** Sends one POST and waits until its connection is released. */
async function deliver(
  send: SendWebhook,
  port: number,
  { pool = 'shop', host = 'localhost' } = {},
): Promise<{ outcome: AttemptOutcome; trace: AttemptTrace }> {
  const told: Promise<AttemptTrace>[] = []
  const onTrace = (trace: Promise<AttemptTrace>) => told.push(trace)
  const post = { url: `https://${host}:${port}/hook`, body: Buffer.from('{}'), headers: {}, pool, onTrace }
  const outcome = await send(post, never)
  const [trace, ...more] = await Promise.all(told)
  if (!trace || more.length > 0) throw new Error('an attempt has one trace')
  return { outcome, trace }
}

/** An HTTPS server that counts its connections. */
async function receiver(answer: Parameters<typeof createServer>[1]) {
  const sockets: TLSSocket[] = []
  const server: Server = createServer(trusted, answer)
  server.on('secureConnection', (socket: TLSSocket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, sockets, server } // it listens on TCP
}

describe('an open connection', () => {
  it.each(['localhost', '127.0.0.1'])(
    'an open connection to %s is used again by the same pool, and by no other',
    async (host) => {
      const { port, sockets } = await receiver((_request, response) => response.end('thanks'))
      const send = sender()
      for (let n = 0; n < 3; n += 1) {
        expect((await deliver(send, port, { host })).outcome).toEqual(DELIVERED)
      }
      expect(sockets).toHaveLength(1)
      await deliver(send, port, { host, pool: 'another shop' })
      expect(sockets).toHaveLength(2)
    },
  )

  it.each(['localhost', '127.0.0.1'])(
    'an open connection to %s goes to one of several attempts that begin together, and the others share what they open',
    async (host) => {
      const { port, sockets } = await receiver((_request, response) => response.end())
      const send = sender()
      const opened: number[] = []
      for (const together of [1, 4, 4, 4]) {
        await Promise.all(Array.from({ length: together }, () => deliver(send, port, { host })))
        opened.push(sockets.length)
      }
      expect(opened).toEqual([1, 4, 4, 4])
    },
  )

  it('an open connection of several that all died costs no attempt, and later attempts share one again', async () => {
    const { port, sockets } = await receiver((_request, response) => response.end())
    const send = sender()
    const together = () => Promise.all(Array.from({ length: 4 }, () => deliver(send, port)))
    await together()
    for (const socket of sockets) socket.destroy()
    for (const { outcome } of await together()) expect(outcome).toEqual(DELIVERED)
    await deliver(send, port)
    const opened = sockets.length
    await deliver(send, port)
    expect(sockets).toHaveLength(opened)
  })

  it('an open connection that is idle for 4 s is closed, and one with a pending response is not', async () => {
    const idleMs = 4_000
    const sockets: TLSSocket[] = []
    // A receiver that closes no connection itself.
    const { port } = await rawReceiver(trusted, (socket) => {
      sockets.push(socket)
      // The first request is answered at the end.
      if (sockets.length > 1) socket.write(NO_CONTENT)
    })
    const send = sender(60_000)
    const awaited = deliver(send, port, { pool: 'slow' })
    await expect.poll(() => sockets.length).toBe(1)
    const since = performance.now()
    await deliver(send, port)
    const [slow, idle] = sockets
    await expect.poll(() => idle?.destroyed, { timeout: 10 * idleMs }).toBe(true)
    expect(performance.now() - since).toBeGreaterThan(idleMs - 5) // timers may be early by a millisecond
    slow?.write(NO_CONTENT)
    expect((await awaited).outcome).toEqual(DELIVERED)
    expect(sockets).toHaveLength(2)
  }, 60_000)

  it('accumulates no listeners, however often it is used', async () => {
    const warnings: string[] = []
    const warn = ({ message }: Error) => warnings.push(message)
    process.on('warning', warn)
    onTestFinished(() => void process.off('warning', warn))
    const { port, sockets } = await receiver((_request, response) => response.end())
    const send = sender()
    for (let n = 0; n < 15; n += 1) await deliver(send, port)
    expect([sockets.length, warnings]).toEqual([1, []])
  })

  it('an open connection that the receiver has closed in the meantime costs no attempt', async () => {
    const { port, sockets } = await receiver((_request, response) => response.end())
    const send = sender()
    await deliver(send, port)
    for (let n = 0; n < 5; n += 1) {
      sockets.at(-1)?.destroy()
      expect((await deliver(send, port)).outcome).toEqual(DELIVERED)
    }
  })

  it('an open connection that dies on reuse is replaced once, by a fresh one', async () => {
    let requests = 0
    const { port, connections } = await silentAfterFirst(() => {
      requests += 1
    })
    const send = sender()
    expect((await deliver(send, port)).outcome).toEqual(DELIVERED)
    expect((await deliver(send, port)).outcome).toEqual({ delivered: false, error: 'connection_reset' })
    // One reused and one fresh connection; a fresh one that dies is not retried.
    expect([requests, connections()]).toEqual([3, 2])
  })

  /** Answers the first request and resets the connection at every later one. */
  async function silentAfterFirst(onRequest: () => void) {
    let answered = false
    const raw = await rawReceiver(trusted, (socket) => {
      onRequest()
      if (answered) return socket.destroy()
      answered = true
      return socket.write(NO_CONTENT)
    })
    return { port: raw.port, connections: () => raw.connections }
  }

  it('an open connection that dies after the first byte of a response is not stale', async () => {
    let requests = 0
    const raw = await rawReceiver(trusted, (socket) => {
      requests += 1
      if (requests === 1) socket.write(NO_CONTENT)
      else socket.end('HTTP/1.1 2')
    })
    const send = sender()
    await deliver(send, raw.port)
    expect((await deliver(send, raw.port)).outcome).toEqual({ delivered: false, error: 'connection_reset' })
    expect(requests).toBe(2)
  })

  it('20 is not used again where the body had no end', async () => {
    const { port, sockets } = await receiver((_request, response) => {
      response.write('x'.repeat(70_000))
    })
    const send = sender()
    const { outcome, trace } = await deliver(send, port)
    expect(outcome).toEqual(DELIVERED)
    expect([trace.sampleBytes, trace.isTruncated]).toEqual([65_536, true])
    await deliver(send, port)
    expect(sockets).toHaveLength(2)
  })

  it('keeps a body that comes in parts, up to its bound, as it was sent', async () => {
    const parts = [10, 300, 5_000, 50_000, 20_000].map((size, at) => `${at}`.repeat(size))
    const { port } = await receiver(async (_request, response) => {
      for (const part of parts) await new Promise((resolve) => response.write(part, resolve))
      response.end()
    })
    const { trace } = await deliver(sender(), port)
    expect([trace.sampleBytes, trace.isTruncated]).toEqual([65_536, true])
    expect(trace.sample === parts.join('').slice(0, 65_536)).toBe(true)
  })

  it('sends the host name for the receiver’s certificate, and none to an address', async () => {
    const names: unknown[] = []
    const { port } = await receiver((request, response) => {
      names.push((request.socket as TLSSocket).servername) // an HTTPS server's
      response.end()
    })
    for (const host of ['hooks.localhost', '127.0.0.1']) await deliver(sender(), port, { host })
    expect(names).toEqual(['hooks.localhost', false])
  })
})

describe('the pools with cached connections', () => {
  it('are 512: one more evicts the least recently used', () => {
    const agents = new WebhookAgents(createSecureContext({ ca: trusted.cert }))
    const names = Array.from({ length: 512 }, (_, n) => `pool ${n}`)
    const agentOf = new Map(names.map((name) => [name, agents.of(name)]))
    const isKept = (name: string) => agents.of(name) === agentOf.get(name)
    expect(isKept('pool 0')).toBe(true)
    agents.of('one more')
    const [first = '', second = '', ...others] = names
    expect([first, ...others].filter((name) => !isKept(name))).toEqual([])
    expect(isKept(second)).toBe(false)
  })
})

describe('the trace of an attempt', () => {
  it('has the status, the body as text, and the duration of each phase', async () => {
    const { port } = await receiver((_request, response) => response.writeHead(503).end('over\u0000load'))
    const send = sender()
    const first = await deliver(send, port)
    expect(first.trace).toMatchObject({
      status: 503,
      retryAfter: null,
      sample: 'over\\x00load',
      sampleBytes: 9,
      isTruncated: false,
    })
    const { timings } = first.trace
    for (const part of Object.values(timings)) expect(part).toBeGreaterThanOrEqual(0)
    expect(timings.whole).toBeGreaterThanOrEqual(timings.firstByte ?? -1)
    const again = await deliver(send, port)
    expect(again.trace.timings).toMatchObject({ dns: null, connect: null, tls: null })
  })

  it.each([
    ['120', '120'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'Wed, 21 Oct 2026 07:28:00 GMT'],
    ['9'.repeat(1_000), '9'.repeat(128)],
    ['1\u009b2', '1\\x9b2'],
  ])('is what Retry-After says, as harmless text of some length: %j', async (header, kept) => {
    const { port } = await receiver((_request, response) =>
      response.writeHead(429, { 'Retry-After': header }).end(),
    )
    const { trace } = await deliver(sender(), port)
    expect(trace).toMatchObject({ status: 429, retryAfter: kept })
  })

  it('has the phases that were reached, where no response came', async () => {
    const raw = await rawReceiver(trusted, (socket) => socket.destroy())
    const { outcome, trace } = await deliver(sender(), raw.port)
    expect(outcome).toEqual({ delivered: false, error: 'connection_reset' })
    expect(trace).toMatchObject({ status: null, retryAfter: null, sample: null, sampleBytes: 0 })
    expect([trace.timings.tls === null, trace.timings.firstByte]).toEqual([false, null])
  })

  it('21 is never what a compressed body would unpack to', async () => {
    const { port } = await receiver((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(Buffer.from([0x1f, 0x8b, 0x08, 0x41])),
    )
    expect((await deliver(sender(), port)).trace.sample).toBe('\\x1f\\x8b\\x08A')
  })
})
