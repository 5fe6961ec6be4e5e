import { describe, expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { orderInRow, type Row } from '../support/checkout/checkout-rows.js'
import { followCheckout } from '../support/checkout/checkout-stream.js'
import { Harness, useHarness } from '../support/server/harness.js'
import { sideOf } from '../support/storage/engines.js'

const MARKUP = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
/** Each text does something in a place that takes it for markup. */
const CORPUS = [
  MARKUP,
  `'"--></style></script></title></textarea><svg/onload=alert(1)>`,
  `<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>`,
  '<base href="https://evil.example/"><form action="https://evil.example/"><button>Pay</button></form>',
  '<style>*{display:none}</style><link rel=stylesheet href="https://evil.example/x.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '&lt;img src=x onerror=alert(1)&gt; &#60;script&#62;',
  '{{constructor.constructor("alert(1)")()}} {amount} $& $` %3Cscript%3E',
  '\u202e\u2066\u2069\u2028',
].join(' ')
/** Characters of a description. */
const MOST_DESCRIBED = 500
const UNKNOWN = '/pay/AAAAAAAAAAAAAAAAAAAAAA'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describe('the checkout page', () => {
  const shared = useHarness()

  async function open(fields: object = {}, harness = shared.harness) {
    const keys = await harness.register()
    const { order, url } = await orderInRow(harness, keys, 'pay', fields)
    return { harness, keys, order, url, target: new URL(url).pathname }
  }

  it('escapes hostile text from every source', async () => {
    const { harness } = shared
    const body = { name: MARKUP, email: 'a&b@books.example', platform_user_id: 'hostile' }
    const { json } = await harness.call('POST', '/v1/merchants', { body, isSigned: false })
    const key = json.api_key as { key_id: string; secret: string }
    const keys = { keyId: key.key_id, secret: key.secret }
    const { url } = await orderInRow(harness, keys, 'pay', {
      description: `${MARKUP} \u202e{amount} $& {{merchant}}`,
      return_url: "https://shop.example/?a='onmouseover=alert(1)",
    })
    const { text } = await harness.call('GET', new URL(url).pathname)
    expect(text.match(/<script/g)).toHaveLength(1) // ours
    expect(text).not.toContain('<img')
    expect(text).not.toContain("'onmouseover")
    expect(text).toContain('href="mailto:a%26b@books.example"')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).toContain('\u202e{amount} $&amp; {{merchant}}</bdi>')
  })

  const tabs = useBrowser()

  it('shows hostile text in a browser without executing it', async () => {
    const { harness } = shared
    const body = { name: MARKUP, email: 'a&b@books.example', platform_user_id: 'hostile-too' }
    const { json } = await harness.call('POST', '/v1/merchants', { body, isSigned: false })
    const key = json.api_key as { key_id: string; secret: string }
    const keys = { keyId: key.key_id, secret: key.secret }
    const fields = {
      metadata: { [CORPUS.slice(0, 40)]: CORPUS },
      return_url: "https://shop.example/?a='onmouseover=alert(1)#javascript:alert(1)",
    }
    const page = await tabs.open() // a violation of the policy fails the test
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).hostname))
    page.on('dialog', (dialog) => {
      asked.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    const orders: [Row, string, links: number][] = [
      ['underpaid', CORPUS.slice(0, MOST_DESCRIBED), 1],
      ['pay', CORPUS.slice(-MOST_DESCRIBED), 0],
    ]
    for (const [row, description, links] of orders) {
      const { url } = await orderInRow(harness, keys, row, { ...fields, description })
      const followed = page.waitForResponse(/\/events$/)
      await page.goto(url)
      await followed
      expect(await page.locator(`main[data-row=${row}] dl`).last().textContent()).toContain(description)
      expect(
        await page
          .locator('iframe, base, math, link:not([rel=icon]), main style, form[action^="https:"]')
          .count(),
      ).toBe(0)
      expect(await page.locator('a[href*="shop.example"]').count()).toBe(links)
    }
    expect(new Set(asked)).toEqual(new Set(['127.0.0.1']))
  })

  it('tells a payer that the server failed, without the cause', async () => {
    const { harness, target } = await open()
    const side = await sideOf(harness.database)
    await side.script('ALTER TABLE merchant_brands RENAME TO mislaid')
    const page = await harness.call('GET', target)
    const state = await harness.call('GET', `${target}/state`)
    await side.script('ALTER TABLE mislaid RENAME TO merchant_brands')
    expect([page.status, page.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    expect(page.text).toContain('This page loads again by itself.')
    expect(page.text).toContain('<meta http-equiv="refresh"')
    expect(page.text).not.toContain('brands')
    expect([state.status, state.json]).toEqual([500, { error: 'internal server error' }])
  })

  it('leads back to the page when a simulation met a failure of the server', async () => {
    const { harness, target } = await open()
    const side = await sideOf(harness.database)
    await side.script('ALTER TABLE merchant_brands RENAME TO mislaid')
    const played = await harness.call('POST', `${target}/simulate?lang=fr`, {
      bytes: 'action=pay',
      headers: FORM,
    })
    await side.script('ALTER TABLE mislaid RENAME TO merchant_brands')
    expect([played.status, played.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
    const [, seconds, next = ''] =
      /<meta http-equiv="refresh" content="(\d+); url=([^"]*)">/.exec(played.text) ?? []
    expect(seconds).toBe('15')
    const { pathname, search } = new URL(next, `https://pay.example${target}/simulate`)
    expect([pathname, search]).toEqual([target, '?lang=fr'])
    expect((await harness.call('GET', `${pathname}${search}`)).status).toBe(200)
  })

  it('has a policy of hashes without unsafe sources, and sends no referrer', async () => {
    const { harness, target } = await open()
    const { headers, text } = await harness.call('GET', target)
    const hash = "'sha256-[A-Za-z0-9+/]{43}='"
    expect(headers['content-security-policy']).toMatch(
      new RegExp(
        `^default-src 'none'; style-src ${hash}; script-src ${hash}; img-src data: 'self'; connect-src 'self'; ` +
          "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'$",
      ),
    )
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
      'content-language': 'en',
      vary: 'Accept-Language, Accept-Encoding',
    })
    expect(text).not.toMatch(/ on[a-z]+="| style="|innerHTML/)
  })

  it.each([
    UNKNOWN,
    '/pay/',
    '/pay/unknown',
    '/pay/%zz',
    '/pay/%00',
    '/pay/..%2f..%2fetc%2fpasswd',
    `/pay/${'a'.repeat(2_000)}`,
    '/pay/%3Cscript%3E',
  ])('answers %s with a plain 404 page', async (target) => {
    const { status, text, headers } = await shared.harness.call('GET', target)
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('This link does not lead to a payment.')
    expect(text).not.toContain('<script')
    expect(headers['content-security-policy']).toContain("form-action 'none'")
  })

  it.each(['.', ',', ')', '>', '%22', '%E2%80%9D.', '/', './', '%3E/', '%2F', '%2F%2Fevil.example'])(
    'is reached by its address with %s behind it',
    async (end) => {
      const { harness, url, target } = await open()
      const answer = await harness.call('GET', `${target}${end}?lang=de`)
      if (end.endsWith('evil.example')) return expect(answer.status).toBe(404)
      expect(answer.status).toBe(303)
      const there = new URL(String(answer.headers.location), `${harness.server.url}${target}${end}`)
      expect(there.href).toBe(`${url}?lang=de`)
      expect(
        (await harness.call('GET', `${target}${end}`, { headers: { host: 'evil.example' } })).headers
          .location,
      ).toBe(end.endsWith('/') ? `../${target.slice('/pay/'.length)}` : target.slice('/pay/'.length))
    },
  )

  it.each(['-', '_'])(
    'the checkout page whose token ends in %s is not taken for a URL with punctuation behind it',
    async (end) => {
      const { harness, order } = await open()
      const token = `0123456789abcdefghij${end}`
      await (await sideOf(harness.database)).script(
        `UPDATE orders SET checkout_token = '${token}' WHERE id = '${order.id}'`,
      )
      expect((await harness.call('GET', `/pay/${token}`)).status).toBe(200)
    },
  )

  it('keeps browsers from translating amounts and addresses, and from linking them as telephone numbers', async () => {
    const { harness } = shared
    const keys = await harness.register()
    for (const row of ['pay', 'pay_rest', 'paid'] as const) {
      const { order, url } = await orderInRow(harness, keys, row)
      const { text } = await harness.call('GET', `${new URL(url).pathname}?lang=tr`)
      expect(text).toContain(
        '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
      )
      expect(text).toContain(`<bdi dir="ltr" translate="no">${order.order_number}</bdi>`)
      expect(text).toContain('<bdi dir="ltr" translate="no">Tron · TRC20</bdi>')
      // Every amount, and the address if present.
      expect(text.match(/[0-9] USDT(?=<)/g)?.length ?? 0).toBe(
        text.match(/translate="no">[0-9.]+ USDT(?=<)/g)?.length ?? 0,
      )
      if (row === 'paid') continue
      expect(text).toMatch(
        /<bdi dir="ltr" translate="no"><span id="amount">[0-9.]+<\/span> <small>USDT<\/small><\/bdi>/,
      )
      expect(text).toMatch(/<code id="address" dir="ltr" translate="no">/)
    }
  })

  it.each(['events', 'state', 'logo'])('knows no %s of an unknown token', async (what) => {
    const { status, json, headers } = await shared.harness.call('GET', `${UNKNOWN}/${what}`)
    expect([status, json]).toEqual([404, { error: 'not found' }])
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
  })

  it('refuses simulations of unknown actions and of unknown orders', async () => {
    const { harness, target } = await open()
    const post = (path: string, bytes: string) =>
      harness.call('POST', `${path}/simulate`, { bytes, headers: FORM, isSigned: false })
    for (const bytes of ['action=authorise', 'action=', '', 'action=pay%00', 'x'.repeat(1_000)])
      expect((await post(target, bytes)).status, bytes).toBe(404)
    expect((await post(UNKNOWN, 'action=pay')).status).toBe(404)
    expect((await post(target, `action=${'x'.repeat(70_000)}`)).status).toBe(413)
    expect((await post(target, 'action=reorg')).text).toContain('That is not possible now.')
    expect((await post(target, 'action=reorg')).status).toBe(409)
  })

  it('shows and routes no test panel on a live order', async () => {
    const { harness, order, target } = await open()
    const side = await sideOf(harness.database)
    await side.script(`UPDATE orders SET environment = 'live' WHERE id = '${order.id}'`)
    const page = await harness.call('GET', target)
    expect(page.status).toBe(200)
    expect(page.text).not.toContain('<form')
    expect(page.text).not.toContain('TEST')
    expect(page.headers['content-security-policy']).toContain("form-action 'none'")
    const posted = await harness.call('POST', `${target}/simulate`, { bytes: 'action=pay', headers: FORM })
    expect(posted.status).toBe(404)
    await side.script(`UPDATE orders SET environment = 'test' WHERE id = '${order.id}'`)
  })

  it.each([
    ['', 'en'],
    ['nl-NL, ja;q=0.8', 'en'],
    ['nl, fr;q=0.3, es-MX;q=0.9', 'es'],
    ['fr;q=0, tr;q=0.1', 'tr'],
    ['zh-HK', 'zh-TW'],
    ['zh', 'zh-CN'],
    ['pt-PT,en;q=0.5', 'pt-BR'],
    ['*', 'en'],
    ['FR-ca', 'fr'],
    [`${'x-y,'.repeat(1_000)}fr`, 'en'],
    ['fr;q=high, vi;q=0.001', 'vi'],
    ['../../etc/passwd', 'en'],
  ])('speaks to a browser that takes "%.40s" in %s', async (accepted, tag) => {
    const { headers } = await shared.harness.call('GET', UNKNOWN, {
      headers: { 'accept-language': accepted },
    })
    expect(headers['content-language']).toBe(tag)
  })

  it.each([
    ['?lang=ar', 'ar'],
    ['?lang=zh-hant', 'zh-TW'],
    ['?lang=..%2f..%2fen', 'fr'],
    ['?lang=fr&lang=ar', 'fr'],
    ['?lang=', 'fr'],
    ['?lang[]=ar', 'fr'],
  ])('is asked for a language by %s: %s', async (query, tag) => {
    const headers = { 'accept-language': 'fr' }
    const answer = await shared.harness.call('GET', `${UNKNOWN}${query}`, { headers })
    expect(answer.headers['content-language']).toBe(tag)
  })

  it('is compressed only for clients that accept gzip', async () => {
    const { harness, target } = await open()
    const coding = async (taken: string) => {
      const { headers } = await harness.call('GET', target, { headers: { 'accept-encoding': taken } })
      return headers['content-encoding']
    }
    expect(
      await Promise.all(['gzip, deflate, br', 'gzip;q=0', 'identity, gzip;q=0.2', ''].map(coding)),
    ).toEqual(['gzip', undefined, undefined, undefined])
    const page = await fetch(`${harness.server.url}${target}`)
    expect(await page.text()).toContain('</html>')
  })

  it('answers HEAD like GET, without a body or a stream', async () => {
    const { harness, target } = await open()
    for (const path of [target, `${target}/state`, `${target}/events`]) {
      const { status, text, headers } = await harness.call('HEAD', path)
      expect([status, text]).toEqual([200, ''])
      expect(headers['content-type']).toMatch(/^(text\/html|application\/json|text\/event-stream)/)
    }
  })

  it('opens at most ten streams of one order', async () => {
    const { url } = await open()
    const streams = []
    for (let open = 0; open < 10; open += 1) streams.push(await followCheckout(url))
    const refused = await followCheckout(url)
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([429, '5'])
    for (const { response } of streams) expect(response.headers.get('content-encoding')).toBeNull()
  })
})

