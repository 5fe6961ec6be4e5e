import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { signWebhook, verifyWebhook } from '../src/index.node.js'
import { outcome } from './support.js'

interface Row {
  name: string
  secret?: string
  secrets?: string[]
  t: string
  body: string
  header: string
  /** Unix seconds. */
  now: number
  expected: string
}

const file = new URL('../../../openapi/vectors/webhook-signature.json', import.meta.url)
const rows: Row[] = JSON.parse(readFileSync(file, 'utf8'))

describe('the vectors of the contract', () => {
  test.each(rows)('$name: $expected', ({ secret, secrets, body, header, now, expected }) => {
    const bytes = Buffer.from(body, 'base64')
    const options = { body: bytes, headers: header, secrets: secrets ?? secret, receivedAt: now * 1000 }
    expect(outcome(() => verifyWebhook(options))).toBe(expected)
  })

  const plain = rows.filter(
    ({ secret, expected, header }) => secret && expected === 'ok' && /^t=\d+,v1=\w+$/.test(header),
  )

  test.each(plain)('$name: signWebhook writes the same header', ({ secret, t, body, header }) => {
    const signed = signWebhook({ body: Buffer.from(body, 'base64'), secrets: secret, timestamp: Number(t) })
    expect(plain.length).toBeGreaterThan(5)
    expect(signed).toBe(header)
  })
})
