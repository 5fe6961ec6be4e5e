import { createHook } from 'node:async_hooks'
import { createHash, createHmac, Hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type ApiError, MerchantPay } from '@merchantpay/sdk'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { parse } from 'yaml'
import samples from '../../src/docs/generated/samples.gen.json' with { type: 'json' }
import { loadContract } from '../../src/http/validator/contracts.js'
import { OperationTable, resolve, type Schema } from '../../src/http/validator/operations.js'
import { pageIcon } from '../../src/ui/page-icon.js'
import { anchorsOf, crawl, linksOf, packedSize, type ReadFile, read, visible } from '../support/docs/site.js'
import { contractDocument, documentedErrors } from '../support/server/documented-errors.js'
import { useHarness } from '../support/server/harness.js'

const { contract, text: contractText } = loadContract()
const document = contractDocument('merchantpay')
const operations = new OperationTable(contract).list()
/** Of a page, and of its script. */
const MOST_BYTES = 25_000
const MOST_SCRIPT_BYTES = 4_000

/** An idempotency key in JSON, a header or a program, and any key of a cart, an order or a refund of the examples. */
const KEY_SHOWN =
  /(?:idempotency[_-]?key['"`]*(?:\s*[:=,]|\s*=>)\s*['"`]+|Idempotency-Key: |(?=\b(?:cart|order|refund)-A-?\d))([^\s'"`,)<|]+)/gi
/** It ends with a number: of the attempt, of the refund, or of a payout. */
const NUMBERED = /(?:\/(?:\d+|\$\{[\w.]+\})\.?|payout-2026-\d+)$/

describe('the reference at /docs', () => {
  const shared = useHarness()
  let site: Map<string, ReadFile>
  let pages: ReadFile[]
  let twins: ReadFile[]

  beforeAll(async () => {
    site = await crawl(shared.harness, '/docs')
    const files = [...site.values()]
    pages = files.filter(({ headers }) => headers.get('content-type') === 'text/html; charset=utf-8')
    twins = files.filter(({ path }) => path.endsWith('.md'))
  })

  /** A section of a page: from a heading to the next one of its level. */
  function section(file: ReadFile | undefined, heading: string): string {
    const text = file?.text ?? ''
    const rank = /^#+ /.exec(heading)?.[0] ?? ''
    const [, rest = ''] = `\n${text}`.split(`\n${heading}\n`)
    return rest.split(new RegExp(`^#{1,${rank.length - 1}} `, 'm'))[0] ?? ''
  }
  const twin = (name: string) => site.get(`/docs/${name}.md`)
  const twinOf = (id: string) => twins.find(({ text }) => text.includes(` · operation \`${id}\` · `))

  it('links from its first page to all others, and only to existing headings', () => {
    expect(pages.length).toBeGreaterThan(40)
    const anchors = new Map([...site.values()].map((file) => [file.path, anchorsOf(file)]))
    const broken: string[] = []
    for (const file of site.values()) {
      expect([file.path, file.status]).toEqual([file.path, 200])
      for (const { path, anchor } of linksOf(file))
        if (!(anchor === '' ? anchors : anchors.get(path))?.has(anchor === '' ? path : anchor))
          broken.push(`${file.path} links to ${path}#${anchor}`)
    }
    expect(broken).toEqual([])
  })

  it('has a Markdown version of every page, with the same words', () => {
    const missing: string[] = []
    for (const { path, text } of pages) {
      const [, content = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(text) ?? []
      const shown = ` ${wordsOf(visible(content)).join(' ')} `
      for (const part of partsOf(site.get(`${path}.md`)?.text ?? ''))
        if (!shown.includes(` ${wordsOf(part).join(' ')} `)) missing.push(`${path}: ${part}`)
    }
    expect(missing).toEqual([])
  })

  it('names cart and attempt wherever it shows the idempotency key of an order, as templates and the command line do', () => {
    const others = [
      'openapi/merchantpay.v1.yaml',
      'packages/create-merchantpay/templates/common/orders.ts',
      'examples/shop/checkout.ts',
      'examples/shop/refunds.ts',
      'packages/sdk/README.md',
      'README.md',
      'docs/cli.md',
      'skills/verify-merchantpay-webhooks/SKILL.md',
    ].map((path) => ({ path, text: readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8') }))
    const served = [...site.values()].map(({ path, text }) => ({ path, text: visible(text) }))
    const shown: string[] = []
    const wrong: string[] = []
    for (const { path, text } of [...served, ...others]) {
      const keys = [...text.matchAll(KEY_SHOWN)].map(([, key = '']) => key)
      shown.push(...keys)
      wrong.push(...keys.filter((key) => !NUMBERED.test(key)).map((key) => `${path}: ${key}`))
      if (/cart(?: id|'s id|’s id)?\b[^.:]{0,20} as the idempotency key/i.test(text))
        wrong.push(`${path}: the cart alone`)
    }
    expect(shown.length).toBeGreaterThan(60)
    expect(wrong).toEqual([])
  })

  it('has unique ids on each page', () => {
    for (const { path, text } of pages) {
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
      expect([path, ids.filter((id, at) => ids.indexOf(id) !== at)]).toEqual([path, []])
    }
  })

  it('colours all code but plain text', () => {
    for (const { path, text } of pages) {
      const codes = [...text.matchAll(/<pre[^>]*><code [^>]*>([\s\S]*?)<\/code>/g)].map(
        ([, code = '']) => code,
      )
      const plain = codes.filter(
        (code) => !code.includes('<i class=') && /^[{[]|^import |^package |^url=|^<\?php/.test(code),
      )
      expect([path, plain]).toEqual([path, []])
    }
  })

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    'describes %s in full',
    (_, operation) => {
      const { id, method, path, parameters, body, scope } = operation
      const node = Object.values(document.paths[path] ?? {}).find(({ operationId }) => operationId === id)
      const { summary = '', ...rest } = { ...node } as { summary?: string; 'x-remedy'?: string }
      const text = twinOf(id)?.text ?? ''
      expect(text.split('\n')[0]).toBe(`# ${summary}`)
      expect(text).toContain(`\`${method} ${path}\``)
      if (scope) expect(text).toContain(`by a key with the scope \`${scope}\``)
      expect(text).toContain('**If the answer gets lost:**')
      if (rest['x-remedy']) expect(text).toContain(rest['x-remedy'])
      for (const { name } of parameters) expect(text).toContain(`| \`${name}\` |`)
      for (const name of fieldsOf(body)) expect(text).toContain(`| \`${name}\` |`)
      if (body)
        expect(text).toContain(
          `\`\`\`json\n${JSON.stringify((body as { example?: unknown }).example, null, 2)}\n\`\`\``,
        )
      const written = documentedErrors(document).filter(({ operationId }) => operationId === id)
      const statuses = new Set(written.map(({ status }) => `${status}`))
      for (const status of statuses) expect(text).toMatch(new RegExp(`\\b${status}\\b`))
      const own = written.filter(({ status }) => ![401, 413, 429, 500, 503].includes(status))
      for (const { status, message } of own) expect(text).toContain(`| ${status} | \`${message}\` |`)
    },
  )

  it.each(Object.entries(samples))(
    'shows the samples of %s, of which one button turns all',
    (id, languages) => {
      const markdown = id === 'verifyWebhook' ? twin('webhooks') : twinOf(id)
      for (const code of Object.values(languages))
        expect(markdown?.text).toContain(`\n${code.trim()}\n\`\`\`\n`)
      const { text = '' } = site.get(`${markdown?.path.replace(/\.md$/, '')}`) ?? {}
      const blocks = [...text.matchAll(/<div class="one code-(\w+)">/g)].map(([, name = '']) => name)
      expect(blocks.toSorted()).toEqual(Object.keys(languages).toSorted())
      const buttons = [...text.matchAll(/<input type="radio" name="code" value="\w+" id="code-(\w+)"/g)]
      expect(buttons.map(([, name]) => name)).toEqual(['typescript', 'curl', 'python', 'php', 'go', 'fetch'])
      for (const name of blocks) expect(text).toContain(`<label for="code-${name}">`)
    },
  )

  it('lists every error of the contract with its status', () => {
    const text = section(twin('errors'), '## All errors')
    for (const { status, message } of documentedErrors(document))
      expect(text).toContain(`| ${status} | \`${message}\` |`)
  })

  it('has the row at which the SDK points for every error', async () => {
    const anchors = anchorsOf(site.get('/docs/errors') as ReadFile)
    for (const { message } of documentedErrors(document)) {
      const fetch = async () => Response.json({ error: message }, { status: 400 })
      const mp = new MerchantPay({ baseUrl: 'https://pay.example', fetch, maxRetries: 0 })
      const failed = mp.merchants.register({ name: 'A', email: 'a@b.example', platform_user_id: '1' })
      const error = await failed.catch((reason: unknown) => reason)
      const { docsUrl } = error as ApiError // every answer is a refusal
      expect(anchors).toContain(new URL(`${docsUrl}`).hash.slice(1))
    }
  })

  it('names the remedy of each error: wait, back off, correct the clock, or none', () => {
    const rowOf = (message: string) =>
      twin('errors')
        ?.text.split('\n')
        .find((row) => row.includes(`| \`${message}\` |`))
    expect(rowOf('rate limit exceeded')).toContain('`Retry-After`')
    expect(rowOf('no available address')).toContain('growing pauses')
    expect(rowOf('request timestamp too old')).toContain('clock')
    expect(rowOf('invalid amount')).toContain('Final.')
  })

  it.each(Object.keys(document.webhooks ?? {}))('describes %s with its fields and its example', (event) => {
    const name = `${event
      .split('.')
      .map((word) => word.replace(/^./, (first) => first.toUpperCase()))
      .join('')}`
    const schemas = document.components.schemas as Record<string, { example?: unknown; properties?: object }>
    const { text = '' } = twin(`events/${event}`) ?? {}
    for (const field of Object.keys(schemas[`${name}Data`]?.properties ?? { none: 1 }))
      expect(text).toContain(`| \`${field}\` |`)
    expect(text).toContain(JSON.stringify(schemas[`${name}Event`]?.example, null, 2))
    expect(site.get(`/docs/events/${event}`)?.text).toContain(`>${event}</h1>`)
  })

  it('describes every status and reason of the contract', () => {
    const text = twin('statuses')?.text
    const values = openValues(parse(contractText))
    expect(values.size).toBeGreaterThan(25)
    for (const value of values) expect(text).toContain(`| \`${value}\` |`)
  })

  it('says which operations each scope of a key opens', () => {
    const rows = section(twin('authentication'), '## Scopes').split('\n')
    const rowOf = (scope = '') => rows.find((row) => row.startsWith(`| \`${scope}\` |`))
    for (const { method, path, scope, isPublic } of operations) {
      if (isPublic) continue
      expect(rowOf(scope)).toContain(scope === 'read' ? 'every `GET`' : `\`${method} ${path}\``)
      expect(scope === 'read').toBe(method === 'GET')
    }
  })

  it('signs a request of the vectors correctly, step by step', () => {
    const { text = '' } = twin('authentication') ?? {}
    const [body = '', hash, toSign = '', signature, header = ''] = fencesOf(
      section(twin('authentication'), '## A worked example'),
    )
    const [, secret = ''] = /The secret is `([^`]+)`/.exec(text) ?? []
    expect(createHash('sha256').update(body).digest('hex')).toBe(hash)
    expect(toSign.split('\n')).toHaveLength(5)
    expect(toSign.endsWith(`\n${hash}`)).toBe(true)
    expect(createHmac('sha256', secret).update(toSign).digest('hex')).toBe(signature)
    expect(header).toMatch(new RegExp(`^Authorization: Bearer mk_test_\\w{24}:\\d{10}:${signature}$`))
  })

  it('signs a webhook of the vectors correctly', () => {
    const text = section(twin('webhooks'), '## A worked signature')
    const [body = '', header = '', signed = ''] = fencesOf(text)
    const [, secret = ''] = /The secret is `([^`]+)`/.exec(text) ?? []
    const [, t, v1] = /^X-Merchant-Signature: t=(\d+),v1=(\w+)$/.exec(header) ?? []
    expect(signed).toBe(`${t}.${body}`)
    expect(createHmac('sha256', secret).update(signed).digest('hex')).toBe(v1)
  })

  it('loads no resources, and runs its own script and style only', () => {
    for (const { path, text, headers } of pages) {
      const sourcesOf = (tag: string) =>
        [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(
          ([, inside = '']) => `'sha256-${createHash('sha256').update(inside).digest('base64')}'`,
        )
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toMatch(
        /^default-src 'none'; style-src '\S+'; script-src '\S+' '\S+'; img-src data:; connect-src 'self'; /,
      )
      expect(policy).toMatch(
        / form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'$/,
      )
      for (const source of [...sourcesOf('style'), ...sourcesOf('script')])
        expect([path, policy.includes(source)]).toEqual([path, true])
      const withoutIcon = text.replace(pageIcon.text, '')
      expect(withoutIcon).not.toMatch(/ src=|@import|url\((?!#)|(?:href|action)="(?:\w+:|\/)/)
      expect(text).not.toMatch(/ style="| on\w+="/)
    }
  })

  it(`sends at most ${MOST_BYTES / 1_000} kB per page, compressed`, async () => {
    const sizes = new Map<string, number>()
    for (const { path } of pages) sizes.set(path, await packedSize(shared.harness, path))
    console.log(`gzip: ${[...sizes].map(([path, size]) => `${path} ${size}`).join(', ')}`)
    for (const [path, size] of sizes) expect([path, size > 500 && size <= MOST_BYTES]).toEqual([path, true])
    const scripts = pages.map(({ text }) => text.slice(text.lastIndexOf('<script>')))
    const largest = Math.max(...scripts.map((script) => gzipSync(script).length))
    console.log(`script: at most ${largest} bytes`)
    expect(largest > 500 && largest <= MOST_SCRIPT_BYTES).toBe(true)
  })

  it('is not sent again to a client that has it cached', async () => {
    const { headers } = await shared.harness.call('GET', '/docs')
    const has = { 'if-none-match': String(headers.etag) }
    const again = await shared.harness.call('GET', '/docs', { headers: has })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers).toMatchObject({ etag: headers.etag, vary: 'Accept-Encoding' })
  })

  it('is hashed and compressed once, however often it is requested', async () => {
    const { harness } = shared
    const path = '/llms-full.txt'
    const get = (method: string, headers: Record<string, string>) => harness.call(method, path, { headers })
    const packed = { 'accept-encoding': 'gzip' }
    const { headers } = await get('GET', packed)
    const hashed = vi.spyOn(Hash.prototype, 'update')
    const work: string[] = []
    const hook = createHook({ init: (_id, type) => void work.push(type) }).enable()
    onTestFinished(() => {
      hook.disable()
      hashed.mockRestore()
    })
    const head = await get('HEAD', packed)
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      headers['content-length'],
    ])
    for (const has of ['*', `"other", ${headers.etag}`])
      expect((await get('GET', { ...packed, 'if-none-match': has })).status).toBe(304)
    expect((await get('GET', { ...packed, 'if-none-match': '"other"' })).status).toBe(200)
    expect(work).toContain('HTTPINCOMINGMESSAGE')
    expect(work).not.toContain('ZLIB')
    expect(hashed).not.toHaveBeenCalled()
  })

  it('is where the root leads to', async () => {
    const { status, headers, text } = await shared.harness.call('GET', '/')
    expect([status, headers.location, text]).toEqual([302, '/docs', ''])
  })

  it('keeps the addresses of operations and events from when each group was one page', () => {
    const old = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.values(item).map(({ operationId }) => ({ path, operationId })),
    )
    for (const { operationId } of old) {
      const [title = ''] = /^# (.+)$/m.exec(twinOf(operationId)?.text ?? '')?.slice(1) ?? []
      const group = site.get(twinOf(operationId)?.path.replace(/\/[^/]+$/, '') ?? '')
      const anchor = title.toLowerCase().replaceAll(/[’'.]/g, '').replaceAll(' ', '-')
      expect([title, group && anchorsOf(group).has(anchor)]).toEqual([title, true])
    }
    for (const event of Object.keys(document.webhooks ?? {}))
      expect(anchorsOf(site.get('/docs/webhooks') as ReadFile)).toContain(event.replace('.', ''))
  })

  it.each(['/docs', '/docs/orders', '/docs/orders.md', '/docs/orders/create'])(
    'redirects %s/ to the page',
    async (path) => {
      const { status, headers } = await shared.harness.call('GET', `${path}/`)
      expect(status).toBe(308)
      expect(new URL(String(headers.location), `http://reader.test${path}/`).pathname).toBe(path)
      expect((await read(shared.harness, `${path}/`)).status).toBe(200)
    },
  )

  it('answers an unknown address with the nearest pages and status 404, and leaves other methods to the API', async () => {
    const { harness } = shared
    for (const path of [
      '/docs/unknown',
      '/docs/unknown/',
      '/docs//',
      '/docs/%zz',
      '/docs/orders.html',
      '/docs/..%2forders',
      '/docs/constructor',
    ])
      expect([path, (await read(harness, path)).status]).toEqual([path, 404])
    for (const path of ['/docs', '/docs/unknown']) {
      const { status, json } = await harness.call('POST', path)
      expect([path, status, json]).toEqual([path, 404, { error: 'not found' }])
    }
    for (const [path, nearest] of [
      ['/docs/webhook', '/docs/webhooks'],
      ['/docs/guides/authentification', '/docs/authentication'],
      ['/docs/api/v1/refunds.html', '/docs/refunds'],
      ['/docs/orders/', '/docs/orders/create'],
    ] as const) {
      const page = await read(harness, path.endsWith('/') ? `${path}unknown/` : path)
      expect([path, page.status, page.headers.get('content-type')]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ])
      expect(page.text).toContain('There is no page at this address.')
      expect(page.text).toMatch(/<form role="search" action="(?:\.\.\/)*search"/)
      const links = linksOf(page)
        .map((link) => link.path)
        .filter((link) => link !== page.path)
      expect(links).toContain(nearest)
      for (const link of new Set(links))
        expect([path, link, site.has(link) || link === '/docs/search']).toEqual([path, link, true])
    }
    const long = await read(harness, `/docs/${'%3Cb%3E/'.repeat(1_500)}`)
    expect([long.status, long.text.length < 200_000, /<b>\//.test(long.text)]).toEqual([404, true, false])
  })

  it('serves the contract, byte for byte', async () => {
    const { text } = await read(shared.harness, '/openapi.yaml')
    expect(text).toBe(
      readFileSync(new URL('../../../../openapi/merchantpay.v1.yaml', import.meta.url), 'utf8'),
    )
  })
})

describe('the reference of a configured server', () => {
  const shared = useHarness({
    MERCHANTPAY_PUBLIC_URL: 'http://pay.example.test/shop/api',
    MERCHANTPAY_RATE_LIMIT_PER_MINUTE: '17',
    MERCHANTPAY_WEBHOOK_RETRY_DELAYS: '0,45,90,3600,7200,86400',
    MERCHANTPAY_ORDER_EXPIRY_SECONDS: '5400',
    MERCHANTPAY_SANDBOX_BLOCK_MS: '2000',
    MERCHANTPAY_LIVE_TRC20: 'off',
  })

  it('is served below the path of its public URL, with every link', async () => {
    const { harness } = shared
    const site = await crawl(harness, '/shop/api/docs')
    expect(site.size).toBeGreaterThan(20)
    for (const [path, { status }] of site)
      expect([path, path.startsWith('/shop/api/'), status]).toEqual([path, true, 200])
    for (const path of ['/docs', '/']) expect((await harness.call('GET', path)).status).toBe(404)
    for (const path of ['/shop/api', '/shop/api/'])
      expect((await harness.call('GET', path)).headers.location).toBe('/shop/api/docs')
    const { text } = await read(harness, '/shop/api/docs/')
    expect(text).toBe(site.get('/shop/api/docs')?.text)
  })

  it('shows the configured limits and schedule', async () => {
    const { harness } = shared
    const limits = await read(harness, '/shop/api/docs/limits.md')
    expect(limits.text).toContain('| Requests per key | 17 a minute |')
    expect(limits.text).toContain(
      '| Requests of a merchant in an environment, with all its keys | 170 a minute |',
    )
    expect(limits.text).toContain('| New API keys per environment | 20 an hour |')
    expect(limits.text).toContain('| Time to pay an order | 1 h 30 min |')
    expect(limits.text).toContain('| Confirmation of a payment on TRC20, test | after 3 blocks, about 6 s |')
    const { text: fees } = await read(harness, '/shop/api/docs/fees-and-times.md')
    expect(fees).toContain('| TRC20, test | after 3 blocks, about 6 s |')
    expect(fees).not.toContain('| TRC20, live |')
    const webhooks = await read(harness, '/shop/api/docs/webhooks.md')
    expect(webhooks.text).toContain('| 2 | 45 s | 45 s |')
    expect(webhooks.text).toContain('After attempt 6 the delivery is `FAILED`')
  })
})

/** The field names of a body, over all of its variants. */
function fieldsOf(body: Schema | undefined): string[] {
  if (!body) return []
  const kinds = (body.oneOf ?? [body]).map((kind) => resolve<Schema>(contract, kind))
  return kinds.flatMap(({ properties = {} }) => Object.keys(properties))
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a page's Markdown that its HTML shows in the same order: paragraphs, items, cells and code. */
function partsOf(markdown: string): string[] {
  // The page of an operation shows its body by its fields, and its presence, method and name in marks.
  const [, body = ''] = /^## Body\n[\s\S]*?(^```json\n[\s\S]*?^```$)/m.exec(markdown) ?? []
  const isOperation = / · operation `/.test(markdown)
  const text = isOperation ? markdown.replace(body, '') : markdown
  const codes = [...text.matchAll(/^```[^\n]*\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  const lines = text
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/\]\([^)\s]+\)/g, ']')
    .replaceAll(/\n(?![\n|#-]|\d+\. )/g, ' ')
    .split('\n')
    .map((line) => line.replace(/^\d+\. /, ''))
  const shown = isOperation
    ? lines.filter((line) => !/ · operation `|^## Samples|^\| (?:Parameter|Field|Status) |^\|---/.test(line))
    : lines.filter((line) => !/^\|---|^\| Field |^## Body/.test(line))
  // The page of an operation has its first sentence as its lead.
  const cells = shown.flatMap((line) =>
    line.split(line.startsWith('|') ? /(?<!\\)\|/ : /(?<=\.) (?=[\p{Lu}`*[])/u),
  )
  return [...codes, ...cells.map((cell) => cell.trim())].filter(
    (part) => !/^(?:yes|no|–|Final\.|)$/.test(part),
  )
}

const fencesOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^```\w*\n([\s\S]*?)\n```$/gm)].map(([, code = '']) => code)

/** Every value of every open set. */
function openValues(node: unknown, found = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return found
  const { enum: values = [], ...rest } = node as { enum?: (string | null)[]; 'x-open-enum'?: boolean }
  if (rest['x-open-enum']) for (const value of values) if (value !== null) found.add(value)
  for (const part of Object.values(node)) openValues(part, found)
  return found
}
