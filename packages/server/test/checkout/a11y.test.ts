import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser } from '../support/browser.js'
import { holdFinalChecks, orderInRow, ROWS } from '../support/checkout-rows.js'
import { Harness, type Keys, useHarness } from '../support/harness.js'
import { overflowOf, smallTargetsOf, violationsOf } from '../support/page-faults.js'
import { ScreeningService } from '../support/screening-service.js'

const tabs = useBrowser()
/** Git ignores it: to be looked at. */
const PICTURES = fileURLToPath(new URL('../../test-output/checkout/', import.meta.url))
const NARROW = { width: 320, height: 640 }
const PHONE = { width: 390, height: 1_200 }

describe('every row of the checkout page', () => {
  it('pleases axe by day, by night and from right to left, and fits fingers on 320 pixels', async () => {
    const harness = await Harness.start(holdFinalChecks(await ScreeningService.start()))
    const keys = await harness.register()
    const page = await tabs.open(undefined, { viewport: PHONE })
    await page.route(/\/events$/, () => undefined) // it would follow the order into its next row
    const faults: string[] = []
    const note = (where: string, found: string[]) =>
      void faults.push(...found.map((fault) => `${where}: ${fault}`))
    for (const row of ROWS) {
      const fields = { description: 'Two books', return_url: 'https://shop.example/back' }
      const { url } = await orderInRow(harness, keys, row, fields)
      for (const language of ['en', 'ar']) {
        const name = `${row}-${language}`
        await page.goto(`${url}?lang=${language}`)
        await page.locator(`main[data-row=${row}]`).waitFor()
        await page.evaluate(`document.querySelector('details').open = true`)
        note(name, await violationsOf(page))
        await page.screenshot({ path: `${PICTURES}${name}-day.png` })
        await page.emulateMedia({ colorScheme: 'dark' })
        note(`${name} by night`, await violationsOf(page, 'color-contrast')) // nothing else differs
        await page.screenshot({ path: `${PICTURES}${name}-night.png` })
        await page.emulateMedia({ colorScheme: 'light' })
        await page.setViewportSize(NARROW)
        note(name, [...(await overflowOf(page)), ...(await smallTargetsOf(page))])
        await page.setViewportSize(PHONE)
      }
    }
    expect(faults).toEqual([])
  }, 120_000)
})

describe('a payment', () => {
  const shared = useHarness()

  /** Notes whatever a screen reader is made to say: the live region’s texts, and the heading that gets the focus. */
  const LISTEN = `addEventListener('focusin', ({ target }) => { if (target.matches('h1')) announce(target.textContent) })
  addEventListener('DOMContentLoaded', () => {
    for (const region of document.querySelectorAll('[aria-live], [role=status], [role=alert]'))
      new MutationObserver(() => { if (region.textContent) announce(region.textContent) })
        .observe(region, { childList: true, characterData: true, subtree: true })
  })`

  async function payer(keys: Keys) {
    const { harness } = shared
    const { order, url } = await orderInRow(harness, keys, 'pay', { return_url: 'https://shop.example/back' })
    const page = await tabs.open(undefined, { permissions: ['clipboard-read', 'clipboard-write'] })
    const announced: string[] = []
    await page.exposeFunction('announce', (text: string) => void announced.push(text))
    await page.addInitScript(LISTEN)
    await page.goto(url)
    return { order, page, announced }
  }

  /** Presses Tab until the part has the focus. */
  async function tabTo(page: Page, selector: string): Promise<void> {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(`document.activeElement.matches('${selector}')`)) return
    }
    throw new Error(`no Tab leads to ${selector}`)
  }

  const pasted = (page: Page) => page.evaluate('navigator.clipboard.readText()')

  it('needs nothing but a keyboard, and is announced at most four times', async () => {
    const { harness } = shared
    const { order, page, announced } = await payer(await harness.register())
    await tabTo(page, '[data-copy=amount]')
    await page.keyboard.press('Enter')
    await expect.poll(() => pasted(page)).toBe('25.00')
    await tabTo(page, '[data-copy=address]')
    await page.keyboard.press('Space')
    await expect.poll(() => pasted(page)).toBe(order.payment_address)
    await tabTo(page, 'button[value=pay]')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    await harness.pass(1_000)
    await page.locator('main[data-row=confirming]').waitFor()
    await harness.pass(3_000)
    await page.locator('main[data-row=paid] h1:focus').waitFor()
    await tabTo(page, 'a[href="https://shop.example/back"]')
    expect(announced).toEqual(['Amount copied', 'Address copied', 'Payment seen', 'Paid'])
    console.log(`announced during a payment: ${announced.length} (at most 4)`)
  })
})
