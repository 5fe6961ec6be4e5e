import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type BodyStream, createReceiver, type ReceiverOptions } from '../../src/index.node.js'
import { builds, deferred, receiving } from '../support/receiving.js'
import { BODY, headerOf, NOW, SECRET, T } from '../support/webhooks.js'

const HEADERS = { 'x-merchant-signature': headerOf(T) }
const bytes = new TextEncoder().encode(BODY)

/** The body in pieces of `size` bytes. */
function* piecesOf(size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

async function* later(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* pieces
}

/** Every kind of stream over the same pieces. */
const kinds: [string, (pieces: Iterable<Uint8Array>) => BodyStream][] = [
  ['a Node stream', (pieces) => Readable.from(pieces, { objectMode: false })],
  ['a web stream', (pieces) => Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>],
  ['an async generator', later],
]

describe.each(builds)('the $build build reads', ({ createReceiver: create }) => {
  describe.each(kinds)('%s', (_, make) => {
    test.each([1, 7, 100, 16_384])('in pieces of %d bytes', async (size) => {
      const { handle, handled } = receiving(create)
      expect((await handle(make(piecesOf(size)), HEADERS)).body).toBe('{"received":true}')
      expect(handled).toEqual(['PAID'])
    })

    test('to its end, and keeps the connection even for a refusal', async () => {
      const { handle } = receiving(create)
      const { status, headers } = await handle(make(piecesOf(100)), headerOf(T, 'other'))
      expect([status, headers]).toEqual([401, { 'content-type': 'application/json' }])
    })

    test('up to its limit, and one byte past it', async () => {
      const read = async (maxBodyBytes: number) =>
        (await receiving(create, { maxBodyBytes }).handle(make(piecesOf(10)), HEADERS)).status
      expect([await read(bytes.length), await read(bytes.length - 1)]).toEqual([200, 413])
    })
  })

  test('the bytes and text it is given, up to the same limit', async () => {
    for (const body of [BODY, bytes, Buffer.from(BODY), bytes.slice().buffer]) {
      const read = async (maxBodyBytes: number) =>
        (await receiving(create, { maxBodyBytes }).handle(body, HEADERS)).status
      expect([await read(bytes.length), await read(bytes.length - 1)]).toEqual([200, 413])
    }
  })

  test('a mebibyte and no more, when it is given no limit', async () => {
    const read = async (length: number) => {
      const body = BODY.padEnd(length)
      const headers = { 'x-merchant-signature': headerOf(T, body), 'content-length': `${length}` }
      const answers = [body, later([Buffer.from(body)])].map((given) =>
        receiving(create).handle(given, headers),
      )
      return (await Promise.all(answers)).map(({ status }) => status)
    }
    expect(await read(1_048_576)).toEqual([200, 200])
    expect(await read(1_048_577)).toEqual([413, 413])
  })

  test('no more than the limit of a body that has no end', async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(1_000))
      },
    })
    expect((await receiving(create).handle(endless, HEADERS)).status).toBe(413)
    expect(pulled).toBeLessThan(1_055)
  })

  test('pieces that share their memory, each as it was when it came', async () => {
    const body = `{"event":"order.archived","timestamp":"","data":{"note":"${'x'.repeat(20_000)}"}}`
    const shared = new Uint8Array(1)
    async function* reusing() {
      for (const byte of Buffer.from(body)) {
        shared[0] = byte
        yield shared
      }
    }
    expect((await receiving(create).handle(reusing(), headerOf(T, body))).status).toBe(200)
  })

  test('and leaves the rest unread without destroying the stream, since the answer needs the connection', async () => {
    const node = new PassThrough()
    node.write(bytes)
    const web = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(bytes) })
    for (const stream of [node, web])
      expect((await receiving(create, { maxBodyBytes: 10 }).handle(stream, HEADERS)).status).toBe(413)
    await new Promise(setImmediate)
    expect([node.destroyed, web.locked]).toEqual([false, false])
  })

  test('and leaves no timer and no listener behind', async () => {
    const count = { timers: 0, listeners: 0 }
    const add = (what: keyof typeof count, change: number) => () => {
      count[what] += change
    }
    const timers = { setTimeout: add('timers', 1), clearTimeout: add('timers', -1) }
    const { signal } = new AbortController()
    signal.addEventListener = add('listeners', 1)
    signal.removeEventListener = add('listeners', -1)
    const { handle } = receiving(create, { timers })
    for (const stream of [later(piecesOf(9)), new ReadableStream({ pull: () => Promise.reject() })])
      await handle(stream, HEADERS, { signal })
    expect(count).toEqual({ timers: 0, listeners: 0 })
  })

  test('until the deadline, counted from the call', async () => {
    const { handle, clock } = receiving(create)
    const drip = new PassThrough()
    const answer = handle(drip, HEADERS)
    for (let n = 0; n < 9; n += 1) {
      drip.write('{')
      await clock.advance(1_000)
    }
    await clock.advance(999)
    drip.write('{')
    expect(await Promise.race([answer, 'no answer yet'])).toBe('no answer yet')
    await clock.advance(1)
    expect(await answer).toMatchObject({
      status: 408,
      body: '{"error":"body_timeout"}',
      headers: { connection: 'close' },
    })
    expect(drip.destroyed).toBe(false)
  })

  test('until the client disconnects', async () => {
    const { handle } = receiving(create)
    const leaving = new AbortController()
    const web = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytes.slice(0, 9)),
    })
    const answer = handle(web, HEADERS, { signal: leaving.signal })
    leaving.abort()
    expect(await answer).toMatchObject({ status: 400, body: '{"error":"body_aborted"}' })
    const again = await handle(new PassThrough(), HEADERS, { signal: leaving.signal })
    expect(again.body).toBe('{"error":"body_aborted"}')
    // An unhandled rejection would fail the test.
    web.getReader()
    const locked = await handle(web, HEADERS, { signal: leaving.signal })
    expect(locked.body).toBe('{"error":"raw_body_required"}')
  })

  test('until the stream breaks', async () => {
    const { handle, errors } = receiving(create)
    const node = new PassThrough()
    node.write('{')
    const answers = [handle(node, HEADERS)]
    node.destroy(new Error('secret of the socket'))
    answers.push(handle(new ReadableStream({ pull: () => Promise.reject(new Error('gone')) }), HEADERS))
    for (const { body } of await Promise.all(answers)) expect(body).toBe('{"error":"body_aborted"}')
    expect(errors).toHaveLength(2)
  })

  test('no stream that is being read, was read, or was decoded to text', async () => {
    const used = Readable.from([bytes], { objectMode: false })
    await buffer(used)
    const web = Readable.toWeb(Readable.from([bytes])) as ReadableStream<Uint8Array>
    web.getReader()
    const decoded = Readable.from([bytes], { objectMode: false }).setEncoding('utf8')
    const objects = Readable.from([{ event: 'payment.confirmed' }])
    const consumed = Readable.toWeb(Readable.from([bytes])) as ReadableStream<Uint8Array>
    const reader = consumed.getReader()
    await reader.read()
    reader.releaseLock()
    for (const stream of [used, web, consumed, decoded, objects])
      expect(await receiving(create).handle(stream, HEADERS)).toMatchObject({
        status: 500,
        body: '{"error":"raw_body_required"}',
      })
  })
})

