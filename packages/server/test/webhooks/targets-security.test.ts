import { parseUrl } from '@merchantpay/core/url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  HostileReceiver,
  type Sentinel,
  startSentinel,
} from '../../../../test-support/net/hostile-receiver.js'
import type { DeliveryWithEvent } from '../../src/domain/webhooks/webhook.js'
import { issueWebhookSecret } from '../../src/domain/webhooks/webhook-secrets.js'
import { isAddressAllowed, requireWebhookUrl } from '../../src/domain/webhooks/webhook-target.js'
import { webhookDispatcher } from '../../src/workers/webhooks/webhook-dispatcher.js'
import { contextAt, handClock, policyWith } from '../support/domain/context.js'
import { readVectors } from '../support/domain/vectors.js'
import { ORDER, type Registered, useHarness } from '../support/server/harness.js'
import { openDatabase } from '../support/storage/engines.js'
import { attempts, errorOf } from '../support/webhooks/attempt.js'
import { insertDeliveries } from '../support/webhooks/due-deliveries.js'

interface UrlRow {
  name: string
  url: string
  expected: 'valid' | 'invalid'
  address?: string
}
const ROWS = readVectors<UrlRow>('webhook-urls.json')
const ADDRESSES = ROWS.flatMap(({ address, expected }) => (address ? [{ address, expected }] : []))
const INVALID = ROWS.filter(({ expected }) => expected === 'invalid')

/** URLs that registration refuses, by reason; PORT stands for the port of a sentinel. */
const REFUSED = {
  'another scheme': [
    'http://127.0.0.1:PORT/',
    'HTTP://example.com/',
    'ftp://127.0.0.1:PORT/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/plain,x',
    'gopher://127.0.0.1:PORT/',
    'wss://127.0.0.1:PORT/',
    'unix:/var/run/docker.sock',
  ],
  'an IPv4 loopback address': [
    'https://127.0.0.1:PORT/',
    'https://127.0.0.1.:PORT/',
    'https://127.1:PORT/',
    'https://127.0.1:PORT/',
    'https://2130706433:PORT/',
    'https://0x7f000001:PORT/',
    'https://0x7f.0.0.1:PORT/',
    'https://0177.0.0.1:PORT/',
    'https://017700000001:PORT/',
    'https://127.0.0.1:PORT@127.0.0.1:PORT/',
    'https:127.0.0.1:PORT',
    'https:/127.0.0.1:PORT/',
    'https:\\\\127.0.0.1:PORT\\',
    'https://%31%32%37.0.0.1:PORT/',
    'https://①②⑦.0.0.1:PORT/',
    'https://127。0。0。1:PORT/',
    'https://127.255.255.254:PORT/',
  ],
  'an unspecified, IPv6 or mapped address': [
    'https://0:PORT/',
    'https://0.0.0.0:PORT/',
    'https://0x0:PORT/',
    'https://[::]:PORT/',
    'https://[::1]:PORT/',
    'https://[0:0:0:0:0:0:0:1]:PORT/',
    'https://[::ffff:127.0.0.1]:PORT/',
    'https://[::ffff:7f00:1]:PORT/',
    'https://[::ffff:0:127.0.0.1]:PORT/',
    'https://[::127.0.0.1]:PORT/',
    'https://[64:ff9b::127.0.0.1]:PORT/',
    'https://[64:ff9b:1::127.0.0.1]:PORT/',
    'https://[2002:7f00:1::]:PORT/',
    'https://[2606:4700::5efe:127.0.0.1]:PORT/',
    'https://[fe80::1]:PORT/',
    'https://[fe80::1%25lo]:PORT/',
  ],
  'cloud metadata': [
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://100.100.100.200/',
    'https://192.0.0.192/',
    'https://168.63.129.16/',
    'https://[fd00:ec2::254]/',
  ],
  'a local name': [
    'https://localhost:PORT/',
    'https://LOCALHOST.:PORT/',
    'https://a.localhost:PORT/',
    'https://A.B.LocalHost.:PORT/',
    'https://ⓛocalhost:PORT/',
    'https://%6cocalhost:PORT/',
    'https://metadata.google.internal/',
    'https://router.local/',
    'https://intranet/',
  ],
  'a user or password': [
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://:secret@example.com/',
    'https://example.com@127.0.0.1:PORT/',
  ],
  'a port that is not allowed': [
    '0',
    '22',
    '25',
    '80',
    '6379',
    '5432',
    '9200',
    '27017',
    '1023',
    '65536',
    '-1',
    'https',
  ].map((port) => `https://example.com:${port}/`),
  'a fragment, control character, space or excessive length': [
    `https://example.com/${'a'.repeat(2_049 - 'https://example.com/'.length)}`,
    'https://example.com/#top',
    'https://example.com/#',
    'https://example.com/\r\nHost: 127.0.0.1',
    'https://example.com/\nx',
    'https://exam\tple.com/',
    ' https://example.com/',
    'https://example.com/\u0000',
  ],
}
const FORMS = Object.values(REFUSED).flat()

