import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type Harness, ORDER, sign, useHarness } from '../../support/server/harness.js'
import { callOperator, WITH_OPERATOR } from '../../support/server/operator.js'
import { ENGINES } from '../../support/storage/engines.js'
import { PAYEE, WITHDRAWAL } from '../../support/withdrawals/withdrawals.js'

const now = () => Math.floor(Date.now() / 1_000)

/** Sends raw bytes that an HTTP client would not send. */
function exchange(harness: Harness, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(harness.server.url).port), '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

describe('hostile input', () => {
  const shared = useHarness()

  it.each([
    ['an open brace', '{'],
    ['a trailing comma', '{"amount":"25.00",}'],
    ['two documents', '{}{}'],
    ['two byte order marks', '\ufeff\ufeff{}'],
    ['not a number', '{"amount":NaN}'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['text', 'hello'],
    ['nothing but a space', ' '],
  ])('%s is not JSON', async (_what, bytes) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('POST', '/v1/orders', { keys, bytes })
    expect([answer.status, answer.text]).toEqual([400, '{"error":"invalid json"}'])
  })

  const NO_OBJECTS = ['[]', 'null', '"text"', '7', 'true']

  it.each(NO_OBJECTS)('%s is JSON, but not an order', async (bytes) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('POST', '/v1/orders', { keys, bytes })
    expect([answer.status, answer.errorText]).toEqual([400, '{"error":"invalid parameter: body"}'])
  })

  it.each(NO_OBJECTS)('%s is JSON, but not an app order of either mode', async (bytes) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('POST', '/v1/app/orders', { keys, bytes })
    expect([answer.status, answer.errorText]).toEqual([400, '{"error":"invalid amount mode"}'])
  })

  it.each([
    ['none', { 'content-type': '' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }],
    ['gzip', { 'content-encoding': 'gzip' }],
  ])('a content type of %s is 415', async (_what, headers) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('POST', '/v1/orders', { keys, body: ORDER, headers })
    expect([answer.status, answer.text]).toEqual([415, '{"error":"unsupported media type"}'])
  })

  it('a missing body is 415 without a content type and invalid JSON with one', async () => {
    const { harness } = shared
    const keys = await harness.register()
    expect((await harness.call('POST', '/v1/orders', { keys })).status).toBe(415)
    const headers = { 'content-type': 'application/json' }
    expect((await harness.call('POST', '/v1/orders', { keys, headers })).text).toBe(
      '{"error":"invalid json"}',
    )
  })

  it('a body of 64 KiB is read, one of 65 KiB is not, with and without Content-Length', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const padded = (size: number) => {
      const body = JSON.stringify({ ...ORDER, padding: '' })
      return JSON.stringify({ ...ORDER, padding: 'x'.repeat(size - body.length) })
    }
    expect((await harness.call('POST', '/v1/orders', { keys, bytes: padded(65_536) })).status).toBe(201)
    const announced = await harness.call('POST', '/v1/orders', { keys, bytes: padded(66_560) })
    expect([announced.status, announced.text]).toEqual([413, '{"error":"request body too large"}'])
    const chunk = `10400\r\n${'x'.repeat(66_560)}\r\n0\r\n\r\n`
    const head =
      'POST /v1/orders HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n'
    expect(await exchange(harness, head + chunk)).toMatch(/^HTTP\/1\.1 413 /)
  })

  it('deep nesting is refused without an error', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const deep = `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`
    const bytes = `{"amount":"25.00","currency":"USDT","network":"TRC20","metadata":${deep}}`
    expect((await harness.call('POST', '/v1/orders', { keys, bytes })).errorText).toBe(
      '{"error":"invalid metadata"}',
    )
  })

  it.each([
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'bearer {valid}',
    'Basic {valid}',
    'Bearer  {valid}',
    '{valid}',
    'Bearer {valid} ',
    'Bearer {valid}:x',
    'Bearer {keyId}:{time}',
    'Bearer {keyId}::{signature}',
    'Bearer {keyId}:{time}0:{signature}',
    'Bearer {keyId}:{time}.5:{signature}',
    'Bearer {keyId}:-{time}:{signature}',
    'Bearer {keyId}:{time}:{SIGNATURE}',
    'Bearer {keyId}:{time}:{signature}00',
    'Bearer mk_prod_{id}:{time}:{signature}',
    'Bearer mk_test_{id}x:{time}:{signature}',
    "Bearer mk_test_' OR 1=1 --:{time}:{signature}",
  ])('the header "%s" is malformed', async (template) => {
    const { harness } = shared
    const keys = await harness.register()
    const valid = sign({ ...keys, method: 'GET', target: '/v1/orders', bytes: Buffer.alloc(0) }).slice(
      'Bearer '.length,
    )
    const [keyId = '', time = '', signature = ''] = valid.split(':')
    const authorization = template
      .replace('{valid}', valid)
      .replace('{keyId}', keyId)
      .replace('{id}', keyId.slice('mk_test_'.length))
      .replace('{time}', time)
      .replace('{signature}', signature)
      .replace('{SIGNATURE}', signature.toUpperCase())
    // HTTP trims white space at the ends of a field.
    const isTrimmed = template === 'Bearer {valid} '
    const answer = await harness.call('GET', '/v1/orders', { headers: { authorization } })
    if (isTrimmed) expect(answer.status).toBe(200)
    else expect([answer.status, answer.text]).toEqual([401, '{"error":"invalid authorization format"}'])
  })

  it('two Authorization headers are malformed, equal or not', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const authorization = sign({ ...keys, method: 'GET', target: '/v1/orders', bytes: Buffer.alloc(0) })
    const request = ['GET /v1/orders HTTP/1.1', 'Host: x', `Authorization: ${authorization}`]
    const twice = [...request, `authorization: ${authorization}`, 'Connection: close', '', ''].join('\r\n')
    const answer = await exchange(harness, twice)
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer).toContain('{"error":"invalid authorization format"}')
  })

  it.each([
    [-301, 401, 'request timestamp too old'],
    [-299, 200, undefined],
    [299, 200, undefined],
    [302, 401, 'request timestamp in the future'],
  ])('a timestamp %i s from now answers %i', async (offset, status, message) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('GET', '/v1/orders', { keys, timestamp: now() + offset })
    expect([answer.status, answer.json.error]).toEqual([status, message])
  })

  it('a signature covers method, target and body', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const bytes = Buffer.from(JSON.stringify(ORDER))
    const signed = { ...keys, method: 'POST', target: '/v1/orders', bytes }
    const forged = [
      sign({ ...signed, method: 'GET' }),
      sign({ ...signed, target: '/v1/orders?' }),
      sign({ ...signed, target: '/v1/app/orders' }),
      sign({ ...signed, bytes: Buffer.from(JSON.stringify({ ...ORDER, amount: '26.00' })) }),
    ]
    for (const authorization of forged) {
      const headers = { authorization, 'content-type': 'application/json' }
      const { text } = await harness.call('POST', '/v1/orders', { bytes, headers })
      expect(text).toBe('{"error":"invalid signature"}')
    }
    expect((await harness.call('GET', '/v1/orders', { keys })).json.total).toBe(0)
  })

  it('the target is signed exactly as sent, including percent signs', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (const query of ['limit=%31', 'limit=1&offset=0', 'offset=%30&limit=%32']) {
      expect((await harness.call('GET', `/v1/orders?${query}`, { keys })).status).toBe(200)
    }
  })

  it.each([
    '/v1/orders/',
    '/V1/orders',
    '/v1//orders',
    '/v1/orders/x/y',
    '/v1/../v1/orders',
    '/v1/orders;x',
    '/v2/orders',
    '/v1/balance/%2e%2e',
    '/pay/a/b',
  ])('%s is not a path', async (target) => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('GET', target, { keys })
    expect([answer.status, answer.text]).toEqual([404, '{"error":"not found"}'])
  })

  it('an encoded .. is an unknown id and not a parent path', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const answer = await harness.call('DELETE', '/v1/webhooks/%2e%2e', { keys })
    expect([answer.status, answer.text]).toEqual([404, '{"error":"webhook not found"}'])
    expect((await harness.call('GET', '/v1/webhooks/%2e%2e', { keys })).status).toBe(405)
  })

  it.each(['OPTIONS', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE'])(
    '%s on a known path is 405',
    async (method) => {
      const answer = await shared.harness.call(method, '/v1/orders')
      expect([answer.status, answer.headers.allow]).toEqual([405, 'POST, GET'])
    },
  )

  it('a safe request id is kept, any other is replaced', async () => {
    const { harness } = shared
    const keep = await harness.call('GET', '/healthz', { headers: { 'x-request-id': 'cart-1.a' } })
    expect(keep.headers['x-request-id']).toBe('cart-1.a')
    const replaced = await harness.call('GET', '/healthz', { headers: { 'x-request-id': '<script>' } })
    expect(replaced.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('an invalid percent escape answers 404', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const rows = [
      ['GET', '/v1/orders/%zz', 'order not found'],
      ['GET', '/v1/orders/%zz/events', 'order not found'],
      ['DELETE', '/v1/merchants/api-keys/%zz', 'api key not found'],
    ] as const
    for (const [method, target, message] of rows) {
      const answer = await harness.call(method, target, { keys })
      expect([answer.status, answer.json.error]).toEqual([404, message])
    }
    const page = await harness.call('GET', '/pay/%zz')
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
  })

  it('an array of thousands is refused by its length, before its items are checked', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const events = Array.from({ length: 12_000 }, (_, item) => item)
    const { errorText: text } = await harness.call('POST', '/v1/webhooks', {
      keys,
      body: { url: 'https://a.example', events },
    })
    expect(text).toBe('{"error":"invalid event type"}')
  })

  it('a number in metadata that would lose precision is refused', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (const number of ['9007199254740993', '-9007199254740993', '1e400']) {
      const bytes = `{"amount":"25.00","currency":"USDT","network":"TRC20","metadata":{"id":${number}}}`
      expect((await harness.call('POST', '/v1/orders', { keys, bytes })).errorText).toBe(
        '{"error":"invalid metadata"}',
      )
    }
  })
})

