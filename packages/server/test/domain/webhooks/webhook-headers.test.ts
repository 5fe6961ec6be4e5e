import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { signingKeys } from '../../../src/domain/secrets/signing-keys.js'
import { webhookHeaders } from '../../../src/domain/webhooks/webhook-headers.js'

interface Vector {
  readonly name: string
  readonly secret?: string
  readonly t: string
  /** Base64. */
  readonly body: string
  readonly header: string
  readonly expected: string
}

const file = new URL('../../../../../openapi/vectors/webhook-signature.json', import.meta.url)
const vectors: readonly Vector[] = JSON.parse(readFileSync(file, 'utf8'))
/** Those whose header is written as ours is. */
const plain = vectors.flatMap(({ secret, ...vector }) =>
  secret !== undefined && vector.expected === 'ok' && /^t=\d+,v1=\w+$/.test(vector.header)
    ? [{ ...vector, secret }]
    : [],
)

describe('the headers of an attempt', () => {
  it.each(plain)('22 are signed as the contract’s vector has it: $name', ({ secret, t, body, header }) => {
    expect(plain.length).toBeGreaterThan(5)
    const attempt = {
      event: 'payment.confirmed',
      body: Buffer.from(body, 'base64'),
      deliveryId: 'wd_1',
      attempt: 2,
      timestamp: Number(t),
    } as const
    expect(webhookHeaders({ ...attempt, keys: [signingKeys(secret)] })).toMatchObject({
      'X-Merchant-Signature': header,
      'X-Webhook-Event': 'payment.confirmed',
      'X-Webhook-Id': 'wd_1',
      'X-Webhook-Attempt': '2',
    })
  })

  const EARLIER = `whsec_${'aB3-_'.repeat(8)}xyz`
  const NEW = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh+/'
  /** The names of the headers, and how many standard signatures there are. */
  const signedBy = (...secrets: string[]) => {
    const headers = webhookHeaders({
      event: 'payment.expired',
      body: Buffer.from('{"event":"payment.expired","timestamp":"2026-01-01T00:30:00.000Z","data":{}}'),
      deliveryId: 'wd_019b0e5d7e5a7c3e9f5a0d6a1f1c2b3d',
      attempt: 1,
      timestamp: 1_795_132_800,
      keys: secrets.map(signingKeys),
    })
    const { 'X-Merchant-Signature': ours = '', ...rest } = headers
    return { ours: ours.match(/v1=/g)?.length, standard: rest['webhook-signature'], names: Object.keys(rest) }
  }

  it('have the standard signature of the contract’s example', () => {
    expect(signedBy(NEW).standard).toBe('v1,7JdDJQvNuV7lIL5pLVe0PqQZWIUHyuvZaJutFLUt7Qc=')
  })

  it('name no standard header for a secret of the earlier spelling, and sign by the new one during a rotation', () => {
    const { ours, names } = signedBy(EARLIER)
    expect([ours, names]).toEqual([1, ['X-Webhook-Event', 'X-Webhook-Id', 'X-Webhook-Attempt']])
    expect(signedBy(NEW, EARLIER)).toEqual({ ...signedBy(NEW), ours: 2 })
  })
})
