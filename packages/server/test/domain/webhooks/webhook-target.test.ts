import { hostOf } from '@merchantpay/core/webhook-url'
import { describe, expect, it } from 'vitest'
import { isAddressAllowed, requireWebhookUrl } from '../../../src/domain/webhooks/webhook-target.js'
import { policyWith } from '../../support/domain/context.js'
import { readVectors } from '../../support/domain/vectors.js'

const PUBLIC_ONLY = policyWith()
const WITH_LOOPBACK = policyWith('127.0.0.0/8', '::1/128')
const INVALID = expect.objectContaining({ name: 'DomainError', code: 'invalid_webhook_url' })

interface UrlRow {
  name: string
  url: string
  expected: 'valid' | 'invalid'
  stored?: string
  address?: string
}
const URLS = readVectors<UrlRow>('webhook-urls.json')

describe('the URL of a webhook receiver', () => {
  for (const { name, url, expected, stored } of URLS) {
    it(`is ${expected} as the vectors say: ${name}`, () => {
      if (expected === 'valid') expect(requireWebhookUrl(PUBLIC_ONLY, url, 'webhook_url')).toBe(stored)
      else expect(() => requireWebhookUrl(PUBLIC_ONLY, url, 'webhook_url')).toThrow(INVALID)
    })
  }

  it('is accepted again in the form that it was stored in', () => {
    for (const { stored } of URLS)
      if (stored) expect(requireWebhookUrl(PUBLIC_ONLY, stored, 'webhook_url')).toBe(stored)
  })
})

describe('where the operator allows loopback', () => {
  for (const text of [
    'https://127.0.0.1:8443/hook',
    'https://127.1:8443/hook',
    'https://[::ffff:127.0.0.1]:8443/hook',
    'https://[::1]:8443/hook',
    'https://localhost:8443/hook',
    'https://shop.localhost:8443/hook',
    'https://receiver:8443/hook',
    'https://receiver.internal:8443/hook',
  ]) {
    it(`a webhook may go to ${text}`, () => {
      expect(requireWebhookUrl(WITH_LOOPBACK, text, 'webhook_url')).toBe(new URL(text).href)
    })
  }

  for (const host of ['localhost', 'LOCALHOST.', 'shop.localhost']) {
    it(`${host} is this machine, and no webhook goes there where another network is allowed`, () => {
      const elsewhere = policyWith('10.0.0.0/8')
      expect(() => requireWebhookUrl(elsewhere, `https://${host}:8443/`, 'webhook_url')).toThrow(
        'invalid_webhook_url',
      )
      expect(requireWebhookUrl(elsewhere, 'https://receiver:8443/', 'webhook_url')).toBe(
        'https://receiver:8443/',
      )
    })
  }

  for (const text of [
    'https://10.0.0.1/hook',
    'https://169.254.169.254/hook',
    'http://127.0.0.1:8443/hook',
    'https://127.0.0.1:22/hook',
    'https://user@127.0.0.1:8443/hook',
  ]) {
    it(`a webhook may still not go to ${text}`, () => {
      expect(() => requireWebhookUrl(WITH_LOOPBACK, text, 'webhook_url')).toThrow('invalid_webhook_url')
    })
  }
})

describe('the host of a URL', () => {
  it('is an IPv6 literal without its brackets', () => {
    expect(hostOf(new URL('https://[2606:4700::1]:8443/'))).toBe('2606:4700::1')
  })

  it('is a name as it stands', () => {
    expect(hostOf(new URL('https://shop.example.com:8443/'))).toBe('shop.example.com')
  })
})

const METADATA = [
  '169.254.0.0',
  '169.254.169.254',
  '169.254.255.255',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
  '::ffff:169.254.169.254',
  '::ffff:100.100.100.200',
  '64:ff9b::169.254.169.254',
  '64:ff9b::168.63.129.16',
  '2002:a9fe:a9fe::',
  '2002:a83f:8110::1',
]

describe('the address of a webhook receiver', () => {
  for (const { name, expected, address } of URLS) {
    if (!address) continue
    it(`is ${expected} as the vectors say: ${name}`, () => {
      expect(isAddressAllowed(PUBLIC_ONLY, address)).toBe(expected === 'valid')
    })
  }

  for (const text of [
    '',
    'example.com',
    'localhost',
    '127.1',
    '[::1]',
    'fe80::1%eth0',
    '8.8.8.8 ',
    '8.8.8.08',
  ]) {
    it(`is refused when it is none: ${JSON.stringify(text)}`, () => {
      expect(isAddressAllowed(PUBLIC_ONLY, text)).toBe(false)
    })
  }
})

describe('where the operator allows every address', () => {
  const everything = policyWith('0.0.0.0/0', '::/0')

  for (const address of METADATA) {
    it(`cloud metadata stays refused: ${address}`, () => {
      expect(isAddressAllowed(everything, address)).toBe(false)
    })
  }

  for (const address of [
    '127.0.0.1',
    '10.0.0.1',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '8.8.8.8',
    '2606:4700::1',
  ]) {
    it(`others are accepted: ${address}`, () => {
      expect(isAddressAllowed(everything, address)).toBe(true)
    })
  }
})

describe('where the operator allows one block', () => {
  const policy = policyWith('10.1.0.0/16')

  it('its first and last address are accepted', () => {
    expect(isAddressAllowed(policy, '10.1.0.0')).toBe(true)
    expect(isAddressAllowed(policy, '10.1.255.255')).toBe(true)
  })

  it('its neighbours stay refused', () => {
    expect(isAddressAllowed(policy, '10.0.255.255')).toBe(false)
    expect(isAddressAllowed(policy, '10.2.0.0')).toBe(false)
  })

  it('an address inside a mapped one is accepted with it', () => {
    expect(isAddressAllowed(policy, '::ffff:10.1.2.3')).toBe(true)
  })

  it('public addresses are accepted as before', () => {
    expect(isAddressAllowed(policy, '8.8.8.8')).toBe(true)
  })
})

describe('an IPv4 address hidden in an IPv6 one', () => {
  const hidden = [
    '2606:4700::5efe:127.0.0.1',
    '2606:4700::200:5efe:10.0.0.1',
    '2002:808:808::5efe:10.0.0.1',
    '2002:808:808::200:5efe:10.0.0.1',
    '::169.254.169.254',
    '::ffff:0:169.254.169.254',
    '64:ff9b:1::169.254.169.254',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  ]
  it.each(hidden)('%s is refused, whatever the operator allows', (address) => {
    expect(isAddressAllowed(policyWith('::/0', '0.0.0.0/0'), address)).toBe(false)
  })

  it('is not seen where there is none', () => {
    expect(isAddressAllowed(WITH_LOOPBACK, '::1')).toBe(true)
  })
})
