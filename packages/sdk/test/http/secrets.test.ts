import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MerchantPay } from '../../src/client.js'
import { OPERATIONS, type OperationId } from '../../src/generated/operations.gen.js'
import type { Operation } from '../../src/http/operation.js'
import type { ClientOptions } from '../../src/options.js'
import { answer, scripted } from '../support/fake.js'
import { KEY_ID, SECRET } from '../support/keys.js'
import { client, loopback } from '../support/loopback.js'
import { CALLS } from '../support/operations.js'
import { type Answer, events, json, reset, stall } from '../support/peer.js'

/** A word in everything that must stay secret: the client's own secret has it too. */
const CANARY = 'canary'
/** Values of answers that give access or allow a payment. */
const ANSWER = {
  id: 'o1',
  key_id: KEY_ID,
  status: 'OPEN',
  secret: `sk_test_${CANARY}`,
  webhook_secret: `whsec_${CANARY}`,
  payment_url: `https://pay.example/pay/${CANARY}`,
  payment_uri: `merchantpay://${CANARY}`,
  api_key: { key_id: KEY_ID, secret: `sk_test_${CANARY}` },
}
/** Some proxies send back parts of a request. */
const QUOTE = `got Bearer ${CANARY} with sk_test_${CANARY} and whsec_${CANARY}`
const QUOTED = { 'x-request-id': QUOTE }
const PAGE = `<html>${CANARY}</html>`
const TEXT = JSON.stringify(ANSWER)

const text =
  (status: number, body: string): Answer =>
  (response) =>
    void response.writeHead(status).end(body)

/** Everything that may go wrong on the way back, always with secrets in what arrives. */
const FAULTS: Record<string, Answer> = {
  'a success': json(200, ANSWER),
  'a refusal that echoes': json(400, { error: 'invalid amount', ...ANSWER }),
  'a refusal that is no message': json(409, { error: ANSWER }),
  'a refusal that is a page': text(404, PAGE),
  'an invalid signature': json(401, { error: 'invalid signature', received: ANSWER }),
  'a rate limit': json(429, { error: 'rate limit exceeded', ...ANSWER }, { 'retry-after': '3600' }),
  'a refusal that quotes the request': json(401, { error: `invalid signature: ${QUOTE}` }, QUOTED),
  'a clock that differs': json(401, { error: 'request timestamp too old' }, { ...QUOTED, date: QUOTE }),
  'a failure': json(500, { error: 'internal server error', ...ANSWER }),
  'a failure that is a page': text(502, PAGE),
  'a redirect': (response) => {
    response.writeHead(307, { location: 'https://pay.example/' }).end(PAGE)
  },
  'a page instead of a success': text(200, PAGE),
  'truncated JSON': text(200, TEXT.slice(0, -2)),
  'a body that breaks off': (response) => {
    response.writeHead(200, { 'content-length': '10000' })
    response.write(TEXT, () => response.socket?.destroy())
  },
  'a body that stalls': stall(200),
  'an endless body': (response) => void response.writeHead(200).end(`"${CANARY.repeat(10_000)}"`),
  'a reset': reset,
  'an event that is no order': events(`data: ${TEXT.slice(0, -2)}\n\n`),
  'an event that is too large': events(`data: ${CANARY.repeat(200_000)}\n\n`),
  'a silent stream': events(`: ${CANARY}\n\n`, true),
}

/** An answer that is no HTTP from some byte on; the parser of the runtime keeps what it could not read. */
const MALFORMED = {
  'a broken chunk': `HTTP/1.1 201 Created\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"id"\r\n${TEXT}`,
  'a broken header': `HTTP/1.1 201 Created\r\nx y${TEXT}\r\n\r\n`,
  'no HTTP': TEXT,
}

const LIMITS = { maxRetries: 0, timeoutMs: 500, deadlineMs: 2_000, maxResponseBytes: 20_000 }
const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
const PERSON = { name: 'A', email: 'a@shop.example', platform_user_id: '1' }

/** Calls of every kind: with secrets in their answer, with a token in their request, streamed and by path. */
const ACTS: ((mp: MerchantPay) => PromiseLike<unknown>)[] = [
  (mp) => mp.orders.get('o1').withResponse(),
  (mp) => mp.orders.create(ORDER),
  (mp) => mp.appOrders.create({ amount_mode: 'CUSTOM', currency: 'USDT' }),
  (mp) => mp.apiKeys.create({ environment: 'test' }),
  (mp) => mp.merchants.rotateWebhookSecret(),
  (mp) => mp.merchants.register(PERSON, { registrationToken: `token-${CANARY}` }),
  (mp) => mp.orders.stream('o1', { maxConsecutiveFailures: 1, idleTimeoutMs: 100 }).next(),
  (mp) => mp.raw.POST('/v1/orders', { body: ORDER }),
]

