import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SigningProxy, startSigningProxy } from '../src/proxy/signing-proxy.js'

const KEY = { keyId: `mk_test_${'a'.repeat(24)}`, secret: `sk_test_${'b'.repeat(43)}` }
const OTHER = { keyId: `mk_test_${'c'.repeat(24)}`, secret: `sk_test_${'d'.repeat(43)}` }

interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
interface Call {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** Requests that came through. */
const received: Received[] = []
/** Answers with an event stream that stays open for `/pay/events`, and else with JSON. */
const service = createServer(async (incoming, response) => {
  const { method, url, headers } = incoming
  received.push({ method, url, headers, body: await textOf(incoming) })
  response.setHeader('content-type', url?.endsWith('/events') ? 'text/event-stream' : 'application/json')
  if (url?.endsWith('/events')) response.write('data: first\n\n')
  else response.writeHead(201, { 'x-request-id': 'r-1' }).end('{"id":"1"}')
})
let proxy: SigningProxy
let unkeyed: SigningProxy

beforeAll(async () => {
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/pay/`
  proxy = await startSigningProxy({ baseUrl, key: KEY })
  unkeyed = await startSigningProxy({ baseUrl })
})
afterAll(async () => {
  await Promise.all([proxy.close(), unkeyed.close()])
  service.close()
  service.closeAllConnections()
})

/** Calls with headers that `fetch` would not send. */
async function open(url: string, path: string, { method = 'GET', headers = {}, body = '' }: Call = {}) {
  const { hostname, port } = new URL(url)
  const sent = request({ hostname, port, path, method, headers, agent: false })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}
async function call(path: string, options: Call = {}, { url }: SigningProxy = proxy) {
  const answer = await open(url, path, options)
  return { status: answer.statusCode, headers: answer.headers, text: await textOf(answer) }
}
async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of message) text += chunk
  return text
}

/** The header that the service expects, computed without the code of the proxy. */
function signed({ keyId, secret }: typeof KEY, { method, url, body, headers }: Received): string {
  const [, timestamp = ''] = headers.authorization?.split(':') ?? []
  const hash = createHash('sha256').update(body).digest('hex')
  const text = ['v1', timestamp, method, url, hash].join('\n')
  return `Bearer ${keyId}:${timestamp}:${createHmac('sha256', secret).update(text).digest('hex')}`
}
const last = (): Received => received.at(-1) ?? expect.fail('nothing came through')

describe('the signing proxy', () => {
  it('signs method, target and body as it sends them', async () => {
    const body = '{"amount": "25.00"}'
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'cart-1' }
    const answer = await call('/v1/orders?a=%20b', { method: 'POST', headers, body })
    expect(last()).toMatchObject({ method: 'POST', url: '/pay/v1/orders?a=%20b', body, headers })
    expect(last().headers.authorization).toBe(signed(KEY, last()))
    expect(answer).toMatchObject({ status: 201, text: '{"id":"1"}', headers: { 'x-request-id': 'r-1' } })
  })

  it('signs with the key and the secret that a request carries', async () => {
    const headers = { authorization: `Bearer ${OTHER.keyId}:${OTHER.secret}` }
    await call('/v1/balance', { headers })
    expect(last().headers.authorization).toBe(signed(OTHER, last()))
    await call('/v1/balance', { headers }, unkeyed)
    expect(last().headers.authorization).toBe(signed(OTHER, last()))
  })

  it('passes what it cannot sign as it is', async () => {
    await call('/v1/merchants', { method: 'POST', body: '{}' }, unkeyed)
    expect(last().headers.authorization).toBeUndefined()
    await call('/v1/balance', { headers: { authorization: 'Bearer anything' } })
    expect(last().headers.authorization).toBe('Bearer anything')
  })

  it('passes a stream on as it comes', async () => {
    const answer = await open(proxy.url, '/v1/events')
    const [chunk] = await once(answer, 'data')
    expect(`${chunk}`).toBe('data: first\n\n')
    answer.destroy()
  })

  it.each<[what: string, headers: Record<string, string>]>([
    ['a name that points to this machine', { host: 'shop.example' }],
    ['another port', { host: '127.0.0.1:1' }],
    ['the origin of a page', { origin: 'https://shop.example' }],
    ['the origin of a file', { origin: 'null' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['a link from a page', { referer: 'https://shop.example/' }],
  ])('refuses %s', async (_, headers) => {
    const before = received.length
    const { status, headers: answered } = await call('/v1/balance', { headers })
    expect([status, received.length]).toEqual([403, before])
    expect(answered['access-control-allow-origin']).toBeUndefined()
  })

  it('takes a page of its own and the name localhost', async () => {
    const host = proxy.url.replace('http://127.0.0.1', 'localhost')
    const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
    expect((await call('/v1/balance', { headers })).status).toBe(201)
  })

  it('listens on 127.0.0.1 alone', async () => {
    const addresses = Object.values(networkInterfaces()).flatMap((all = []) =>
      all.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
    )
    for (const address of ['127.0.0.2', ...addresses])
      await expect(open(proxy.url.replace('127.0.0.1', address), '/v1/balance')).rejects.toThrow(
        'ECONNREFUSED',
      )
  })

  it('refuses a target that is no path, a large body, and says when the service is away', async () => {
    expect((await call('http://shop.example/v1/balance')).status).toBe(400)
    expect((await call('/v1/orders', { method: 'POST', body: 'a'.repeat(65_537) })).status).toBe(413)
    const away = await startSigningProxy({ baseUrl: 'http://127.0.0.1:1' })
    expect((await call('/v1/balance', {}, away)).status).toBe(502)
    await away.close()
  })
})
