import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { freePort } from '../../../../test-support/net/free-port.js'
import { useBrowser } from '../support/checkout/browser.js'
import { installAxe, overflowOf, violationsOf } from '../support/checkout/page-faults.js'
import { linkOf } from '../support/dashboard/dashboard-client.js'
import { makeOwner, type Owner, PAGE_ROUTES, pathOf } from '../support/dashboard/own-paths.js'
import { signInPerson } from '../support/people/people-clients.js'
import { Harness, useHarness } from '../support/server/harness.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

const tabs = useBrowser()
const shared = useHarness()

/** Opens the dashboard with a link, by the button of its page. */
async function signIn(page: Page, harness: Harness, owner: Owner): Promise<void> {
  await page.goto(`${harness.server.url}${await linkOf(harness, owner)}`)
  await page.locator('main button').press('Enter')
  await page.waitForURL('**/dashboard')
}

it('every page passes axe, in both modes, and never scrolls sideways; in Arabic too', async () => {
  const { harness } = shared
  const owner = await makeOwner(harness)
  const long = {
    ...{ amount_mode: 'FIXED', amount: '999999.99', currency: 'USDT', uses: 'MANY' },
    description: 'W'.repeat(120),
  }
  const { json: link } = await harness.call('POST', '/v1/payment-links', { keys: owner, body: long })
  const ids = { ...owner.ids, links: String(link.id) }
  const faults: string[] = []
  for (const locale of ['en-GB', 'ar']) {
    const page = await tabs.open(undefined, {
      locale,
      viewport: { width: 1280, height: 860 },
      reducedMotion: 'reduce',
    })
    await installAxe(page)
    await signIn(page, harness, owner)
    for (const { path } of PAGE_ROUTES) {
      await page.goto(`${harness.server.url}${pathOf(path, { ids })}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const found = await violationsOf(page)
        faults.push(...found.map((fault) => `${path} ${locale} ${colorScheme}: ${fault}`))
      }
      for (const width of [320, 820, 1024]) {
        await page.setViewportSize({ width, height: 700 })
        if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
          faults.push(...(await overflowOf(page)).map((part) => `${path} ${locale} ${width}: ${part}`))
      }
      await page.setViewportSize({ width: 1280, height: 860 })
    }
  }
  expect(faults).toEqual([])
}, 240_000)

it('a payment link is made, paid and refunded by keyboard, without a script', async () => {
  const { harness } = shared
  const owner = await makeOwner(harness)
  const page = await tabs.open(undefined, { javaScriptEnabled: false })
  await signIn(page, harness, owner)
  await page.getByRole('link', { name: 'New link' }).press('Enter')
  await page.getByRole('textbox', { name: 'For' }).pressSequentially('Signed first edition')
  await page.getByRole('textbox', { name: 'Amount' }).pressSequentially('75')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/links/pl_*')
  const share = page.url()
  await page.goto(await page.locator('#link').innerText())
  await page.getByRole('button', { name: 'Pay on' }).press('Enter')
  await page.waitForURL('**/pay/*')
  const linkId = share.replace(/^.*\//, '').replace(/\?.*$/, '')
  const opened = await harness.call('GET', `/v1/payment-links/${linkId}/orders`, { keys: owner })
  const [{ id } = { id: '' }] = opened.json.orders as { id: string }[]
  const paid = await harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, {
    keys: owner,
    body: { action: 'pay' },
  })
  expect(paid.status).toBe(200)
  await harness.pass(20_000, 5_000)
  await page.goto(`${harness.server.url}/dashboard/orders/${id}`)
  await page.getByRole('link', { name: 'Refund' }).press('Enter')
  await page.getByRole('radio', { name: 'Another amount' }).press('Space')
  await page.getByLabel('Amount', { exact: true }).fill('70')
  await page.getByLabel('Send to').fill(PAYEE.TRC20)
  await page.getByRole('button', { name: 'Review refund' }).press('Enter')
  await page.getByRole('checkbox').press('Space')
  await page.getByRole('button', { name: 'Refund 70.00 USDT' }).press('Enter')
  await page.waitForURL('**?done=refunded')
  expect(await page.locator('main').innerText()).toContain('The refund is created.')
  const { json } = await harness.call('GET', `/v1/orders/${id}/refunds`, { keys: owner })
  expect(json.refunds).toMatchObject([{ amount: '70.00', destination_address: PAYEE.TRC20 }])
}, 60_000)

it('a counter turns green when its order is paid, follows it only while it is shown, and keeps its sound off', async () => {
  const { harness } = shared
  const owner = await makeOwner(harness)
  const page = await tabs.open()
  await signIn(page, harness, owner)
  await page.goto(`${harness.server.url}/dashboard/counter`)
  await page.getByRole('textbox', { name: 'Amount' }).fill('23.14')
  await page.getByRole('button', { name: 'Show to the customer' }).click()
  await page.waitForURL('**/counter')
  const id = /orders\/(.*)\/counter/.exec(page.url())?.[1]
  await page.getByRole('button', { name: 'Sound' }).click()
  const simulate = { keys: owner, body: { action: 'pay' } }
  await harness.call('POST', `/v1/test_helpers/orders/${id}/simulate`, simulate)
  await harness.pass(20_000, 5_000)
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  expect(await page.locator('.paid .sum').innerText()).toContain('23.14')
  expect(await page.locator('#live').textContent()).toBe('Paid')
  await page.getByRole('link', { name: 'Next customer' }).click()
  await page.waitForURL('**/dashboard/counter')
  await page.getByRole('textbox', { name: 'Amount' }).fill('25')
  await page.getByRole('button', { name: 'Show to the customer' }).click()
  await page.waitForURL('**/orders/*/counter')
  expect(await page.getByRole('button', { name: 'Sound' }).getAttribute('aria-pressed')).toBe('false')
  const openStreams = () => page.evaluate('stream.readyState')
  await page.evaluate(
    "Object.defineProperty(document, 'hidden', { value: true, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))",
  )
  expect(await openStreams()).toBe(2)
  await page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
  expect(await openStreams()).toBeLessThan(2)
}, 60_000)

it('a withdrawal is reviewed, made and canceled by keyboard, without a script', async () => {
  const { harness } = shared
  const owner = await makeOwner(harness)
  const page = await tabs.open(undefined, { javaScriptEnabled: false })
  await signIn(page, harness, owner)
  await page.getByRole('link', { name: 'Withdraw' }).first().press('Enter')
  await page.getByLabel('Amount').pressSequentially('20')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/withdraw/review')
  expect(await page.locator('main').innerText()).toContain('21.50')
  await page.getByRole('button', { name: 'Withdraw now' }).press('Enter')
  await page.waitForURL('**?done=withdrawn')
  await page.getByRole('button', { name: 'Cancel withdrawal' }).press('Enter')
  await page.waitForURL('**?done=canceled')
  expect(await page.locator('h1').innerText()).toContain('20.00 USDT')
  expect(await page.locator('h1').innerText()).toContain('Canceled')
}, 60_000)

it('a delivery is looked at and sent again by keyboard, without a script', async () => {
  const { harness } = shared
  const owner = await makeOwner(harness)
  const page = await tabs.open(undefined, { javaScriptEnabled: false })
  await signIn(page, harness, owner)
  await page.getByRole('link', { name: 'Deliveries' }).first().press('Enter')
  await page.getByRole('link', { name: 'payment.confirmed' }).last().press('Enter')
  await page.getByRole('button', { name: 'Send again' }).press('Enter')
  await page.waitForURL('**done=resent')
  expect(await page.locator('main').innerText()).toContain('Sent again as a new delivery.')
  const { json } = await harness.call('GET', `/v1/webhooks/${owner.ids.endpoints}/deliveries`, {
    keys: owner,
  })
  const deliveries = json.deliveries as { redelivery_of: string | null }[]
  expect(deliveries.map(({ redelivery_of }) => redelivery_of)).toContain(owner.ids.deliveries)
}, 60_000)

it('a payment link is made in Arabic, and its link shared, from right to left', async () => {
  const { harness } = shared
  const owner = await makeOwner(harness)
  const page = await tabs.open(undefined, { locale: 'ar' })
  await signIn(page, harness, owner)
  await page.getByRole('link', { name: 'رابط جديد' }).click()
  await page.getByRole('textbox', { name: 'المبلغ' }).fill('1,250.50')
  await page.getByLabel('مقابل').fill('طبعة أولى موقّعة')
  await page.getByRole('button', { name: 'إنشاء الرابط' }).click()
  await page.waitForURL('**/links/pl_*')
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  const text = await page.locator('main').innerText()
  expect(text).toContain('1,250.50 USDT')
  expect(text).toContain('طبعة أولى موقّعة')
  expect(await page.locator('#qr').getAttribute('aria-label')).toContain('/link/')
  const mail = await page.getByRole('link', { name: 'مشاركة بالبريد' }).getAttribute('href')
  const { pathname, search } = new URL(`${mail}`)
  expect(pathname).toBe('')
  expect(new URLSearchParams(search).get('subject')).toContain('طبعة أولى موقّعة')
  expect(new URLSearchParams(search).get('body')).toBe(await page.locator('#link').innerText())
}, 60_000)

it('a person adds a passkey, and signs in with it', async () => {
  const url = `http://localhost:${await freePort()}`
  const harness = await Harness.start({ MERCHANTPAY_PUBLIC_URL: url, MERCHANTPAY_PORT: new URL(url).port })
  const { merchantId } = await harness.register()
  const { client } = await signInPerson(harness, merchantId)
  const page = await tabs.open(undefined, { tolerated: /status of 401/ })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const [name = '', value = ''] = `${client.cookie}`.split('=')
  await page.context().addCookies([{ name, value, domain: 'localhost', path: '/dashboard' }])
  await page.goto(`${url}/dashboard/me`)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.waitForURL('**done=passkey**')
  await installAxe(page)
  for (const path of ['/me', '/people']) {
    await page.goto(`${url}/dashboard${path}`)
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 800 })
    expect(
      await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    ).toBe(true)
    await page.setViewportSize({ width: 1280, height: 860 })
  }
  await page.getByRole('button', { name: 'Sign out' }).last().click()
  await page.goto(`${url}/dashboard`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('link', { name: 'People', exact: true }).first().waitFor()
  await page.goto(`${url}/dashboard/people/new`)
  expect(await page.getByRole('button', { name: 'Invite a person' }).count()).toBe(1)
}, 60_000)
