import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { signWebhook, verifyWebhook } from '../../src/index.node.js'
import { FACES, outcome, outcomeAsync } from '../support/webhooks.js'

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

const file = new URL('../../../../openapi/vectors/webhook-signature.json', import.meta.url)
const rows: Row[] = JSON.parse(readFileSync(file, 'utf8'))

describe('the vectors of the contract', () => {
  test.each(rows)('22 on every face, $name: $expected', async (row) => {
    const { secret, secrets, body, header, now, expected } = row
    const bytes = Buffer.from(body, 'base64')
    const options = { body: bytes, headers: header, secrets: secrets ?? secret, receivedAt: now * 1000 }
    expect(outcome(() => verifyWebhook(options))).toBe(expected)
    for (const [name, { verifyWebhookAsync }] of FACES)
      expect(await outcomeAsync(verifyWebhookAsync(options)), `${name} face`).toBe(expected)
  })

  const plain = rows.filter(
    ({ secret, expected, header }) => secret && expected === 'ok' && /^t=\d+,v1=\w+$/.test(header),
  )

  test.each(plain)('$name: signWebhook writes the same header', async ({ secret, t, body, header }) => {
    const options = { body: Buffer.from(body, 'base64'), secrets: secret, timestamp: Number(t) }
    expect(plain.length).toBeGreaterThan(5)
    expect(signWebhook(options)).toBe(header)
    for (const [, { signWebhookAsync }] of FACES) expect(await signWebhookAsync(options)).toBe(header)
  })
})
