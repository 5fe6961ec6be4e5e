import { createSecretKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
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
    // As the merchant has it, and as the engine keeps it.
    for (const key of [secret, createSecretKey(secret, 'utf8')]) {
      expect(webhookHeaders({ ...attempt, secrets: [key] })).toEqual({
        'X-Merchant-Signature': header,
        'X-Webhook-Event': 'payment.confirmed',
        'X-Webhook-Id': 'wd_1',
        'X-Webhook-Attempt': '2',
      })
    }
  })
})
