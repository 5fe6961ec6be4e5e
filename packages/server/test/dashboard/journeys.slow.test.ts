import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { installAxe, overflowOf, violationsOf } from '../support/checkout/page-faults.js'
import { linkOf } from '../support/dashboard/dashboard-client.js'
import { makeOwner, type Owner, PAGE_ROUTES, pathOf } from '../support/dashboard/own-paths.js'
import { cookiesOf } from '../support/pages/pictures.js'
import { signInPerson } from '../support/people/people-clients.js'
import { type Harness, useHarness } from '../support/server/harness.js'

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
  await page.getByRole('checkbox', { name: 'Tron' }).uncheck()
  const shown = await page.locator('.look').innerText()
  expect(shown).toContain('طبعة أولى موقّعة')
  expect(shown).toContain('1,250.50 USDT')
  expect([shown.includes('Tron'), shown.includes('الدفع عبر')]).toEqual([false, true])
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

it('the preview of the brand follows the form before it is saved, and nothing is stored', async () => {
  const { harness } = shared
  const { client } = await signInPerson(harness, (await harness.register()).merchantId)
  const page = await tabs.open(undefined, { viewport: { width: 1280, height: 860 } })
  await page.context().addCookies(cookiesOf(client))
  const faults: string[] = []
  page.on('console', (message) => faults.push(message.text()))
  await page.goto(`${harness.server.url}/dashboard/brand?env=test`)
  const look = page.locator('.look')
  await page.getByLabel('Name').fill('Nordlicht <Books>')
  await page.getByLabel('Contact for payers').fill('hello@nordlicht.example')
  await expect.poll(() => look.innerText()).toContain('Nordlicht <Books>')
  expect(await look.innerText()).toContain('hello@nordlicht.example')
  await page.getByLabel('Contact for payers').fill('')
  expect(await look.getByText('Contact for payers').isVisible()).toBe(false)
  await page.getByLabel('Colour').fill('#ffee00')
  const fillOf = () =>
    page.evaluate("getComputedStyle(document.querySelector('.look')).getPropertyValue('--look-fill')")
  const shown = await page.request.get(
    `${harness.server.url}/dashboard/brand/colors.json?env=test&accent=%23ffee00`,
  )
  const { fill } = (await shown.json()) as { fill: string }
  await expect.poll(fillOf).toBe(fill)
  const contrast = page.locator('.contrast')
  expect(await contrast.innerText()).toContain(fill)
  expect(await contrast.innerText()).toContain('1.20 : 1')
  await page.getByLabel('Name').fill('')
  expect(await look.innerText()).toContain("Ada's Books")
  expect(await page.getByText('Not saved yet.').isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Preview' }).isVisible()).toBe(false)
  expect(faults).toEqual([])
  expect((await client.get('/dashboard/brand?env=test')).text).not.toContain('Nordlicht')
})
