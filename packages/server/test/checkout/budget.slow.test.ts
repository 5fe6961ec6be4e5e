import { get } from 'node:http'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { orderInRow, type Row } from '../support/checkout/checkout-rows.js'
import { LANGUAGES } from '../support/checkout/languages.js'
import { useHarness } from '../support/server/harness.js'

const tabs = useBrowser()
const shared = useHarness()
/** The bytes that TCP sends before it waits for an acknowledgement. */
const MOST_BYTES = 14 * 1_024
/** Without the headers, for an order of usual size. */
const GOAL_BYTES = 9 * 1_024
const MOST_SCRIPT_BYTES = 2_048
/** Row and language of the page that a budget of usual size is measured by. */
const USUAL = ['pay, en', 'pay, ar', 'paid, en']

interface Received {
  /** Status line, headers and body as received. */
  readonly bytes: number
  readonly html: string
}

/** Loads a page like a browser, and counts the bytes on the wire. */
function load(url: string): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { headers: { 'accept-encoding': 'gzip' }, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        expect(answer.headers['content-encoding']).toBe('gzip')
        // Every answer closes its connection, so the socket has read exactly this answer.
        resolve({ bytes: answer.socket.bytesRead, html: gunzipSync(Buffer.concat(chunks)).toString('utf8') })
      })
    })
    sent.on('error', reject)
  })
}

it('the page takes at most 14 KB, 9 KB with usual texts, and its script 2 KB, in every language', async () => {
  const { harness } = shared
  const keys = await harness.register()
  const sizes: { what: string; bytes: number }[] = []
  let document = ''
  for (const row of ['pay', 'pay_rest', 'confirming', 'paid', 'underpaid'] satisfies Row[]) {
    const description = Array.from({ length: 40 }, (_, at) => `book ${at * 7_919}`).join(', ')
    const fields = { description, return_url: 'https://shop.example/orders/back?cart=1' }
    const { url } = await orderInRow(harness, keys, row, fields)
    for (const language of LANGUAGES) {
      const { bytes, html } = await load(`${url}?lang=${language}`)
      sizes.push({ what: `${row}, ${language}`, bytes })
      document = html
    }
  }
  for (const what of USUAL) {
    const [row = '', language = ''] = what.split(', ')
    const { url } = await orderInRow(harness, keys, row as Row, { description: 'Two books' })
    const { html } = await load(`${url}?lang=${language}`)
    const bytes = packed(html)
    console.log(`${what}: ${bytes} bytes, goal ${GOAL_BYTES}`)
    expect([what, bytes <= GOAL_BYTES]).toEqual([what, true])
  }
  const [biggest] = sizes.sort((a, b) => b.bytes - a.bytes)
  const [style, script] = ['style', 'script'].map((tag) => packed(contentOf(document, tag)))
  console.log(`page with headers: at most ${biggest?.bytes} bytes (${biggest?.what}), limit ${MOST_BYTES}`)
  console.log(`style: ${style} bytes; script: ${script} bytes, limit ${MOST_SCRIPT_BYTES}`)
  expect(biggest?.bytes).toBeLessThanOrEqual(MOST_BYTES)
  expect(script).toBeLessThanOrEqual(MOST_SCRIPT_BYTES)
})

/** Bytes after compression. */
const packed = (text: string): number => gzipSync(text).length

function contentOf(html: string, tag: string): string {
  const [, content] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html) ?? []
  if (!content) throw new Error(`the page has no ${tag}`)
  return content
}

it('a visit is one request and one stream', async () => {
  const { harness } = shared
  const { url } = await orderInRow(harness, await harness.register(), 'pay')
  const page = await tabs.open()
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.resourceType()} ${request.url()}`))
  const followed = page.waitForResponse(`${url}/events`)
  await page.goto(url)
  await followed
  console.log(`requests of a visit: ${asked.map((line) => line.split(' ')[0]).join(', ')}`)
  expect(asked).toEqual([`document ${url}`, `eventsource ${url}/events`])
})
