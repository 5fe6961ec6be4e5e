import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { BODY, BUILDS, headerOf, NOW, outcomeAsync, SECRET, T } from '../support/webhooks.js'

const header = headerOf(T)
const bytes = new TextEncoder().encode(BODY)
const at = { receivedAt: NOW }
const post = (body: BodyInit) => new Request('https://shop.example/webhooks', { method: 'POST', body })
const inPieces = () => Readable.from([Buffer.from(bytes.subarray(0, 7)), Buffer.from(bytes.subarray(7))])

const UNREAD: [string, () => object][] = [
  ['a Request', () => post(bytes)],
  ['a Response', () => new Response(BODY)],
  ['a Blob', () => new Blob([bytes])],
  ['a ReadableStream', () => post(bytes).body ?? {}],
  ['a ReadableStream in pieces', () => Readable.toWeb(inPieces())],
  ['a Node stream', inPieces],
]

async function readAlready(body: Request): Promise<object> {
  await body.text()
  return body
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, 7)
  throw new Error('the connection broke')
}

describe.each(BUILDS)(
  'a body that is still unread, on the %s build',
  (_, { createVerifier, verifySignatureAsync }) => {
    const verifier = createVerifier({ secrets: SECRET })
    const judge = (body: unknown, headers = header) =>
      outcomeAsync(verifier.verifyAsync(body as Uint8Array, headers, at)) // the tests pass what the types refuse

    test.each(UNREAD)('may be %s', async (_, body) => {
      const verified = await verifier.verifyAsync(body() as Request, header, at) // one of the kinds it takes
      expect(verified).toMatchObject({ rawBody: bytes, event: JSON.parse(BODY) })
      expect(await judge(body(), headerOf(T, `${BODY} `))).toBe('signature_mismatch')
    })

    test('may be empty', async () => {
      const headers = headerOf(T, '')
      const empty = new Request('https://shop.example/webhooks', { method: 'POST' })
      expect(await outcomeAsync(verifySignatureAsync({ body: empty, headers, secrets: SECRET, ...at }))).toBe(
        'ok',
      )
      expect(await judge(empty, headers)).toBe('invalid_payload')
    })

    test('is refused when it was read before or is being read', async () => {
      const stream = new Response(BODY).body
      await stream?.getReader().read()
      const locked = post(BODY)
      locked.body?.getReader()
      const node = inPieces()
      node.read()
      for (const body of [await readAlready(post(BODY)), stream, locked, node])
        expect(await judge(body)).toBe('raw_body_required')
    })

    test('is refused when a stream was read from and let go', async () => {
      const stream = new Response(BODY).body
      const reader = stream?.getReader()
      await reader?.read()
      reader?.releaseLock()
      expect(await judge(stream)).toBe('raw_body_required')
    })

    test('is refused when it yields text or objects, since text was decoded', async () => {
      const decoded = inPieces().setEncoding('utf8')
      for (const body of [decoded, Readable.from([BODY]), Readable.from([{}]), Readable.from([5])])
        expect(await judge(body)).toBe('raw_body_required')
    })

    test('a body that is still unread and throws on access is refused', async () => {
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      const hostile = {
        get getReader(): never {
          throw new Error('a foreign error')
        },
      }
      for (const body of [proxy, hostile, { getReader: 1 }, { arrayBuffer: 1 }, { arrayBuffer: () => 1 }])
        expect(await judge(body)).toBe('raw_body_required')
    })

    test('a body that is still unread and ends in an error is aborted', async () => {
      expect(await judge(Readable.from(failing()))).toBe('body_aborted')
      expect(await judge(Readable.toWeb(Readable.from(failing())))).toBe('body_aborted')
    })

    test('a body that is still unread and ends in an error which throws on access is aborted all the same', async () => {
      const { proxy, revoke } = Proxy.revocable({}, {})
      revoke()
      expect(await judge({ arrayBuffer: () => Promise.reject(proxy) })).toBe('body_aborted')
    })

    test('is not read for a header that is refused', async () => {
      const body = post(BODY)
      expect(await judge(body, `${header},`)).toBe('malformed_header')
      expect(body.bodyUsed).toBe(false)
    })

    test('is that of a request in a Node server, also one that breaks off', async () => {
      const outcomes: string[] = []
      const server = createServer((incoming, response) => {
        const { headers } = incoming
        void outcomeAsync(verifier.verifyAsync(incoming, headers, at)).then((found) => {
          outcomes.push(found)
          server.emit('judged')
          response.end()
        })
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo // a TCP server has one
      const headers = { 'x-merchant-signature': header, 'content-length': bytes.length }
      const options = { port, host: '127.0.0.1', method: 'POST', headers }
      request(options).end(bytes)
      await once(server, 'judged')
      const broken = request(options)
      broken.on('error', () => {})
      broken.write(bytes.subarray(0, 7))
      await once(server, 'request')
      broken.destroy()
      await once(server, 'judged')
      expect(outcomes).toEqual(['ok', 'body_aborted'])
      server.close()
    })

    test.each<[string, () => Uint8Array]>([
      ['memory of the caller', () => bytes.slice()],
      ['a Buffer', () => Buffer.from(bytes)],
      [
        'shared memory',
        () => {
          const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
          shared.set(bytes)
          return shared
        },
      ],
    ])('a body that is still unread in %s is copied before anything is awaited', async (_, make) => {
      const body = make()
      const verifying = verifier.verifyAsync(body, header, at)
      body.fill(0)
      expect((await verifying).rawBody).toEqual(bytes)
    })
  },
)
