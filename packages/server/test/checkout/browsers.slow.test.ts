import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { orderInRow, simulate } from '../support/checkout/checkout-rows.js'
import { linkFor, WITH_CONSOLE } from '../support/console/console-client.js'
import { useHarness } from '../support/server/harness.js'

const tabs = useBrowser()

const shows = (page: Page, row: string) => page.locator(`main[data-row=${row}]`).waitFor()

/** Hides a page or shows it again, as another tab in front of it does. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)

describe('a payer', () => {
  const shared = useHarness()

  async function payer() {
    const { harness } = shared
    const keys = await harness.register()
    const { order, url } = await orderInRow(harness, keys, 'pay')
    const pay = async () => {
      await simulate(harness, keys, order, { action: 'pay' })
      await harness.pass(4_000)
    }
    return { url, pay }
  }

  /** Opens the page in a browser that is changed first. */
  async function openIn(browser: string) {
    const { url, pay } = await payer()
    const page = await tabs.open()
    await page.addInitScript(browser)
    await page.goto(url)
    return { page, pay }
  }

  // A browser opens six connections to a host over HTTP/1.1.
  it('a payer with eight tabs of one browser sees each of them, and the payment once a tab is shown again', async () => {
    const first = await tabs.open()
    const opened: Page[] = []
    const payers: Awaited<ReturnType<typeof payer>>[] = []
    for (let tab = 0; tab < 8; tab += 1) {
      const page = tab === 0 ? first : await first.context().newPage()
      const each = await payer()
      const followed = page.waitForResponse(/\/events$/)
      await page.goto(each.url)
      await followed
      await shows(page, 'pay')
      await setHidden(page, true)
      opened.push(page)
      payers.push(each)
    }
    await payers[0]?.pay()
    await shows(first, 'pay')
    await setHidden(first, false)
    await shows(first, 'paid')
  })

  it.each(['en-US@posix', 'en-u', 'en-'])(
    'a payer whose browser speaks %s copies, sees the time left, and sees the payment arrive',
    async (language) => {
      const { page, pay } = await openIn(
        `Object.defineProperty(navigator, 'languages', { get: () => ['${language}'] })`,
      )
      await page.locator('[data-copy=address]').waitFor({ state: 'visible' })
      await expect.poll(() => page.locator('#left').textContent()).toMatch(/^\d\d:\d\d$/)
      await pay()
      await shows(page, 'paid')
    },
  )

  it.each([
    ['no languages', `Object.defineProperty(navigator, 'languages', { get: () => undefined })`],
    ['no dates of a language', 'Date.prototype.toLocaleString = () => { throw new RangeError() }'],
    ['no measured times', 'performance.getEntriesByType = undefined'],
  ])('a payer whose browser has %s sees the payment arrive', async (_, browser) => {
    const { page, pay } = await openIn(browser)
    await page.locator('[data-copy=address]').waitFor({ state: 'visible' })
    await pay()
    await shows(page, 'paid')
  })
})

describe('a page of the console', () => {
  const shared = useHarness({ ...WITH_CONSOLE })

  it('looks for new rows at once when it is shown again', async () => {
    const { harness } = shared
    const page = await tabs.open(`${harness.server.url}${await linkFor(harness)}`)
    await page.locator('main button').click()
    await page.goto(`${harness.server.url}/console/orders?env=test`)
    await setHidden(page, true)
    const keys = await harness.register()
    await orderInRow(harness, keys, 'pay')
    await setHidden(page, false)
    await page.locator('[data-poll]').getByText('1 new, show').waitFor()
  })
})
