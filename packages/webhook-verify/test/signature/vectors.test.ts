import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createVerifier, signWebhook } from '../../src/index.node.js'
import { BUILDS, outcome, outcomeAsync } from '../support/webhooks.js'

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
  test.each(rows)(
    'the vectors of the contract give the same result on every build, $name: $expected',
    async (row) => {
      const { secret, secrets, body, header, now, expected } = row
      const bytes = Buffer.from(body, 'base64')
      const options = { secrets: secrets ?? secret, clock: () => now * 1000 }
      expect(outcome(() => createVerifier(options).verify(bytes, header))).toBe(expected)
      for (const [name, build] of BUILDS) {
        const { verifyAsync } = build.createVerifier(options)
        expect(await outcomeAsync(verifyAsync(bytes, header)), `${name} build`).toBe(expected)
      }
    },
  )

  const plain = rows.filter(
    ({ secret, expected, header }) => secret && expected === 'ok' && /^t=\d+,v1=\w+$/.test(header),
  )

  test.each(plain)('$name: signWebhook writes the same header', async ({ secret, t, body, header }) => {
    const options = { body: Buffer.from(body, 'base64'), secrets: secret, timestamp: Number(t) }
    expect(plain.length).toBeGreaterThan(5)
    expect(signWebhook(options)).toBe(header)
    for (const [, { signWebhookAsync }] of BUILDS) expect(await signWebhookAsync(options)).toBe(header)
  })
})
