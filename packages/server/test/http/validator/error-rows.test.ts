import { describe, expect, it } from 'vitest'
import {
  type CallOptions,
  Harness,
  ORDER,
  type Registered,
  useHarness,
} from '../../support/server/harness.js'
import { WITHDRAWAL } from '../../support/withdrawals/withdrawals.js'

const UNKNOWN_ORDER = '019b0e5c-7e5a-7c3e-9f5a-0d6a1f1c2b3d'
const UNKNOWN_WEBHOOK = `wh_${'0'.repeat(32)}`
const now = () => Math.floor(Date.now() / 1_000)

interface Row {
  readonly status: number
  readonly message: string
  readonly condition: string
  readonly call: (
    harness: Harness,
    merchant: Registered,
  ) => Promise<[method: string, target: string, options: CallOptions]>
}

/** The rows of the interface's error table. */
const ROWS: readonly Row[] = [
  {
    status: 401,
    message: 'missing authorization header',
    condition: 'no Authorization header',
    call: async () => ['GET', '/v1/orders', {}],
  },
  {
    status: 401,
    message: 'invalid authorization format',
    condition: 'malformed header',
    call: async () => ['GET', '/v1/orders', { headers: { authorization: 'Bearer nonsense' } }],
  },
  {
    status: 401,
    message: 'api key not found',
    condition: 'the key id matches no key',
    call: async (_harness, { secret }) => [
      'GET',
      '/v1/orders',
      { keys: { keyId: `mk_test_${'0'.repeat(24)}`, secret } },
    ],
  },
  {
    status: 401,
    message: 'api key is inactive',
    condition: 'the key is revoked',
    call: async (harness, keys) => {
      await harness.call('DELETE', `/v1/merchants/api-keys/${keys.keyId}`, { keys })
      return ['GET', '/v1/orders', { keys }]
    },
  },
  {
    status: 401,
    message: 'invalid signature',
    condition: 'the signature does not match',
    call: async (_harness, { keyId }) => [
      'GET',
      '/v1/orders',
      { keys: { keyId, secret: `sk_test_${'x'.repeat(43)}` } },
    ],
  },
  {
    status: 401,
    message: 'request timestamp too old',
    condition: 'more than 5 minutes old',
    call: async (_harness, keys) => ['GET', '/v1/orders', { keys, timestamp: now() - 302 }],
  },
  {
    status: 400,
    message: 'invalid amount',
    condition: 'not a valid positive decimal',
    call: async (_harness, keys) => ['POST', '/v1/orders', { keys, body: { ...ORDER, amount: '-25' } }],
  },
  {
    status: 400,
    message: 'unsupported currency',
    condition: 'not USDT',
    call: async (_harness, keys) => ['POST', '/v1/orders', { keys, body: { ...ORDER, currency: 'USDC' } }],
  },
  {
    status: 400,
    message: 'unsupported network',
    condition: 'not TRC20 or ERC20',
    call: async (_harness, keys) => ['POST', '/v1/orders', { keys, body: { ...ORDER, network: 'BEP20' } }],
  },
  {
    status: 400,
    message: 'no available address',
    condition: 'no address can be assigned',
    call: async (harness, keys) => {
      await harness.call('POST', '/v1/orders', { keys, body: ORDER })
      return ['POST', '/v1/orders', { keys, body: ORDER }]
    },
  },
  {
    status: 409,
    message: 'duplicate idempotency key',
    condition: 'an order with this key has other parameters',
    call: async (harness, keys) => {
      await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, idempotency_key: 'cart-1' } })
      return ['POST', '/v1/orders', { keys, body: { ...ORDER, amount: '26.00', idempotency_key: 'cart-1' } }]
    },
  },
  {
    status: 404,
    message: 'order not found',
    condition: 'the order is absent',
    call: async (_harness, keys) => ['GET', `/v1/orders/${UNKNOWN_ORDER}`, { keys }],
  },
  {
    status: 404,
    message: 'order not found',
    condition: 'the order belongs to another merchant',
    call: async (harness, keys) => {
      const { json } = await harness.call('POST', '/v1/orders', {
        keys: await harness.register(),
        body: ORDER,
      })
      return ['GET', `/v1/orders/${json.id}`, { keys }]
    },
  },
  {
    status: 403,
    message: 'forbidden',
    condition: 'the order belongs to another merchant account',
    call: async (harness, keys) => {
      const { json } = await harness.call('POST', '/v1/orders', {
        keys: await harness.register(),
        body: ORDER,
      })
      return ['GET', `/v1/orders/${json.id}/events`, { keys }]
    },
  },
  {
    status: 400,
    message: 'insufficient balance',
    condition: 'the available balance is below amount and fee',
    call: async (_harness, keys) => ['POST', '/v1/withdrawals', { keys, body: WITHDRAWAL }],
  },
  {
    status: 400,
    message: 'invalid destination address',
    condition: 'not a valid USDT address for the network',
    call: async (_harness, keys) => [
      'POST',
      '/v1/withdrawals',
      { keys, body: { ...WITHDRAWAL, network: 'ERC20' } },
    ],
  },
  {
    status: 400,
    message: 'amount below minimum',
    condition: 'below the minimum',
    call: async (_harness, keys) => [
      'POST',
      '/v1/withdrawals',
      { keys, body: { ...WITHDRAWAL, amount: '9.999999' } },
    ],
  },
  {
    status: 400,
    message: 'invalid webhook url',
    condition: 'the URL is not HTTPS',
    call: async (_harness, keys) => [
      'POST',
      '/v1/webhooks',
      { keys, body: { url: 'http://shop.example/hooks', events: ['payment.confirmed'] } },
    ],
  },
  {
    status: 400,
    message: 'invalid event type',
    condition: 'an entry of events is unknown',
    call: async (_harness, keys) => [
      'POST',
      '/v1/webhooks',
      { keys, body: { url: 'https://shop.example/hooks', events: ['payment.maybe'] } },
    ],
  },
  {
    status: 404,
    message: 'webhook not found',
    condition: 'the webhook id is unknown',
    call: async (_harness, keys) => ['GET', `/v1/webhooks/${UNKNOWN_WEBHOOK}/deliveries`, { keys }],
  },
  {
    status: 429,
    message: 'rate limit exceeded',
    condition: 'more than 60 requests per minute per key',
    call: async (harness, keys) => {
      for (let sent = 0; sent < 60; sent += 1) await harness.call('GET', '/v1/merchants/me', { keys })
      return ['GET', '/v1/merchants/me', { keys }]
    },
  },
]

/** The settings that a row needs besides the defaults. */
const ENV: Readonly<Record<string, Record<string, string>>> = {
  'no available address': { MERCHANTPAY_ADDRESS_LIMIT: '1' },
  'rate limit exceeded': { MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '60' },
}

describe('the error table of the interface', () => {
  const shared = useHarness()

  it.each(ROWS)('answers $status "$message": $condition', async ({ status, message, call }) => {
    const env = ENV[message]
    const harness = env ? await Harness.start(env) : shared.harness
    const merchant = await harness.register()
    const answer = await harness.call(...(await call(harness, merchant)))
    expect(answer.errorText).toBe(JSON.stringify({ error: message }))
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    if (status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  })
})
