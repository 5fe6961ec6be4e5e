import { createHmac } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadContract } from '../../src/http/validator/contracts.js'
import { OperationTable } from '../../src/http/validator/operations.js'
import { useBrowser } from '../support/checkout/browser.js'
import { installAxe, violationsOf } from '../support/checkout/page-faults.js'
import { type Registered, useHarness } from '../support/server/harness.js'

describe('the form for trying a call, below a path', () => {
  const shared = useHarness({ MERCHANTPAY_PUBLIC_URL: 'http://pay.example.test/shop' })
  const tabs = useBrowser()
  let keys: Registered
  const address = () => `${shared.harness.server.url}/shop/docs/try`

  beforeAll(async () => {
    const harness = shared.harness
    const body = { name: 'Ada', email: 'ada@books.example', platform_user_id: 'ada-before' }
    const { json } = await harness.call('POST', '/shop/v1/merchants', { body, isSigned: false })
    const key = json.api_key as { key_id: string; secret: string }
    keys = { keyId: key.key_id, secret: key.secret, merchantId: json.id, webhookSecret: '' }
  })

  async function open() {
    const page = await tabs.open(address())
    const sent: Request[] = []
    page.on('request', (request) => sent.push(request))
    return { page, sent }
  }
  async function giveKey(page: Page, { keyId, secret } = keys) {
    await page.fill('#key-id', keyId)
    await page.fill('#secret', secret)
  }
  const choose = (page: Page, operation: string) =>
    page.selectOption('#operation', { index: OPERATIONS.indexOf(operation) })
  const send = (page: Page) => page.click('#send')
  const waitForStatus = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor()
  const answered = (page: Page, words: string) => page.locator('#answer').getByText(words).waitFor()
  const answer = (page: Page) => page.textContent('#answer')
  const OPERATIONS: string[] = []

  beforeAll(async () => {
    const answer = await shared.harness.call('GET', '/shop/docs/try')
    OPERATIONS.push(...[...answer.text.matchAll(/<option[^>]*>(\w+):/g)].map(([, id = '']) => id))
  })

  it('offers every operation', () => {
    const known = new OperationTable(loadContract().contract).list().map(({ id }) => id)
    expect(OPERATIONS.toSorted()).toEqual(known.toSorted())
  })

  it('registers a merchant, keeps its key in the fields and creates an order with it', async () => {
    const { page, sent } = await open()
    await choose(page, 'registerMerchant')
    await send(page)
    await waitForStatus(page, 'Answered 201.')
    await page.waitForFunction("document.getElementById('key-id').value.startsWith('mk_test_')")
    await choose(page, 'createOrder')
    await send(page)
    await answered(page, 'payment_url')
    expect(sent.map((request) => new URL(request.url()).pathname)).toEqual([
      '/shop/v1/merchants',
      '/shop/v1/orders',
    ])
    const [, order] = sent
    const signed = (await page.textContent('#signed')) ?? ''
    const [, signature] = /:(\w{64})$/.exec(order?.headers().authorization ?? '') ?? []
    const secret = await page.inputValue('#secret')
    expect(createHmac('sha256', secret).update(signed).digest('hex')).toBe(signature)
  })

  it('uses the idempotency key of the header', async () => {
    const { page } = await open()
    await giveKey(page)
    await choose(page, 'createAppOrder')
    for (const words of ['payment_uri', 'idempotent-replayed: true']) {
      await send(page)
      await answered(page, words)
    }
    expect(await answer(page)).toMatch(/^201 [\s\S]*payment_uri/)
  })

  it('shows the error of the server', async () => {
    // Chromium reports an answer of 400 as an error of the page, which pages of `open` must not have.
    const page = await (await tabs.open()).context().newPage()
    await page.goto(address())
    await giveKey(page)
    await choose(page, 'createAppOrder')
    await page.fill('#body', '{"amount_mode":"FIXED"}')
    await send(page)
    await answered(page, 'amount required')
    expect(await answer(page)).toMatch(/^400 /)
  })

  it('refuses and clears a live key, and sends nothing', async () => {
    const { page, sent } = await open()
    for (const live of [
      { ...keys, keyId: keys.keyId.replace('test', 'live') },
      { ...keys, secret: keys.secret.replace('test', 'live') },
    ]) {
      await giveKey(page, live)
      await send(page)
      await page.waitForFunction("document.getElementById('secret').value === ''")
      await waitForStatus(page, 'Live keys are refused here.')
      expect(await page.inputValue('#key-id')).toBe('')
    }
    expect(sent).toEqual([])
  })

  it.each([
    ['#headers', 'Authorization: Bearer mk_live_0:1:0'],
    ['#headers', 'X-Note: sk_live_0'],
    ['#body', '{"name":"Ada","note":"sk_live_0"}'],
    ['#target', '/shop/v1/merchants?key=mk_live_0'],
    ['#key-id', 'mk_live_0'],
    ['#secret', 'sk_live_0'],
  ])('refuses a live key in %s (%s), also for an unsigned operation', async (field, live) => {
    for (const operation of ['registerMerchant', 'createOrder']) {
      const { page, sent } = await open()
      await giveKey(page)
      await choose(page, operation)
      await page.fill(field, live)
      await send(page)
      await waitForStatus(page, 'Live keys are refused here.')
      for (const cleared of [field, '#key-id', '#secret'])
        expect([operation, cleared, await page.inputValue(cleared)]).toEqual([operation, cleared, ''])
      expect(sent).toEqual([])
    }
  })

  it('ignores an Authorization among the further headers', async () => {
    const { page, sent } = await open()
    await choose(page, 'registerMerchant')
    await page.fill('#headers', 'authorization: Bearer other\nX-Request-Id: cart-7')
    const { platform_user_id: _, ...body } = JSON.parse(await page.inputValue('#body'))
    await page.fill('#body', JSON.stringify({ ...body, platform_user_id: 'ada-by-headers' }))
    await send(page)
    await waitForStatus(page, 'Answered 201.')
    const [request] = sent
    expect(request?.headers()).toMatchObject({ 'x-request-id': 'cart-7' })
    expect(request?.headers()).not.toHaveProperty('authorization')
  })

  it('sends nothing without a key, with braces in the target, or to another server', async () => {
    const { page, sent } = await open()
    await choose(page, 'listOrders')
    await send(page)
    await waitForStatus(page, 'Give a test key')
    await giveKey(page)
    await choose(page, 'getOrder')
    await send(page)
    await waitForStatus(page, 'Put an id in the place of the braces.')
    await page.fill('#target', 'https://evil.example/v1/orders')
    await send(page)
    await waitForStatus(page, 'The target is a path of this server.')
    expect(sent).toEqual([])
  })

  it('signs the target that the browser sends', async () => {
    const { page } = await open()
    await giveKey(page)
    await choose(page, 'listOrders')
    await page.fill('#target', '/shop/v1/../v1/orders?limit=1')
    await send(page)
    await waitForStatus(page, 'Answered 200.')
  })

  it('shows a stream as it arrives, until it is stopped', async () => {
    const { page } = await open()
    await giveKey(page)
    const { json } = await shared.harness.call('POST', '/shop/v1/orders', {
      keys,
      body: { amount: '25.00', currency: 'USDT', network: 'TRC20' },
    })
    await choose(page, 'streamOrderEvents')
    await page.fill('#target', `/shop/v1/orders/${json.id}/events`)
    await send(page)
    await answered(page, '"status":"OPEN"')
    await page.click('#stop')
    await waitForStatus(page, 'Stopped.')
  })

  it('does not store the key, and clears it when the reader leaves', async () => {
    const { page } = await open()
    await giveKey(page)
    await choose(page, 'getBalance')
    await send(page)
    await waitForStatus(page, 'Answered 200.')
    const stored = await page.evaluate(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href])',
    )
    expect(stored).toBe(JSON.stringify(['', {}, {}, address()]))
    // Simulates the event of a browser that keeps the page to restore it; this browser never does so.
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    expect([await page.inputValue('#key-id'), await page.inputValue('#secret')]).toEqual(['', ''])
    expect(await page.textContent('#answer')).toBe('')
  })

  it('passes axe, and tells that it needs a script', async () => {
    const page = await tabs.open()
    await installAxe(page)
    await page.goto(address())
    expect(await violationsOf(page)).toEqual([])
    const scriptless = await tabs.open(address(), { javaScriptEnabled: false })
    expect(await scriptless.textContent('main')).toContain('This form needs a script.')
    expect(await scriptless.isVisible('#try')).toBe(false)
  })
})
