import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { REMEDIES, REMEDY } from '../../src/generated/failures.gen.js'
import * as source from '../../src/index.js'
import { commonJs, esModule } from '../support/builds.js'
import { answer, fault, refuse, scripted } from '../support/fake.js'
import { SECRET } from '../support/keys.js'
import { client, rejection } from '../support/loopback.js'

const once = { maxRetries: 0 }

describe('instanceof', () => {
  const details = { code: 'x', outcome: 'unknown', status: 400, headers: new Headers() } as const

  it('distinguishes a subclass of a user from its base', () => {
    class Refused extends source.ApiError {}
    const refused = new Refused('message', details)
    expect(refused).toBeInstanceOf(Refused)
    expect(refused).toBeInstanceOf(source.ApiError)
    expect(new source.ApiError('message', details) instanceof Refused).toBe(false)
  })

  it('is shown under its own name by every build', () => {
    for (const made of [source, commonJs, esModule]) {
      expect(inspect(new made.ApiError('message', details))).toMatch(/^ApiError: message/)
    }
  })

  it('is false for anything else', () => {
    for (const value of [undefined, null, 'ApiError', {}, new Error('ApiError')]) {
      expect((value as unknown) instanceof source.ApiError).toBe(false)
    }
  })
})

describe('an error of the API', () => {
  const failed = async (step: () => Response) => rejection(scripted([step], once).mp.orders.get('o1'))

  it.each([
    ['invalid parameter: a.b', 'invalid_parameter', 'a.b'],
    ['duplicate idempotency key', 'duplicate_idempotency_key', undefined],
  ])('"%s" has the code %s', async (message, code, param) => {
    expect(await failed(refuse(400, message))).toMatchObject({ code, param, status: 400 })
  })

  it('names the broken rule and the row of the page about errors', async () => {
    const body = { error: 'invalid amount', param: 'amount', detail: 'must be greater than 10 USDT' }
    const error = await failed(answer(400, body))
    expect(error).toMatchObject({ code: 'invalid_amount', param: 'amount', detail: body.detail })
    expect(error).toHaveProperty('message', 'getOrder: 400 invalid amount: must be greater than 10 USDT')
    expect(error).toHaveProperty('docsUrl', expect.stringMatching(/^https?:.+\/docs\/errors#invalid-amount$/))
    const foreign = await failed(answer(400, '<html>'))
    expect(foreign).toHaveProperty('docsUrl', expect.stringMatching(/\/docs\/errors$/))
  })

  it('an API error about a webhook URL says how webhooks reach a machine without https', async () => {
    const { message } = (await failed(refuse(400, 'invalid webhook url'))) as Error
    expect(message).toContain('merchantpay listen')
  })

  it.each([[5], [''], ['x'.repeat(201)]])('ignores the detail %s', async (detail) => {
    const error = await failed(answer(400, { error: 'invalid amount', detail }))
    expect(error).toHaveProperty('message', 'getOrder: 400 invalid amount')
  })

  it.each([
    ['another field', { message: 'no' }],
    ['no text', { error: 5 }],
    ['nothing', { error: '' }],
    ['null', null],
    ['a list', [1]],
    ['a whole page', { error: 'x'.repeat(5_000) }],
  ])('an API error with %s instead of a message is unexpected', async (_, body) => {
    expect(await failed(answer(400, body))).toMatchObject({ code: 'unexpected_response', status: 400 })
  })

  it('keeps 200 characters of each text that the server sent', async () => {
    const headers = { 'x-request-id': 'r'.repeat(5_000), date: 'd'.repeat(5_000) }
    const error = await failed(refuse(401, 'request timestamp too old', headers))
    expect(error).toMatchObject({ requestId: 'r'.repeat(200), clock: { serverDate: 'd'.repeat(200) } })
    expect((error as source.ApiError).headers.get('date')).toHaveLength(200) // it is one, as its clock shows
    expect(JSON.stringify(error).length).toBeLessThan(1_500)
  })

  it.each([
    ['bad header: Bearer mk_test_1:2:3', 'bad header: [redacted]'],
    ['bad header: Bearer \t mk_test_1:2:3', 'bad header: [redacted]'],
    ['bad key: my_sk_live_abc', 'bad key: my_[redacted]'],
    ['unknown secret sk_live_abc-_9', 'unknown secret [redacted]'],
    ['whsec_a+/b= is no url', '[redacted] is no url'],
    ['risk_free bearer', 'risk_free bearer'],
  ])('an API error that says "%s" is kept as "%s"', async (message, kept) => {
    expect(await failed(refuse(400, message))).toHaveProperty(
      'message',
      expect.stringContaining(`400 ${kept}`),
    )
  })

  it('keeps headers and request id, and says what it would cost to ignore Retry-After', async () => {
    const headers = { 'x-request-id': 'r1', 'retry-after': '7' }
    const error = await failed(refuse(429, 'rate limit exceeded', headers))
    expect(error).toMatchObject({ requestId: 'r1', retryAfterMs: 7_000, outcome: 'not_processed' })
    expect(error).toHaveProperty('message', 'getOrder: 429 rate limit exceeded (try again in 7 s)')
    expect(error).toHaveProperty('headers', expect.any(Headers))
    expect(inspect(error)).not.toContain('Headers')
  })

  it('names operation, status, message and fix', async () => {
    expect(String(await failed(refuse(401, 'invalid signature')))).toMatch(
      /^ApiError: getOrder: 401 invalid signature \(the secret may/,
    )
  })

  it('shows the frame of the code that called', async () => {
    const error = await failed(refuse(404, 'order not found'))
    expect(error).toHaveProperty('stack', expect.stringContaining('errors.test.ts'))
  })

  it('an API error of a stream shows the frame of the code that called', async () => {
    const { mp } = scripted([refuse(404, 'order not found')])
    const error = await rejection(mp.orders.stream('o1').next())
    expect(error).toHaveProperty('stack', expect.stringContaining('errors.test.ts'))
  })
})

describe('a success that cannot be read', () => {
  it.each([
    ['a list for an object', answer(200, [])],
    ['no JSON', () => new Response('<html>')],
    ['nothing', () => new Response(null, { status: 204 })],
  ])('%s is a connection error', async (_, step) => {
    const error = await rejection(scripted([step], once).mp.orders.get('o1'))
    expect(error).toBeInstanceOf(source.ConnectionError)
    expect(error).toMatchObject({ code: 'unreadable_response', sent: 'maybe', outcome: 'unknown' })
  })
})

describe('a connection error', () => {
  it.each([
    ['ECONNREFUSED', 'no answer from pay.example (ECONNREFUSED; check baseUrl, and that its server runs)'],
    ['ECONNRESET', 'no answer from pay.example (ECONNRESET)'],
    ['CERT_HAS_EXPIRED', 'no answer from pay.example (CERT_HAS_EXPIRED)'],
  ])('a connection error of %s names the host', async (code, text) => {
    const error = await rejection(scripted([fault(code)], once).mp.orders.get('o1'))
    expect(error).toHaveProperty('message', `getOrder: ${text}`)
  })
})

describe('the outcome', () => {
  it.each([
    ['not_processed', [refuse(400, 'invalid amount')]],
    ['not_processed', [fault('ECONNREFUSED')]],
    ['unknown', [refuse(500, 'internal server error')]],
    ['unknown', [fault('ECONNRESET')]],
    ['unknown', [refuse(408, 'request timeout')]],
  ])('is %s after these attempts', async (outcome, steps) => {
    const { mp } = scripted(steps, once)
    expect(await rejection(mp.orders.get('o1'))).toMatchObject({ outcome })
  })

  it('stays unknown when a later attempt is refused', async () => {
    const { mp } = scripted([fault('ECONNRESET'), refuse(400, 'invalid amount')])
    expect(await rejection(mp.orders.get('o1'))).toMatchObject({
      outcome: 'unknown',
      attempts: [{ error: 'ECONNRESET' }, { status: 400 }],
    })
  })
})

describe('a secret', () => {
  const shown = (value: unknown) =>
    [inspect(value, { depth: 10, showHidden: true }), JSON.stringify(value), String(value)].join()
  const CANARY = 'canary'

  it('is in nothing that shows a client', () => {
    const mp = client({ url: 'https://pay.example' })
    expect(SECRET).toContain(CANARY)
    expect(shown(mp)).not.toContain(CANARY)
    expect(JSON.parse(JSON.stringify(mp))).toEqual({
      baseUrl: 'https://pay.example',
      keyId: mp.keyId,
      environment: 'test',
    })
  })

  it('is in no refusal of options', async () => {
    for (const options of [{ keyId: 'mk_canary' }, { secret: 'sk_live_canary' }, { secret: 'canary ' }]) {
      const error = await rejection(
        Promise.resolve().then(() => client({ url: 'https://a.example' }, options)),
      )
      expect(error).toBeInstanceOf(source.UsageError)
      expect(shown(error)).not.toContain(CANARY)
    }
  })
})

describe('a failing signer', () => {
  it('is a usage error with its cause, and nothing is sent', async () => {
    const cause = new Error('no access')
    const signer = { keyId: 'mk_test_0123456789abcdefghijABCD', sign: () => Promise.reject(cause) }
    const { mp, sent } = scripted([], { signer, keyId: undefined, secret: undefined })
    const error = await rejection(mp.orders.get('o1'))
    expect(error).toMatchObject({
      name: 'UsageError',
      code: 'signer_failed',
      cause,
      outcome: 'not_processed',
    })
    expect(sent).toHaveLength(0)
  })
})

it('every operation that must not be repeated has a remedy', () => {
  expect(Object.keys(REMEDIES)).not.toEqual([])
  for (const remedy of Object.values(REMEDIES)) {
    expect(remedy).toMatch(/\.$/)
    // The remedy of codes for which the contract has none.
    expect(remedy).not.toBe(REMEDY)
  }
})