let sentinels: readonly [Sentinel, Sentinel]
let receiver: HostileReceiver
beforeAll(async () => {
  sentinels = [await startSentinel('127.0.0.1'), await startSentinel('::1')]
  receiver = await HostileReceiver.start()
})
afterAll(async () => {
  for (const sentinel of sentinels) sentinel.close()
  await receiver.close()
})

const hits = () => sentinels.map((sentinel) => sentinel.hits)
/** Replaces PORT by the port of each sentinel. */
const aimed = (url: string): string[] => [
  ...new Set(sentinels.map(({ port }) => url.replaceAll('PORT', `${port}`))),
]

const served = useHarness({ MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '' })
const allowing = useHarness({ MERCHANTPAY_WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8,169.254.0.0/16,::1/128' })

/** Registers `url` as an endpoint and as the URL of an order. @returns both answers */
async function register(url: string, { harness }: typeof served, keys: Registered) {
  const webhook = { url, events: ['payment.confirmed'] }
  return [
    await harness.call('POST', '/v1/webhooks', { keys, body: webhook }),
    await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, webhook_url: url } }),
  ].map(({ status, json }) => `${status} ${json.error ?? ''}`)
}
const REFUSALS = ['400 invalid webhook url', '400 invalid webhook url']

describe('a URL that no webhook may go to', () => {
  for (const [reason, urls] of Object.entries(REFUSED)) {
    it(`a URL that no webhook may go to with ${reason} is refused with 400 for endpoints and orders, and is not called (${urls.length} forms)`, async () => {
      const keys = await served.harness.register()
      for (const url of urls.flatMap(aimed)) {
        expect([url, ...(await register(url, served, keys))]).toEqual([url, ...REFUSALS])
      }
      expect(hits()).toEqual([0, 0])
    })
  }

  it(`is refused in every form of the vectors too (${INVALID.length} forms)`, async () => {
    const keys = await served.harness.register()
    for (const { url } of INVALID) {
      const body = { url, events: ['payment.confirmed'] }
      const { status } = await served.harness.call('POST', '/v1/webhooks', { keys, body })
      expect([url, status]).toEqual([url, 400])
    }
    expect(INVALID.length).toBeGreaterThanOrEqual(60)
  })

  it('is cloud metadata, also inside a range that the operator allows', async () => {
    const keys = await allowing.harness.register()
    for (const url of REFUSED['cloud metadata']) {
      expect([url, ...(await register(url, allowing, keys))]).toEqual([url, ...REFUSALS])
    }
  })
})

