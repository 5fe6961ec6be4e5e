import { describe, expect, test } from 'vitest'
import { createVerifier, signWebhook } from '../../src/index.node.js'
import {
  BODY,
  errorOf,
  headerOf,
  hexMac,
  NOW,
  OTHER_SECRET,
  outcome,
  SECRET,
  T,
} from '../support/webhooks.js'

describe('signWebhook', () => {
  test('writes t and one v1, as the interface spells it', () => {
    expect(signWebhook({ body: BODY, secrets: SECRET, timestamp: T })).toBe(headerOf(T))
  })

  test('writes one v1 a secret, in their order', () => {
    const header = signWebhook({ body: BODY, secrets: [SECRET, OTHER_SECRET], timestamp: T })
    expect(header).toBe(`t=${T},v1=${hexMac(T, BODY)},v1=${hexMac(T, BODY, OTHER_SECRET)}`)
    for (const secrets of [SECRET, OTHER_SECRET]) {
      const { verify } = createVerifier({ secrets, clock: () => NOW })
      expect(outcome(() => verify(BODY, header))).toBe('ok')
    }
  })

  test('signs text and its bytes alike', () => {
    const text = '{"é":"😀"}'
    const header = signWebhook({ body: text, secrets: SECRET, timestamp: T })
    expect(signWebhook({ body: Buffer.from(text), secrets: SECRET, timestamp: T })).toBe(header)
  })

  test('signs every time in seconds', () => {
    expect(signWebhook({ body: '', secrets: SECRET, timestamp: 0 })).toBe(headerOf(0, ''))
    expect(signWebhook({ body: '', secrets: SECRET, timestamp: 99_999_999_999 })).toContain('t=99999999999,')
  })

  test('refuses a time in milliseconds, and says so', () => {
    const error = errorOf(() => signWebhook({ body: BODY, secrets: SECRET, timestamp: NOW }))
    expect(error.code).toBe('invalid_option')
    expect(error.message).toBe('timestamp is not a whole number of Unix seconds but milliseconds')
  })

  test.each([-1, 1.5, Number.NaN, Infinity, 1e15, '1767225600', undefined])(
    'refuses the timestamp %j',
    (value) => {
      const timestamp = value as number // plain JavaScript can pass any of them
      expect(outcome(() => signWebhook({ body: BODY, secrets: SECRET, timestamp }))).toBe('invalid_option')
    },
  )

  test('leaves out secrets that have expired at the timestamp, and needs one that has not', () => {
    const old = { id: 'old', secret: OTHER_SECRET, expiresAt: NOW }
    expect(signWebhook({ body: BODY, secrets: [SECRET, old], timestamp: T })).toBe(headerOf(T))
    expect(errorOf(() => signWebhook({ body: BODY, secrets: old, timestamp: T })).code).toBe(
      'secret_unavailable',
    )
  })

  test('refuses a body that is no bytes', () => {
    const body = JSON.parse(BODY)
    expect(outcome(() => signWebhook({ body, secrets: SECRET, timestamp: T }))).toBe('raw_body_required')
    expect(outcome(() => signWebhook({ body: '\ud800', secrets: SECRET, timestamp: T }))).toBe('invalid_body')
  })
})