afterEach(() => void vi.restoreAllMocks())

/** All that a value shows when it is printed, logged or sent on as JSON. */
function show(value: unknown): string {
  const stack = value instanceof Error ? value.stack : ''
  return [inspect(value, { depth: 20, showHidden: true }), JSON.stringify(value), String(value), stack].join(
    '\n',
  )
}

/** Runs every act against a server, and returns all that was said about it anywhere but in its result. */
async function hear(url: string, options: ClientOptions = {}): Promise<string> {
  const said: unknown[] = []
  const keep = (...items: unknown[]) => void said.push(...items)
  const logger = { debug: keep, info: keep, warn: keep, error: keep }
  for (const method of ['debug', 'info', 'log', 'warn', 'error'] as const) {
    vi.spyOn(console, method).mockImplementation(keep)
  }
  const headers = { 'x-internal-token': `header-${CANARY}` }
  const all = { ...LIMITS, logger, logLevel: 'debug', onEvent: keep, headers, ...options } as const
  const mp = client({ url }, all)
  for (const act of ACTS) await Promise.resolve(act(mp)).catch(keep)
  keep(mp)
  return said.map(show).join('\n')
}

describe('a secret is in no log, error or event', () => {
  it.each(Object.entries(FAULTS))('a secret is in no log, error or event after %s', async (_, fault) => {
    const server = await loopback(fault)
    const said = await hear(server.url)
    expect(server.seen.length).toBeGreaterThanOrEqual(ACTS.length)
    expect(said).not.toContain(CANARY)
    for (const { headers } of server.seen) {
      const [, signature] = /:([0-9a-f]{64})$/.exec(headers.authorization ?? '') ?? []
      if (signature) expect(said).not.toContain(signature)
    }
    // The output is long enough to be searched.
    expect(said).toContain('POST /v1/orders')
    expect(said).toContain('[redacted]')
  })

  it.each(Object.entries(MALFORMED))(
    'a secret is in no log, error or event after an answer with %s',
    async (_, bytes) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', () => socket.end(bytes))
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => void server.close())
      const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
      expect(await hear(`http://127.0.0.1:${port}`)).not.toContain(CANARY)
    },
  )

  it('a secret is in no log, error or event when the port is closed, or the host is unknown', async () => {
    expect(await hear('http://127.0.0.1:9')).not.toContain(CANARY)
  })
})

describe('the headers that leave', () => {
  const table: Record<OperationId, Operation> = OPERATIONS
  const operations = Object.keys(CALLS) as (keyof typeof CALLS)[] // its keys are the ids

  it.each(operations)('the headers that leave with %s are these, and no others', async (id) => {
    const { mp, sent } = scripted([answer(200, table[id].array ? [] : { id: 'o1', message: 'ok' })])
    await CALLS[id](mp)
    const { open, key } = table[id]
    const expected = ['accept', 'user-agent', 'x-request-id']
    if (!open) expected.push('authorization')
    if (sent[0]?.body !== undefined) expected.push('content-type')
    if (key?.in === 'header') expected.push('idempotency-key')
    expect(Object.keys(sent[0]?.headers ?? {}).sort()).toEqual(expected.sort())
  })

  it('are those of the stream, the registration and the caller besides', async () => {
    const { mp, sent } = scripted([answer(201, { id: 'm1' })], { headers: { 'X-Shop': '1' } })
    await mp.merchants.register(PERSON, { registrationToken: 't', headers: { 'X-Call': '2' } })
    const server = await loopback(
      events('id: 7\ndata: {"status":"OPEN"}\n\n'),
      events('data: {"status":"PAID"}\n\n'),
    )
    for await (const _ of client(server).orders.stream('o1'));
    const own = [
      'accept',
      'content-type',
      'user-agent',
      'x-call',
      'x-registration-token',
      'x-request-id',
      'x-shop',
    ]
    expect(Object.keys(sent[0]?.headers ?? {}).sort()).toEqual(own)
    expect(server.seen[0]?.headers).not.toHaveProperty('last-event-id')
    expect(server.seen[1]?.headers).toHaveProperty('last-event-id', '7')
  })

  it('may not be named by the caller where the client writes them', () => {
    for (const name of ['Authorization', 'accept', 'Content-Type', 'IDEMPOTENCY-KEY']) {
      const headers = { [name]: SECRET }
      let thrown: unknown
      try {
        new MerchantPay({ baseUrl: 'https://pay.example', keyId: KEY_ID, secret: SECRET, headers })
      } catch (error) {
        thrown = error
      }
      expect(thrown).toMatchObject({ code: 'reserved_header' })
      expect(show(thrown)).not.toContain(CANARY)
    }
  })
})
