import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createReceiver, type ReceiverOptions, type WebhookVerificationError } from '../../src/index.node.js'
import { bodyOf, builds, RECEIVED, receiving } from '../support/receiving.js'
import { BODY, headerOf, NOW, OTHER_SECRET, outcome, SECRET, T } from '../support/webhooks.js'

const base: ReceiverOptions = { secrets: SECRET, clock: () => NOW, on: {}, dedupe: false }
const fn = async () => undefined
const SIGNED = { 'x-merchant-signature': headerOf(T) }

/** Header values that plain JavaScript can pass, some of which throw when they are converted. */
const NO_TEXT: [string, unknown][] = [
  ['a symbol', Symbol('identity')],
  ['an object without a prototype', Object.create(null)],
  ['an object that throws', { toString: () => JSON.parse('') }],
  ['a list of symbols', [Symbol('identity'), Symbol('identity')]],
]

/** A stream that must not be read. */
function unread() {
  let isRead = false
  const pull = () => {
    isRead = true
  }
  const stream = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
  return { stream, isRead: () => isRead }
}

describe.each(builds)('a receiver in the $build build', ({ createReceiver: create }) => {
  test('hands an event to its handler and acknowledges it', async () => {
    const seen: unknown[] = []
    const on = { 'payment.confirmed': (event: unknown, delivery: unknown) => void seen.push(event, delivery) }
    const { handle } = receiving(create, { on })
    const headers = { ...SIGNED, 'X-Webhook-Id': 'wd_1', 'X-Webhook-Attempt': '2' }
    expect(await handle(BODY, headers)).toEqual({
      status: 200,
      body: '{"received":true}',
      headers: { 'content-type': 'application/json' },
    })
    const event = JSON.parse(BODY)
    const delivery = {
      event,
      known: true,
      signedAt: NOW,
      secretId: 'secret-1',
      deliveryId: 'wd_1',
      attempt: 2,
    }
    expect(seen).toMatchObject([event, { ...delivery, rawBody: new TextEncoder().encode(BODY) }])
  })

  test('waits for its handler', async () => {
    let isDone = false
    const on = {
      async 'payment.confirmed'() {
        await new Promise(setImmediate)
        isDone = true
      },
    }
    const { send } = receiving(create, { on })
    expect([await send(), isDone]).toEqual([RECEIVED, true])
  })

  test('hands an event it does not know to onUnknown alone', async () => {
    const seen: string[] = []
    const { send, handled } = receiving(create, { onUnknown: ({ event }) => void seen.push(event) })
    for (const event of ['order.archived', 'constructor', '__proto__'])
      expect(await send(bodyOf(event))).toBe(RECEIVED)
    expect([seen, handled]).toEqual([['order.archived', 'constructor', '__proto__'], []])
  })

  test('answers a refusal with its status and code, and reports all of it to onError', async () => {
    const onError = vi.fn()
    const { handle } = createReceiver({ ...base, onError })
    const headers = headerOf(T, BODY, OTHER_SECRET)
    expect(await handle(BODY, headers)).toEqual({
      status: 401,
      body: '{"error":"signature_mismatch"}',
      headers: { 'content-type': 'application/json' },
    })
    const rawBody = new TextEncoder().encode(BODY)
    expect(onError.mock.calls).toEqual([
      [expect.objectContaining({ code: 'signature_mismatch' }), { method: 'POST', headers, rawBody }],
    ])
  })

  test('takes POST alone', async () => {
    const { stream, isRead } = unread()
    const { handle, errors } = receiving(create)
    for (const method of ['GET', 'HEAD', 'PUT', 'post', ''])
      expect(await handle(stream, SIGNED, { method })).toMatchObject({
        status: 405,
        body: '{"error":"method_not_allowed"}',
        headers: { allow: 'POST' },
      })
    expect([errors, isRead()]).toEqual([[], false])
  })

  test.each([
    ['missing_header', {}],
    ['malformed_header', { 'x-merchant-signature': 't=1,v1=beef' }],
    ['duplicate_header', { 'x-merchant-signature': [headerOf(T), headerOf(T)] }],
    ['unsupported_encoding', { ...SIGNED, 'content-encoding': 'gzip' }],
    ['unsupported_encoding', { ...SIGNED, 'Content-Encoding': ['identity', 'br'] }],
    ['body_too_large', { ...SIGNED, 'content-length': '1048577' }],
  ])('refuses as %s without reading, and ends the connection', async (code, headers) => {
    const { stream, isRead } = unread()
    const answer = await receiving(create).handle(stream, headers)
    expect(answer.body).toBe(`{"error":"${code.replace(/^\d+ /, '')}"}`)
    expect([answer.headers.connection, isRead(), stream.locked]).toEqual(['close', false, false])
  })

  test.each(NO_TEXT)('takes %s for an encoding it does not know', async (_, value) => {
    const { handle, errors } = receiving(create)
    const answer = await handle(BODY, { ...SIGNED, 'content-encoding': value as string })
    expect([answer.status, answer.body]).toEqual([415, '{"error":"unsupported_encoding"}'])
    expect(errors).toMatchObject([{ code: 'unsupported_encoding' }])
  })

  test.each(NO_TEXT)('takes %s for no announcement of a length', async (_, value) => {
    const headers = { ...SIGNED, 'content-length': value as string }
    for (const body of [BODY, new Response(BODY).body])
      expect((await receiving(create).handle(body, headers)).status).toBe(200)
  })

  test('answers 500 for a failure of the runtime, and reports it to onError', async () => {
    const fault = new Error('no digest here')
    const digest = vi.spyOn(crypto.subtle, 'digest').mockRejectedValue(fault)
    onTestFinished(() => digest.mockRestore())
    const { send, errors } = receiving(create, { onRepeat: fn })
    expect(await send()).toBe('500 {"error":"internal_error"}')
    expect(errors).toEqual([fault])
  })

  test.each(['', 'identity', ' Identity'])('takes a body whose encoding is %j', async (encoding) => {
    const { handle } = receiving(create)
    expect((await handle(BODY, { ...SIGNED, 'content-encoding': encoding })).status).toBe(200)
  })

  test('takes no longer for an encoding of nothing but space', async () => {
    const { handle } = receiving(create)
    // A regular expression that backtracks would outlast the test.
    const encoding = `${'\u00a0'.repeat(400_000)}x`
    const answer = await handle(BODY, { ...SIGNED, 'content-encoding': encoding })
    expect(answer.body).toBe('{"error":"unsupported_encoding"}')
  })

  test.each([{ event: 'payment.confirmed' }, null, undefined, 7, [1]])(
    'reports a body that was parsed: %j',
    async (body) => {
      const { handle, errors } = receiving(create)
      const answer = await handle(body as unknown as string, SIGNED) // what the types refuse, a framework may pass
      expect([answer.status, answer.body]).toEqual([500, '{"error":"raw_body_required"}'])
      expect((errors[0] as WebhookVerificationError).hint).toMatch(/express\.raw/)
    },
  )

  test('answers with the code of a resolver that fails, and of a payload that is none', async () => {
    const { send } = receiving(create, { secrets: () => Promise.reject(new Error('no vault')) })
    expect(await send()).toBe('503 {"error":"secret_unavailable"}')
    expect(await receiving(create).send('[]')).toBe('400 {"error":"invalid_payload"}')
  })

  test('never rejects, not even when onError does', async () => {
    const onError = () => {
      throw new Error('the log is full')
    }
    const hostile = new Proxy({}, { ownKeys: () => onError() })
    const { handle } = receiving(create, { onError })
    expect((await handle(BODY, hostile)).body).toBe('{"error":"malformed_header"}')
    expect((await handle(BODY, undefined)).body).toBe('{"error":"missing_header"}')
    // Callers without types may pass null for options.
    expect((await handle(BODY, SIGNED, null as unknown as undefined)).status).toBe(200)
    const { proxy, revoke } = Proxy.revocable(new Uint8Array(), {})
    revoke()
    expect((await handle(proxy, SIGNED)).body).toBe('{"error":"raw_body_required"}')
  })
})