describe('behind a proxy', () => {
  it('counts 60 requests a minute per payer and page, by the address that a trusted proxy reports', async () => {
    const harness = await Harness.start({
      MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '3',
      MERCHANTPAY_TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8',
    })
    const keys = await harness.register()
    const { url } = await orderInRow(harness, keys, 'pay')
    const target = new URL(url).pathname
    const statuses = async (path: string, ...forwarded: string[]) => {
      const all = []
      for (const address of forwarded)
        all.push((await harness.call('GET', path, { headers: { 'x-forwarded-for': address } })).status)
      return all
    }
    const [one, other] = ['203.0.113.7', '203.0.113.8']
    expect(await statuses(target, one, one, one, one)).toEqual([200, 200, 200, 429])
    // A forged address stands before the addresses that the proxies append.
    expect(await statuses(target, `1.2.3.4, ${one}, 10.1.2.3`, other)).toEqual([429, 200])
    expect(await statuses(`${target}/state`, other, other, other)).toEqual([200, 200, 429])
    const unknown = [1, 2, 3, 4].map((last) => `/pay/AAAAAAAAAAAAAAAAAAAAA${last}`)
    const misses = []
    for (const path of unknown) misses.push(...(await statuses(path, one)))
    expect(misses).toEqual([404, 404, 404, 429])
    const { text, headers } = await harness.call('GET', target, { headers: { 'x-forwarded-for': one } })
    expect(text).toContain('Wait a minute')
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  it('keeps serving open pages but no other page to an address that guesses tokens', async () => {
    const harness = await Harness.start({
      MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '3',
      MERCHANTPAY_TRUSTED_PROXIES: '127.0.0.0/8',
    })
    const keys = await harness.register()
    const [seen, other] = [await orderInRow(harness, keys, 'pay'), await orderInRow(harness, keys, 'pay')]
    const [shared, own] = ['203.0.113.7', '203.0.113.8']
    const ask = async (target: string, address: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await harness.call('GET', target, { headers })).status
    }
    const pathOf = ({ url }: { url: string }) => new URL(url).pathname
    expect(await ask(pathOf(seen), own)).toBe(200)
    for (const last of [1, 2, 3]) expect(await ask(`/pay/AAAAAAAAAAAAAAAAAAAAA${last}`, shared)).toBe(404)
    expect(await ask(UNKNOWN, shared)).toBe(429)
    expect(await ask(pathOf(other), shared)).toBe(429)
    // An open page is served to any address, because a payer may change networks.
    for (const what of ['', '/state', '/logo'])
      expect([what, await ask(`${pathOf(seen)}${what}`, shared)]).toEqual([
        what,
        what === '/logo' ? 404 : 200,
      ])
    expect(await ask(pathOf(seen), shared)).toBe(429) // its own limit
    expect([await ask(pathOf(other), own), await ask(UNKNOWN, own)]).toEqual([200, 404])
  })

  it('reads nothing from the store for an address that guesses tokens', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '3' })
    const { url } = await orderInRow(harness, await harness.register(), 'pay')
    const target = new URL(url).pathname
    const guess = async (at: number) =>
      (await harness.call('GET', `/pay/${`${at}`.padStart(22, 'A')}`)).status
    for (let at = 0; at < 3; at += 1) expect(await guess(at)).toBe(404)
    const side = await sideOf(harness.database)
    await side.script('ALTER TABLE orders RENAME TO mislaid')
    const statuses = [await guess(4), await guess(5), (await harness.call('GET', target)).status]
    await side.script('ALTER TABLE mislaid RENAME TO orders')
    expect(statuses).toEqual([429, 429, 429]) // a read would answer 500
  })

  it('ignores addresses that untrusted clients report', async () => {
    const harness = await Harness.start({ MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '2' })
    const statuses = []
    for (const forwarded of ['203.0.113.7', '203.0.113.8', '203.0.113.9'])
      statuses.push(
        (await harness.call('GET', UNKNOWN, { headers: { 'x-forwarded-for': forwarded } })).status,
      )
    expect(statuses).toEqual([404, 404, 429])
  })

  it('works under a base path, and may be embedded by the sites of the settings', async () => {
    const harness = await Harness.start({
      MERCHANTPAY_PUBLIC_URL: 'https://pay.example/shop',
      MERCHANTPAY_CHECKOUT_FRAME_ANCESTORS: "'self' https://shop.example",
    })
    const { target, text, headers } = await underBasePath(harness)
    expect(target).toMatch(/^\/shop\/pay\/[^/]+$/)
    expect(headers['content-security-policy']).toContain("; frame-ancestors 'self' https://shop.example;")
    expect(headers['x-frame-options']).toBeUndefined()
    const links = [...text.matchAll(/(?:href|action|src)="([^"]*)"/g)].map(([, link = '']) => link)
    const own = links.map((link) => new URL(link, `https://pay.example${target}`)).filter(isOwn)
    expect(own.length).toBeGreaterThan(5)
    for (const { pathname } of own) expect(pathname.startsWith(target)).toBe(true)
  })
})

const isOwn = ({ hostname }: URL): boolean => hostname === 'pay.example'

/** Requests are signed for the path that the server sees. */
async function underBasePath(harness: Harness) {
  const body = { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada' }
  const { json } = await harness.call('POST', '/shop/v1/merchants', { body, isSigned: false })
  const { key_id: keyId, secret } = json.api_key as { key_id: string; secret: string }
  const { json: order } = await harness.call('POST', '/shop/v1/orders', {
    keys: { keyId, secret },
    body: { amount: '25.00', currency: 'USDT', network: 'TRC20' },
  })
  const target = new URL(String(order.payment_url)).pathname
  return { target, ...(await harness.call('GET', target)) }
}