describe('over a connection', () => {
  /** A server with a receiver, and a client that writes arbitrary bytes. */
  async function start(options: Partial<ReceiverOptions> = {}): Promise<Socket> {
    const { handle } = createReceiver({
      secrets: SECRET,
      clock: () => NOW,
      dedupe: false,
      on: {},
      onError: () => undefined,
      ...options,
    })
    const server = createServer(async (request, response) => {
      const { status, headers, body } = await handle(request, request.headers, { method: request.method })
      response.writeHead(status, headers).end(body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    return socket
  }

  const head = (...lines: string[]) => `POST / HTTP/1.1\r\nHost: shop\r\n${lines.join('\r\n')}\r\n\r\n`
  const signature = `X-Merchant-Signature: ${headerOf(T)}`

  test('one webhook follows the other', async () => {
    const twice = deferred()
    let runs = 0
    const socket = await start({
      on: {
        'payment.confirmed'() {
          runs += 1
          if (runs === 2) twice.resolve()
        },
      },
    })
    const request = head(signature, `Content-Length: ${bytes.length}`) + BODY
    socket.write(request)
    socket.write(request)
    await twice.promise
    expect(runs).toBe(2)
  })

  test('a body past the limit is answered while it is still sent, and the connection ends', async () => {
    const socket = await start({ maxBodyBytes: 1_000 })
    socket.write(head(signature, 'Transfer-Encoding: chunked'))
    const chunk = `400\r\n${'x'.repeat(1_024)}\r\n`
    socket.write(chunk)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toMatch(/\{"error":"body_too_large"\}/)
  })

  test('an announced length past the limit is answered before any of it is sent', async () => {
    const socket = await start()
    socket.write(head(signature, 'Content-Length: 5242880'))
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 [\s\S]*\{"error":"body_too_large"\}/)
  })

  test('a body that stops arriving is answered at the deadline, and the connection ends', async () => {
    const socket = await start({ readDeadlineMs: 50 })
    socket.write(head(signature, 'Content-Length: 100'))
    socket.write('{')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 [\s\S]*\{"error":"body_timeout"\}/)
  })

  test('a client that disconnects in the middle is noticed at once', async () => {
    const noticed = deferred<unknown>()
    const socket = await start({ onError: noticed.resolve })
    socket.write(head(signature, 'Content-Length: 100'))
    socket.write('{', () => socket.destroy())
    expect(await noticed.promise).toMatchObject({ code: 'body_aborted' })
  })
})
