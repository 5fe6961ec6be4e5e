import { describe, expect, it } from 'vitest'
import { requireWebhookUrl } from '../../src/testing/webhook-url.js'

describe('the URL of a webhook receiver', () => {
  it.each([
    ['https://shop.example', 'https://shop.example/'],
    ['HTTPS://Shop.Example:443/a?b', 'https://shop.example/a?b'],
    ['https://shop.example:8443/', 'https://shop.example:8443/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://172.32.0.1/', 'https://172.32.0.1/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
  ])('may be %s', (text, written) => {
    expect(requireWebhookUrl(text)).toBe(written)
  })

  it.each([
    'http://shop.example',
    'https:/shop.example',
    'https://user:pass@shop.example',
    'https://shop.example#part',
    'https://shop.example/a b',
    'https://shop.example:22',
    'https://shop.example:3306',
    'https://localhost',
    'https://intranet',
    'https://db.internal',
    'https://127.0.0.1',
    'https://2130706433',
    'https://10.1.2.3',
    'https://169.254.169.254',
    'https://172.31.255.255',
    'https://[::1]',
    'https://[2001:db8::1]',
    'https://[fc00::1]',
    `https://shop.example/${'a'.repeat(2_048)}`,
  ])('is never %s', (text) => {
    expect(() => requireWebhookUrl(text)).toThrow(/^invalid webhook url$/)
  })
})
