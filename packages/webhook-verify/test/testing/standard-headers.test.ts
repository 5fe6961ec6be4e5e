import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { hmac } from '../../../../tools/vectors/openssl.js'
import {
  fixtures,
  type SignedRequest,
  signedRequest,
  VARIANTS,
  type Variant,
} from '../../src/testing/index.node.js'
import { SECRET } from '../support/webhooks.js'

const STANDARD_SECRET = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh+/'
const variants = Object.entries(VARIANTS) as [Variant, string][] // its own keys
const paid = fixtures['payment.confirmed']

const made = (variant: Variant, secret: string | Uint8Array = STANDARD_SECRET) =>
  signedRequest(paid, { secret, variant })

/** Whether the library of Standard Webhooks accepts a request. It reads the clock of the machine. */
function isStandard({ body, headers }: SignedRequest, secret = STANDARD_SECRET): boolean {
  try {
    new Webhook(secret).verify(Buffer.from(body), headers)
    return true
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false
    throw error
  }
}

describe('the headers of Standard Webhooks of a signed request', () => {
  test.each(variants.filter(([variant]) => variant !== 'bom'))(
    'the headers of Standard Webhooks of a signed request of the variant %s are judged by the library as %s',
    (variant, expected) => {
      expect(isStandard(made(variant))).toBe(expected === 'ok')
    },
  )

  test('cover a byte order mark, which the library accepts and cannot parse', () => {
    expect(() => isStandard(made('bom'))).toThrow(SyntaxError)
    expect(isStandard(made('bom'), `whsec_${'A'.repeat(44)}`)).toBe(false)
  })

  test.each(['valid', 'rotated', 'old', 'bom'] as const)(
    'the headers of Standard Webhooks of a signed request of the variant %s have the MAC of openssl',
    async (variant) => {
      const { body, headers } = made(variant)
      const {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signature = '',
      } = headers
      expect([id, `t=${timestamp}`]).toEqual(['wd_test', headers['x-merchant-signature']?.split(',')[0]])
      const key = Buffer.from(STANDARD_SECRET.slice('whsec_'.length), 'base64')
      const mac = await hmac(key, Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]))
      expect(signature.split(' ')).toContain(`v1,${Buffer.from(mac, 'hex').toString('base64')}`)
      expect(signature.split(' ')).toHaveLength(variant === 'rotated' ? 3 : 1)
    },
  )

  test('are the same for a secret in bytes', () => {
    const at = Date.now()
    const of = (secret: string | Uint8Array) => signedRequest(paid, { secret, at }).headers
    expect(of(new TextEncoder().encode(STANDARD_SECRET))).toEqual(of(STANDARD_SECRET))
  })

  test('are left out for a secret of the earlier spelling, as the service does', () => {
    const names = Object.keys(made('valid', SECRET).headers)
    expect(names.filter((name) => name.startsWith('webhook-'))).toEqual([])
  })
})