describe.each(ENGINES)('text that not every database can store, on %s', (engine) => {
  const shared = useHarness(WITH_OPERATOR, engine)
  const REGISTRATION = { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' }
  const WEBHOOK = { url: 'https://hooks.example', events: ['payment.confirmed'] }
  const APP_ORDER = { amount_mode: 'CUSTOM', currency: 'USDT' }
  const PAYMENT = { order_number: 'ord_000000000000', payer_reference: 'ada' }

  it.each([
    ['/v1/orders', { ...ORDER, amount: '{bad}' }, 'invalid amount'],
    ['/v1/orders', { ...ORDER, currency: '{bad}' }, 'unsupported currency'],
    ['/v1/orders', { ...ORDER, description: 'a{bad}b' }, 'invalid parameter: description'],
    ['/v1/orders', { ...ORDER, idempotency_key: '{bad}' }, 'invalid idempotency key'],
    ['/v1/orders', { ...ORDER, return_url: 'https://a.example/{bad}' }, 'invalid return url'],
    ['/v1/orders', { ...ORDER, webhook_url: 'https://a.example/{bad}' }, 'invalid webhook url'],
    ['/v1/orders', { ...ORDER, metadata: { a: ['{bad}'] } }, 'invalid metadata'],
    ['/v1/orders', { ...ORDER, metadata: { 'a{bad}': 1 } }, 'invalid metadata'],
    ['/v1/orders', { ...ORDER, metadata: { a: { '/b': { '{bad}': 1 } } } }, 'invalid metadata'],
    ['/v1/orders', { ...ORDER, more: { text: '{bad}' } }, 'invalid parameter: more.text'],
    ['/v1/orders', { ...ORDER, 'more{bad}': 1 }, 'invalid parameter: body'],
    ['/v1/orders', '{bad}', 'invalid parameter: body'],
    ['/v1/app/orders', { ...APP_ORDER, description: '{bad}' }, 'invalid parameter: description'],
    ['/v1/app/orders', { ...APP_ORDER, metadata: { a: '{bad}' } }, 'invalid metadata'],
    ['/v1/withdrawals', { ...WITHDRAWAL, destination_address: '{bad}' }, 'invalid destination address'],
    ['/v1/withdrawals', { ...WITHDRAWAL, metadata: { a: '{bad}' } }, 'invalid metadata'],
    [
      '/v1/withdrawals/destinations',
      { label: '{bad}', network: 'TRC20', address: PAYEE.TRC20 },
      'invalid parameter: label',
    ],
    ['/v1/merchants', { ...REGISTRATION, name: 'a{bad}' }, 'invalid name'],
    ['/v1/merchants', { ...REGISTRATION, email: 'a{bad}@a.example' }, 'invalid email'],
    ['/v1/merchants', { ...REGISTRATION, platform_user_id: '{bad}' }, 'invalid platform user id'],
    ['/v1/merchants/api-keys', { name: '{bad}', environment: 'test' }, 'invalid name'],
    ['/v1/webhooks', { ...WEBHOOK, url: 'https://a.example/{bad}' }, 'invalid webhook url'],
    ['/v1/webhooks', { ...WEBHOOK, events: ['{bad}'] }, 'invalid event type'],
  ])('is refused in a body of %s: %j', async (target, body, message) => {
    const { harness } = shared
    const keys = await harness.register()
    for (const bad of ['\\u0000', '\\ud800', '\\uDFFF', '\\udc00\\ud800']) {
      const bytes = JSON.stringify(body).replaceAll('{bad}', bad)
      const answer = await harness.call('POST', target, { keys, bytes })
      expect([answer.status, answer.errorText], bytes).toEqual([400, JSON.stringify({ error: message })])
    }
  })

  it('is refused from the client app as well', async () => {
    const bytes = JSON.stringify({ ...PAYMENT, payer_reference: '{bad}' }).replace('{bad}', '\\u0000')
    const answer = await callOperator(shared.harness, '/operator/v1/app-payments', { bytes })
    expect([answer.status, answer.errorText]).toEqual([400, '{"error":"invalid parameter: payer_reference"}'])
  })

  it('is reported after a fault that comes first in the contract', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const bytes = JSON.stringify({ ...ORDER, amount: 25, description: '{bad}' }).replace('{bad}', '\\u0000')
    expect((await harness.call('POST', '/v1/orders', { keys, bytes })).errorText).toBe(
      '{"error":"invalid amount"}',
    )
  })

  it('does not include a pair of escapes, an escaped backslash or another control character', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const text = '😀\\u0000\\ud800\u0001\u007f\ufffd\u{10ffff}'
    const body = { ...ORDER, description: text, metadata: { [text]: [text] } }
    const bytes = JSON.stringify(body).replaceAll('😀', '\\ud83d\\uDE00')
    const made = await harness.call('POST', '/v1/orders', { keys, bytes })
    expect(made.status).toBe(201)
    const kept = await harness.call('GET', `/v1/orders/${made.json.id}`, { keys })
    expect(kept.json).toMatchObject({ description: text, metadata: { [text]: [text] } })
  })

  it('is not found in a path', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (const bad of ['%00', 'a%00', '%ED%A0%80']) {
      const rows = [
        ['GET', `/v1/orders/${bad}`, 'order not found'],
        ['GET', `/v1/orders/${bad}/events`, 'order not found'],
        ['GET', `/v1/orders/${bad}/deliveries`, 'order not found'],
        ['GET', `/v1/withdrawals/${bad}`, 'withdrawal not found'],
        ['POST', `/v1/withdrawals/${bad}/cancel`, 'withdrawal not found'],
        ['DELETE', `/v1/withdrawals/destinations/${bad}`, 'destination not found'],
        ['DELETE', `/v1/merchants/api-keys/${bad}`, 'api key not found'],
        ['GET', `/v1/webhooks/${bad}/deliveries`, 'webhook not found'],
      ] as const
      for (const [method, target, message] of rows) {
        const answer = await harness.call(method, target, { keys })
        expect([answer.status, answer.json.error], target).toEqual([404, message])
      }
      const settle = await callOperator(harness, `/operator/v1/app-payments/${bad}/settle`)
      expect([settle.status, settle.json.error]).toEqual([404, 'payment not found'])
      const page = await harness.call('GET', `/pay/${bad}`)
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    }
  })

  it('is refused in a query and in a header', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (const bad of ['%00', '%ED%A0%80']) {
      const listed = await harness.call('GET', `/v1/orders?limit=${bad}`, { keys })
      expect([listed.status, listed.json.error]).toEqual([400, 'invalid limit'])
    }
    const head =
      'POST /v1/app/orders HTTP/1.1\r\nHost: x\r\nConnection: close\r\nIdempotency-Key: a\0b\r\n\r\n'
    expect(await exchange(harness, head)).toMatch(/^HTTP\/1\.1 400 /)
  })
})
