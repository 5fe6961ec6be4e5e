import { describe, expect, it } from 'vitest'
import type { HitGroup } from '../../src/docs/search/search.js'
import { QUESTIONS } from '../support/docs/questions.js'
import { linksOf, read } from '../support/docs/site.js'
import { useHarness } from '../support/server/harness.js'

/** Of 52. */
const LEAST_ANSWERED = 50

/** Each name with the address of its first result. */
const NAMES = {
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

  const addressOf = (slug: string) => {
    const { pathname, hash } = new URL(slug, 'http://reader.test/docs/search')
    return pathname + hash
  }
  /** The addresses of the hits that the script of the pages gets. */
  async function hitsOf(query: string): Promise<string[]> {
    const { text } = await read(shared.harness, `/docs/search.json?q=${encodeURIComponent(query)}`)
    const groups = JSON.parse(text) as HitGroup[] // our own answer
    return groups.flatMap(({ hits }) => hits.map(({ slug }) => slug))
  }
  /** The addresses on the page of results, which needs no script. */
  async function pageOf(query: string): Promise<string[]> {
    const page = await read(shared.harness, `/docs/search?q=${encodeURIComponent(query)}`)
    const [, results = ''] = /<div class="results found">([\s\S]*?)<\/div>/.exec(page.text) ?? []
    return linksOf({ ...page, text: results }).map(({ path, anchor }) => path + (anchor && `#${anchor}`))
  }

  it(`answers at least ${LEAST_ANSWERED} of 52 plain questions on the first page of hits`, async () => {
    expect(new Set(QUESTIONS.map(([question]) => question)).size).toBe(52)
    const places: number[] = []
    const unanswered: string[] = []
    for (const [question, ...answers] of QUESTIONS) {
      const hits = await hitsOf(question)
      expect(await pageOf(question)).toEqual(hits.map(addressOf))
      const isAnswer = (hit: string) =>
        answers.some((answer) => hit === answer || (!answer.includes('#') && hit.startsWith(`${answer}#`)))
      const at = hits.findIndex(isAnswer)
      if (at === -1) unanswered.push(`${question}: ${hits.slice(0, 5).join(', ')}`)
      else places.push(at + 1)
    }
    const within = (count: number) => places.filter((place) => place <= count).length
    console.log(`answered first: ${within(1)}, in the first 3: ${within(3)}, in the first 20: ${within(20)}`)
    console.log(unanswered.join('\n'))
    expect(unanswered.length).toBeLessThanOrEqual(52 - LEAST_ANSWERED)
  })

  it.each(Object.entries(NAMES))('answers %s with %s first', async (name, first) => {
    const hits = await hitsOf(name)
    expect(hits[0]).toBe(first)
    expect(await pageOf(name)).toEqual(hits.map(addressOf))
  })

  it('finds a word with one typo, and its other forms', async () => {
    for (const query of ['withdrawl', 'withdrawals', 'withdrawing', 'withdraw'])
      expect([query, await hitsOf(query)]).toEqual([query, expect.arrayContaining(['withdrawals/create'])])
  })

  it('finds an operation by a word that only its text has', async () => {
    expect(await hitsOf('traceparent')).toContain('orders/create#traceparent')
    expect(await hitsOf('cool-down address lease')).toContain('orders/create')
  })

  it('finds nothing for no words and for unknown ones, and says once where else to look', async () => {
    for (const query of ['', '  ', '%', 'xyzzy']) {
      expect(await hitsOf(query)).toEqual([])
      expect(await pageOf(query)).toEqual([])
    }
    const { text } = await read(shared.harness, '/docs/search?q=xyzzy')
    const [, line = ''] = /<p>(No match\..*?)<\/p>/.exec(text) ?? []
    expect(line.match(/Errors/g)).toHaveLength(1)
    expect(line).toContain('<a href="errors">Errors</a> lists every message')
  })

  it('prints a hostile query as text', async () => {
    const hostile = encodeURIComponent('"><script>1</script>')
    const { text } = await read(shared.harness, `/docs/search?q=${hostile}`)
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;1&lt;/script&gt;"')
    for (const page of ['search', 'search.json']) {
      expect((await read(shared.harness, `/docs/${page}?q=a&q=b`)).status).toBe(200)
      const long = await read(shared.harness, `/docs/${page}?q=${'a'.repeat(5_000)}`)
      expect([long.status, long.text.length < 90_000]).toEqual([200, true])
    }
  })

  it('leads to pages and headings that exist, from documents of every kind', async () => {
    const found = new Set<string>()
    const titles = new Set<string>()
    for (const query of [...Object.keys(NAMES), ...QUESTIONS.map(([question]) => question)]) {
      for (const hit of await hitsOf(query)) found.add(hit)
      const { text } = await read(shared.harness, `/docs/search.json?q=${encodeURIComponent(query)}`)
      for (const { title } of JSON.parse(text) as HitGroup[]) titles.add(title)
    }
    expect(titles).toEqual(new Set(['Operations', 'Events', 'Fields, errors and statuses', 'Guides']))
    const pages = new Map<string, string>()
    const broken: string[] = []
    for (const slug of found) {
      const [path = '', anchor] = addressOf(slug).split('#')
      if (!pages.has(path)) pages.set(path, (await read(shared.harness, path)).text)
      if (anchor !== undefined && !pages.get(path)?.includes(` id="${anchor}"`)) broken.push(slug)
    }
    expect(found.size).toBeGreaterThan(150)
    expect(broken).toEqual([])
  })
})
