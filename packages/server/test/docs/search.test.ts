import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchEntry, SearchGroup } from '../../src/docs/search/ranking.js'
import { linksOf, type ReadFile, read } from '../support/docs/site.js'
import { useHarness } from '../support/server/harness.js'

const MOST_INDEX_BYTES = 15_000

/** Each query with the address of its first result. */
const EXPECTED = {
  'create order': 'orders/create',
  createOrder: 'orders/create',
  'POST /v1/orders': 'orders/create',
  '/v1/app/orders': 'orders/create-app',
  refund: 'orders/create-refund',
  'list refunds': 'orders/list-refunds',
  'refund an order': 'orders/create-refund',
  'app-only': 'orders/create-app',
  'retrieve an order': 'orders/get',
  getOrder: 'orders/get',
  expire: 'orders/expire',
  stream: 'orders/stream-events',
  register: 'merchants/register',
  'rotate secret': 'merchants/rotate-webhook-secret',
  rotateWebhookSecret: 'merchants/rotate-webhook-secret',
  'create api key': 'api-keys/create',
  revoke: 'api-keys/revoke',
  'register webhook': 'webhook-endpoints/create',
  'sample event': 'webhook-endpoints/send-test',
  redeliver: 'webhook-endpoints/redeliver-delivery',
  withdraw: 'withdrawals/create',
  quote: 'withdrawals/quote',
  cancel: 'withdrawals/cancel',
  balance: 'withdrawals/get-balance',
  simulate: 'test-helpers/simulate-order',
  'payment.confirmed': 'events/payment.confirmed',
  'payment confirmed': 'events/payment.confirmed',
  'withdrawal.failed': 'events/withdrawal.failed',
  onPaymentFrozen: 'events/payment.frozen',
  'insufficient balance': 'errors#insufficient-balance',
  insufficient_balance: 'errors#insufficient-balance',
  'invalid signature': 'errors#invalid-signature',
  'rate limit exceeded': 'errors#rate-limit-exceeded',
  UNDERPAID: 'statuses#orderstatus',
  tolerance_percent: 'orders/create#tolerance_percent',
  return_url: 'orders/create#return_url',
  overpaid_amount: 'events/payment.confirmed#overpaid_amount',
  pitfalls: 'pitfalls',
  'worked example': 'authentication#a-worked-example',
  localhost: 'webhooks#receive-webhooks-on-your-machine',
}

describe('the search of the reference', () => {
  const shared = useHarness()
  let index: ReadFile
  let entries: SearchEntry[]
  let browser: { search: (entries: readonly SearchEntry[], query: string) => SearchGroup[] }

  beforeAll(async () => {
    const page = await read(shared.harness, '/docs')
    const [, path = ''] = /data-index="([^"]+)"/.exec(page.text) ?? []
    index = await read(shared.harness, `/${path}`)
    entries = JSON.parse(index.text) as SearchEntry[] // our own file
    const [, script = ''] = /const GROUPS=?([\s\S]*?)addEventListener/.exec(page.text) ?? []
    browser = new Function(`const GROUPS${script}\nreturn { search }`)()
  })

  const addressOf = (slug: string) => {
    const { pathname, hash } = new URL(slug, 'http://reader.test/docs/search')
    return pathname + hash.slice(1)
  }
  const inBrowser = (query: string): string[] =>
    browser.search(entries, query).flatMap((group) => group.entries.map(([, , slug]) => slug))
  async function onServer(query: string): Promise<string[]> {
    const page = await read(shared.harness, `/docs/search?q=${encodeURIComponent(query)}`)
    const [, results = ''] = /<div class="results found">([\s\S]*?)<\/div>/.exec(page.text) ?? []
    const links = linksOf({ ...page, text: results })
    return links.map(({ path, anchor }) => path + anchor)
  }

  it('has forty queries', () => expect(Object.keys(EXPECTED)).toHaveLength(40))

  it.each(Object.entries(EXPECTED))(
    'answers %s with %s first, on the server as in the browser',
    async (query, first) => {
      const found = inBrowser(query)
      expect(found[0]).toBe(first)
      expect(await onServer(query)).toEqual(found.map(addressOf))
    },
  )

  it('finds nothing for no words and for unknown ones', async () => {
    for (const query of ['', '  ', '%', 'xyzzy']) {
      expect(inBrowser(query)).toEqual([])
      expect(await onServer(query)).toEqual([])
    }
    const { text } = await read(shared.harness, '/docs/search?q=xyzzy')
    expect(text).toContain('No match.')
  })

  it('prints a hostile query as text', async () => {
    const { text } = await read(
      shared.harness,
      `/docs/search?q=${encodeURIComponent('"><script>1</script>')}`,
    )
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;1&lt;/script&gt;"')
    expect((await read(shared.harness, '/docs/search?q=a&q=b')).status).toBe(200)
    expect((await read(shared.harness, `/docs/search?q=${'a'.repeat(5_000)}`)).text.length).toBeLessThan(
      90_000,
    )
  })

  it('has an index that is small, names every kind of entry, and never changes under its address', () => {
    const size = gzipSync(index.text).length
    console.log(`search index: ${entries.length} entries, ${size} bytes of gzip`)
    expect(size).toBeLessThanOrEqual(MOST_INDEX_BYTES)
    expect(new Set(entries.map(([kind]) => kind))).toEqual(new Set([0, 1, 2, 3]))
    expect(index.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(index.headers.get('cache-control')).toContain('immutable')
  })

  it('leads to pages and headings that exist', async () => {
    const pages = new Map<string, string>()
    const broken: string[] = []
    for (const [, , slug] of entries) {
      const { pathname, hash } = new URL(slug, 'http://reader.test/docs/search')
      if (!pages.has(pathname)) pages.set(pathname, (await read(shared.harness, pathname)).text)
      if (hash !== '' && !pages.get(pathname)?.includes(` id="${hash.slice(1)}"`)) broken.push(slug)
    }
    expect(broken).toEqual([])
  })
})
