import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MerchantPay } from '../../src/client.js'
import { UsageError } from '../../src/errors/base-error.js'
import type { ClientOptions } from '../../src/options.js'
import { KEY_ID, SECRET } from '../support/keys.js'

const ORDER = { amount: '25.00', currency: 'USDT', network: 'TRC20' } as const
const LIVE = { keyId: KEY_ID.replace('test', 'live'), secret: SECRET.replace('test', 'live') }
const circular: Record<string, unknown> = {}
circular.self = circular

type Use = (mp: MerchantPay) => PromiseLike<unknown>

const NONE = null as never
const rowsOf = <Row>(list: AsyncIterable<Row>) => list[Symbol.asyncIterator]()

const NULL_OPTIONS: [name: string, use: Use][] = [
  ['a cancellation', (mp) => mp.withdrawals.cancel('w1', NONE)],
  ['a registration', (mp) => mp.merchants.register({} as never, NONE)],
  ['a list', (mp) => mp.orders.list(NONE)],
  ['an iteration over rows', (mp) => rowsOf(mp.orders.list(NONE)).next()],
  ['an iteration over pages', (mp) => mp.orders.list(NONE).pages().next()],
  ['a wait', (mp) => mp.orders.waitForPaid('o1', NONE)],
  ['a stream', (mp) => mp.orders.stream('o1', NONE).next()],
  ['a stream of deliveries', (mp) => mp.testHelpers.streamDeliveries(NONE).next()],
]

/** Mistakes of callers without types or with wrong settings, each with its error code. */
const USES: [name: string, code: string, use: Use, options?: ClientOptions][] = [
  ['.. as an id', 'invalid_path_parameter', (mp) => mp.orders.get('..')],
  ['no id', 'invalid_path_parameter', (mp) => mp.orders.get(undefined as never)],
  ['.. as an id of a stream', 'invalid_path_parameter', (mp) => mp.orders.stream('..').next()],
  ['.. as an id to wait for', 'invalid_path_parameter', (mp) => mp.orders.waitForPaid('..')],
  [
    '.. as an id of raw',
    'invalid_path_parameter',
    (mp) => mp.raw.GET('/v1/orders/{id}', { params: { path: { id: '..' } } }),
  ],
  [
    'a live key in a test environment',
    'environment_mismatch',
    (mp) => mp.merchants.me(),
    { ...LIVE, environment: 'test' },
  ],
  [
    'a live secret with a test key',
    'environment_mismatch',
    (mp) => mp.merchants.me(),
    { secret: LIVE.secret },
  ],
  ['a missing secret', 'incomplete_key', (mp) => mp.merchants.me(), { secret: undefined }],
  [
    'a live key for a test helper',
    'test_key_required',
    (mp) => mp.testHelpers.simulateOrder('o1', { action: 'pay' }),
    LIVE,
  ],
  ['a number for an amount', 'invalid_amount', (mp) => mp.orders.create({ ...ORDER, amount: 25 as never })],
  [
    'a fraction for an amount',
    'invalid_amount',
    (mp) => mp.orders.create({ ...ORDER, amount: 25.1 as never }),
  ],
  [
    'two different keys',
    'conflicting_options',
    (mp) => mp.orders.create({ ...ORDER, idempotency_key: 'a' }, { idempotencyKey: 'b' }),
  ],
  [
    'a key that no header can carry',
    'invalid_idempotency_key',
    (mp) => mp.orders.create(ORDER, { idempotencyKey: 'ü' }),
  ],
  [
    'a header of the client',
    'reserved_header',
    (mp) => mp.merchants.me({ headers: { Authorization: 'Bearer mine' } }),
  ],
  ['a header in two lines', 'invalid_header', (mp) => mp.merchants.me({ headers: { 'x-a': 'a\r\nx-b: c' } })],
  ['a time of 0', 'invalid_option', (mp) => mp.merchants.me({ timeoutMs: 0 })],
  ['a request id in two lines', 'invalid_option', (mp) => mp.merchants.me({ requestId: 'a\nb' })],
  ...NULL_OPTIONS.map(([name, use]): [string, string, Use] => [
    `null for the options of ${name}`,
    'invalid_option',
    use,
  ]),
  ['null for an order', 'invalid_option', (mp) => mp.orders.create(NONE)],
  ['null for a change', 'invalid_option', (mp) => mp.webhooks.update('w1', NONE)],
  ['null for a quote', 'invalid_option', (mp) => mp.withdrawals.quote(NONE)],
  [
    'a null token',
    'invalid_option',
    (mp) => mp.merchants.register({} as never, { registrationToken: null as never }),
  ],
  [
    'a controller to wait with',
    'invalid_option',
    (mp) => mp.orders.waitForPaid('o1', { signal: new AbortController() as never }),
  ],
  [
    'a controller of a stream',
    'invalid_option',
    (mp) => mp.orders.stream('o1', { signal: new AbortController() as never }).next(),
  ],
  [
    'a controller of raw',
    'invalid_option',
    (mp) => mp.raw.GET('/v1/orders', { signal: new AbortController() as never }),
  ],
  [
    'an event id in two lines',
    'invalid_option',
    (mp) => mp.testHelpers.streamDeliveries({ lastEventId: 'a\nb' }).next(),
  ],
]

/** Counts the connections that anybody makes to it. */
async function listener(): Promise<{ url: string; connections: () => number }> {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // a TCP server has no other kind of address
  return { url: `http://127.0.0.1:${port}`, connections: () => connections }
}

/** Returns the result of using a client, construction included. */
async function failure(use: Use, options: ClientOptions): Promise<unknown> {
  try {
    return await use(new MerchantPay(options))
  } catch (error) {
    return error
  }
}

it.each(NULL_OPTIONS)('null for the options of %s rejects, and throws nothing at once', async (_, use) => {
  const mp = new MerchantPay({ baseUrl: 'https://pay.example', keyId: KEY_ID, secret: SECRET })
  const pending = use(mp)
  await expect(pending).rejects.toBeInstanceOf(UsageError)
})

describe('before a byte leaves', () => {
  it.each(USES)('%s is refused with %s', async (_, code, use, options) => {
    const { url, connections } = await listener()
    const error = await failure(use, { baseUrl: url, keyId: KEY_ID, secret: SECRET, ...options })
    expect(error).toBeInstanceOf(UsageError)
    expect(error).toMatchObject({ code, outcome: 'not_processed', attempts: [] })
    expect(connections()).toBe(0)
  })

  it.each([
    ['a body that is a circle', { ...ORDER, metadata: circular }],
    ['a body with a bigint', { ...ORDER, metadata: { id: 1n } }],
  ])('%s is refused', async (_, body) => {
    const { url, connections } = await listener()
    const error = await failure((mp) => mp.orders.create(body), {
      baseUrl: url,
      keyId: KEY_ID,
      secret: SECRET,
    })
    expect(error).toBeInstanceOf(Error)
    expect(connections()).toBe(0)
  })
})