describe('a URL that webhooks may go to', () => {
  it('is one of loopback where the operator allows that', async () => {
    const keys = await allowing.harness.register()
    for (const host of ['localhost', 'LOCALHOST.', 'a.localhost', '127.0.0.1', '[::1]']) {
      const answers = await register(`https://${host}:8443/`, allowing, keys)
      expect([host, ...answers]).toEqual([host, '201 ', '201 '])
    }
  })

  it('has port 443, 8443 or another one from 1024 on', async () => {
    const keys = await served.harness.register()
    for (const port of ['443', '8443', '1024', '65535']) {
      const answers = await register(`https://example.com:${port}/`, served, keys)
      expect([port, ...answers]).toEqual([port, '201 ', '201 '])
    }
  })

  it('is stored with its name in punycode', () => {
    const stored = 'https://xn--bcher-kva.example/%C3%BC'
    expect(requireWebhookUrl(policyWith(), 'https://bücher.example/ü', 'webhook_url')).toBe(stored)
  })
})

describe('an address', () => {
  it(`is allowed or forbidden as the vectors require at every edge of every block (${ADDRESSES.length} addresses)`, () => {
    expect(ADDRESSES.length).toBeGreaterThanOrEqual(80)
    for (const { address, expected } of ADDRESSES) {
      const host = address.includes(':') ? `[${address}]` : address
      const register = () => requireWebhookUrl(policyWith(), `https://${host}/`, 'webhook_url')
      expect([address, isAddressAllowed(policyWith(), address)]).toEqual([address, expected === 'valid'])
      if (expected === 'invalid') expect(register).toThrow('invalid_webhook_url')
      else expect(register()).toBe(new URL(`https://${host}/`).href)
    }
  })

  const forbidden = ADDRESSES.filter(({ expected }) => expected === 'invalid')
  it(`an address that is forbidden is never connected to (${forbidden.length} addresses)`, async () => {
    const judgeAddress = (address: string) => isAddressAllowed(policyWith(), address)
    const attempt = attempts(receiver.authority, { isAddressAllowed: judgeAddress })
    for (const { address } of forbidden) {
      const host = address.includes(':') ? `[${address}]` : address
      for (const url of aimed(`https://${host}:PORT/`))
        expect(errorOf(await attempt(url))).toBe('blocked_target')
    }
    expect(hits()).toEqual([0, 0])
  })
})

describe('a delivery that is due', () => {
  const forms = FORMS.filter((url) => parseUrl(url.replaceAll('PORT', '8443')))
  it(`is checked like a registration, also for tests and redeliveries (${forms.length} forms)`, async () => {
    const urls = [...forms.flatMap(aimed), receiver.urlOf('ok')]
    const { store } = await openDatabase('sqlite')
    const context = { ...contextAt(handClock()), policy: policyWith() }
    await store.write(async (tx) => {
      await insertDeliveries(tx, urls.length, { urls })
      // Without a secret nothing would be sent.
      await issueWebhookSecret(tx, context, { merchantId: 'shop', environment: 'test' })
    })
    const sent: string[] = []
    const launch = () =>
      webhookDispatcher(store, context, {
        owner: 'dispatcher',
        leaseMs: 30_000,
        onAttemptEnded: () => undefined,
        onError: (error) => {
          throw error
        },
        send: async ({ url }) => {
          sent.push(url)
          return { delivered: true }
        },
      })
    // Each dispatcher is new: one that remembers failures would leave the rest for later.
    for (let handled = 1; handled > 0; ) {
      const dispatcher = launch()
      handled = await dispatcher.tick(new AbortController().signal)
      await dispatcher.idle()
      await dispatcher.tick(new AbortController().signal)
      await dispatcher.drain(1_000)
    }
    expect(sent).toEqual([])
    const limit = 100
    const rows: DeliveryWithEvent[] = []
    for (let offset = 0; offset < urls.length; offset += limit) {
      const page = { limit, offset }
      const listed = await store.read((tx) => tx.webhookDeliveries.listBySubject('order', page))
      rows.push(...listed)
    }
    expect(rows.map(({ url }) => url).sort()).toEqual([...urls].sort())
    for (const { lastError, attempts: made } of rows) expect([lastError, made]).toEqual(['blocked_target', 1])
  })
})
