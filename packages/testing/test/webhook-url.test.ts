import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { requireWebhookUrl } from '../src/validation/webhook-url.js'

interface Row {
  name: string
  url: string
  expected: 'valid' | 'invalid'
  stored?: string
}

const vectors = new URL('../../../openapi/vectors/webhook-urls.json', import.meta.url)
const rows: Row[] = JSON.parse(readFileSync(vectors, 'utf8'))

describe('the URL of a webhook receiver', () => {
  it.each(rows)('is $expected by the vectors: $name', ({ url, expected, stored }) => {
    if (expected === 'valid') expect(requireWebhookUrl(url, 'webhook_url')).toBe(stored)
    else expect(() => requireWebhookUrl(url, 'webhook_url')).toThrow(/^invalid webhook url$/)
  })
})
