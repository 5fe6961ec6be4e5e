import { inspect } from 'node:util'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import {
  createVerifier,
  signWebhook,
  type WebhookErrorCode,
  WebhookVerificationError,
} from '../../src/index.node.js'
import { BODY, BUILDS, errorOf, headerOf, hexMac, NOW, OTHER_SECRET, SECRET, T } from '../support/webhooks.js'

const STATUS: Record<WebhookErrorCode, number> = {
  missing_header: 400,
  duplicate_header: 400,
  header_too_large: 400,
  malformed_header: 400,
  duplicate_timestamp: 400,
  no_signature: 400,
  too_many_signatures: 400,
  invalid_body: 400,
  body_aborted: 400,
  invalid_payload: 400,
  event_mismatch: 400,
  signature_mismatch: 401,
  timestamp_too_old: 401,
  timestamp_too_new: 401,
  body_timeout: 408,
  replayed: 409,
  body_too_large: 413,
  unsupported_encoding: 415,
  raw_body_required: 500,
  invalid_secret: 500,
  invalid_option: 500,
  sync_unavailable: 500,
  secret_unavailable: 503,
  store_unavailable: 503,
}

function asOurs(error: unknown): WebhookVerificationError {
  if (error instanceof WebhookVerificationError) return error
  throw error
}

const isOurs = (value: unknown) => value instanceof WebhookVerificationError

const mismatch = () => errorOf(() => createVerifier({ secrets: OTHER_SECRET }).verify(BODY, headerOf(T)))

describe('a WebhookVerificationError', () => {
  test.each(Object.entries(STATUS))(
    'a WebhookVerificationError of %s has status %i and a hint',
    (code, status) => {
      const error = new WebhookVerificationError(code as WebhookErrorCode, 'what happened') // a key of STATUS
      expect(error.status).toBe(status)
      expect(error.hint).toMatch(/\.$/)
    },
  )

  test('says its code in words when there is nothing to add', () => {
    expect(errorOf(() => createVerifier({ secrets: SECRET }).verify(BODY, {})).message).toBe('missing header')
  })

  test('prints its code, what happened and the fix', () => {
    const [first, second] = String(mismatch()).split('\n')
    expect(first).toMatch(
      /^WebhookVerificationError \[signature_mismatch\]: no v1 fits any secret: 1 v1, 1 secrets, \d+ bytes$/,
    )
    expect(second).toBe(`  ${mismatch().hint}`)
  })

  test('is JSON of name, code and message', () => {
    const { message } = mismatch()
    expect(JSON.parse(JSON.stringify(mismatch()))).toEqual({
      name: 'WebhookVerificationError',
      code: 'signature_mismatch',
      message,
    })
  })

  test('carries its name in the stack', () => {
    expect(mismatch().stack).toMatch(/^WebhookVerificationError: /)
  })

  test('is known in another realm and from another copy of the package, and nothing else is', () => {
    const brand = runInNewContext("Symbol.for('@merchantpay/webhook-verify/error')")
    expect(mismatch()).toBeInstanceOf(WebhookVerificationError)
    expect(runInNewContext('({ [brand]: true })', { brand })).toBeInstanceOf(WebhookVerificationError)
    for (const other of [new Error('x'), mismatch().toJSON(), null, undefined, 'signature_mismatch']) {
      expect(isOurs(other)).toBe(false)
    }
  })

  test('is not any object that throws on access', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(isOurs(proxy)).toBe(false)
  })
})

describe('a canary in secret and body', () => {
  const canary = 'CANARY7b1f'
  const secret = `whsec_${canary}`
  const body = JSON.stringify({ event: canary, timestamp: canary, data: { [canary]: canary } })
  const header = headerOf(T, body, secret)
  const strict = createVerifier({ secrets: secret, clock: () => NOW })

  function expectNothingIn(error: WebhookVerificationError): void {
    const shown = [
      error.message,
      error.hint,
      JSON.stringify(error),
      String(error),
      error.stack,
      inspect(error.cause),
    ]
    const all = [...shown, inspect(error, { depth: 9, showHidden: true })].join('\n')
    expect(all).not.toContain(canary)
    expect(all).not.toContain(hexMac(T, body, secret))
  }

  const faults: [WebhookErrorCode, () => unknown][] = [
    ['invalid_secret', () => createVerifier({ secrets: ` ${secret}` })],
    ['invalid_secret', () => createVerifier({ secrets: { id: '', secret } })],
    ['invalid_secret', () => signWebhook({ body, secrets: [secret, `sk_${canary}`], timestamp: T })],
    ['invalid_option', () => createVerifier({ secrets: secret, toleranceSeconds: -1 })],
    ['invalid_option', () => signWebhook({ body, secrets: secret, timestamp: -1 })],
    ['raw_body_required', () => strict.verify(JSON.parse(body), header)],
    ['invalid_body', () => strict.verify(`${body}\ud800`, header)],
    ['malformed_header', () => strict.verify(body, `${header};`)],
    ['signature_mismatch', () => strict.verify(`${body} `, header)],
    ['timestamp_too_old', () => strict.verify(body, header, { receivedAt: NOW + 1e9 })],
    ['event_mismatch', () => strict.verify(body, { 'x-merchant-signature': header, 'x-webhook-event': 'x' })],
    ['invalid_payload', () => strict.verify(canary, headerOf(T, canary, secret))],
    ['invalid_payload', () => strict.verify(`{"${canary}`, headerOf(T, `{"${canary}`, secret))],
  ]

  test.each(faults)(
    'a canary in secret and body, and its MAC, are in nothing a %s shows (case %#)',
    (code, run) => {
      const error = errorOf(run)
      expect(error.code).toBe(code)
      expectNothingIn(error)
    },
  )

  test.each(BUILDS)(
    'a canary in secret and body, and its MAC, are in nothing that an asynchronous call of the %s build shows',
    async (_, build) => {
      const { verifyAsync } = build.createVerifier({ secrets: secret, clock: () => NOW })
      const event = { 'x-merchant-signature': header, 'x-webhook-event': 'x' }
      const calls = [
        verifyAsync(`${body}\ud800`, header),
        verifyAsync(body, `${header};`),
        verifyAsync(`${body} `, header),
        verifyAsync(body, header, { receivedAt: NOW + 1e9 }),
        verifyAsync(body, event),
        verifyAsync(canary, headerOf(T, canary, secret)),
        verifyAsync({ arrayBuffer: () => Promise.reject(new Error(canary)) }, header),
        build.signWebhookAsync({ body, secrets: [secret, `sk_${canary}`], timestamp: T }),
      ]
      const errors = calls.map((call) => call.then(() => expect.unreachable(), asOurs))
      for (const error of await Promise.all(errors)) expectNothingIn(error)
    },
  )

  test('is not in what a verifier shows of itself', () => {
    expect(inspect(strict, { depth: 9, showHidden: true })).not.toContain(canary)
    expect(JSON.stringify(strict)).toBe('{}')
  })

  test('is not in the error for a secret of SECRET with white space', () => {
    expect(inspect(errorOf(() => createVerifier({ secrets: `${SECRET} ` })))).not.toContain(SECRET)
  })
})