describe('without onError, a receiver', () => {
  test('prints faults of the receiver, and not those of senders', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const broken = new Error('the shop is closed')
    const on = {
      'payment.confirmed'() {
        throw broken
      },
    }
    const { handle } = createReceiver({ ...base, on })
    await handle(BODY, {})
    await handle(BODY, headerOf(T, BODY, OTHER_SECRET))
    expect(print.mock.calls).toEqual([])
    await handle(null, SIGNED)
    await handle(BODY, SIGNED)
    expect(print.mock.calls).toEqual([[expect.objectContaining({ code: 'raw_body_required' })], [broken]])
    print.mockRestore()
  })
})

describe('the options of a receiver', () => {
  const make = (options: object) => outcome(() => createReceiver({ ...base, ...options }))

  test('refuse to forget handled events within the time of their attempts', () => {
    expect(make({ doneTtlMs: 3_600_000 })).toBe('invalid_option')
    expect(make({ doneTtlMs: 27 * 3_600_000 - 1 })).toBe('invalid_option')
    expect(make({ doneTtlMs: 27 * 3_600_000 })).toBe('ok')
  })

  test.each([
    { on: undefined },
    { on: null },
    { on: fn },
    { on: [] },
    { on: new Map([['payment.confirmed', fn]]) },
    { on: 'payment.confirmed' },
    { on: { 'payment.paid': () => undefined } },
    { on: { 'payment.confirmed': 'fulfil' } },
    { onUnknown: 'log' },
    { onRepeat: {} },
    { onError: null },
    { dedupe: undefined },
    { dedupe: true },
    { dedupe: { claim: async () => 'claimed' } },
    { replay: {} },
    { replay: true },
    { onStoreError: 'ignore' },
    { doneTtlMs: Number.NaN },
    { doneTtlMs: Infinity },
    { doneTtlMs: 1e21 },
    { maxBodyBytes: 0 },
    { maxBodyBytes: 1.5 },
    { maxBodyBytes: '1048576' },
    { readDeadlineMs: 0 },
    { readDeadlineMs: Infinity },
    { readDeadlineMs: 2 ** 31 },
    { toleranceSeconds: -1 },
    { timers: null },
    { timers: { setTimeout: fn } },
  ])('refuse %o', (options) => {
    expect(make(options)).toBe('invalid_option')
  })

  test('take no replay store together with signatures that never end', () => {
    const replay = { claim: fn, renew: fn, done: fn, release: fn }
    expect(make({ replay, toleranceSeconds: Infinity })).toBe('invalid_option')
    expect(make({ replay, toleranceSeconds: 1e21 })).toBe('invalid_option')
    expect(make({ replay, toleranceSeconds: 0 })).toBe('ok')
  })

  test('are told like the verifier’s own when there are none', () => {
    expect(outcome(() => createReceiver(undefined as unknown as ReceiverOptions))).toBe('invalid_secret')
    expect(make({ secrets: '' })).toBe('invalid_secret')
  })
})
