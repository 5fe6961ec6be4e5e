import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { NO_CHANGE } from '../../src/domain/merchants/brand.js'
import { readLogo } from '../../src/domain/merchants/logo.js'
import { changeBrand } from '../../src/domain/merchants/merchant-brands.js'
import { rewritePng } from '../../src/runtime/png.js'
import { type TabOptions, useBrowser } from '../support/checkout/browser.js'
import { orderInRow, ROWS, withholdFinalChecks } from '../support/checkout/checkout-rows.js'
import { tabTo } from '../support/checkout/keyboard.js'
import { installAxe, overflowOf, smallTargetsOf, violationsOf } from '../support/checkout/page-faults.js'
import { contextAt, handClock } from '../support/domain/context.js'
import { ScreeningService } from '../support/screening/screening-service.js'
import { Harness, type Keys, useHarness } from '../support/server/harness.js'
import { openOn } from '../support/storage/engines.js'

const tabs = useBrowser()
const NARROW = { width: 320, height: 640 }
const PHONE = { width: 390, height: 1_200 }
/** Extreme accents, and greys on which both white and black text are hard to read. */
const ACCENTS = ['#ffffff', '#ffff00', '#00ffff', '#ff0000', '#000000', '#777777', '#14181d']
/** Four pixels, red. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
)

/** Faults of a page, each with the place where it was found. */
class Faults {
  readonly found: string[] = []

  note(where: string, faults: readonly string[]): void {
    this.found.push(...faults.map((fault) => `${where}: ${fault}`))
  }

  /** Runs all axe rules in light and in dark mode. */
  async ask(page: Page, name: string): Promise<void> {
    for (const [colorScheme, time] of [
      ['light', 'day'],
      ['dark', 'night'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      this.note(`${name} by ${time}`, await violationsOf(page))
    }
  }
}

/** Opens a page with axe that stays as it was loaded, because its stream is blocked. */
async function standing(options: TabOptions = {}): Promise<Page> {
  const page = await tabs.open(undefined, { viewport: PHONE, ...options })
  await page.route(/\/events$/, () => undefined)
  await installAxe(page)
  return page
}

describe('every row of the checkout page', () => {
  it('has one address or none, and large enough targets on 320 pixels, in both directions', async () => {
    const harness = await Harness.start(withholdFinalChecks(await ScreeningService.start()))
    const keys = await harness.register()
    const page = await standing({ viewport: NARROW })
    const faults = new Faults()
    for (const row of ROWS) {
      const fields = { description: 'Two books', return_url: 'https://shop.example/back' }
      const { url } = await orderInRow(harness, keys, row, fields)
      for (const language of ['en', 'ar']) {
        const name = `${row}-${language}`
        await page.goto(`${url}?lang=${language}`)
        await page.locator(`main[data-row=${row}]`).waitFor()
        await page.evaluate(`for (const part of document.querySelectorAll('details')) part.open = true`)
        expect([name, await page.locator('#qr, #address').count()]).toEqual([
          name,
          row.startsWith('pay') ? 2 : 0,
        ])
        faults.note(name, [...(await overflowOf(page)), ...(await smallTargetsOf(page))])
      }
    }
    expect(faults.found).toEqual([])
  }, 60_000)
})

describe('a page without an order', () => {
  const shared = useHarness()

  it('passes axe in light and dark mode, in both directions', async () => {
    const page = await standing({ tolerated: /status of 404/ })
    const faults = new Faults()
    for (const language of ['en', 'ar']) {
      await page.goto(`${shared.harness.server.url}/pay/AAAAAAAAAAAAAAAAAAAAAA?lang=${language}`)
      await faults.ask(page, language)
    }
    expect(faults.found).toEqual([])
  })
})

describe('a branded page', () => {
  const shared = useHarness()

  it('passes axe in every accent, in light and dark mode, with its logo', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { url } = await orderInRow(harness, keys, 'confirming', { return_url: 'https://shop.example/back' })
    const store = await openOn(harness.database)
    const context = contextAt(handClock())
    const page = await standing()
    const faults = new Faults()
    const logo = await readLogo(LOGO, rewritePng)
    for (const accent of ACCENTS) {
      const change = { ...NO_CHANGE, name: 'Ada', accent, logo }
      const mandate = { actor: 'ada', reason: null }
      await store.write((tx) => changeBrand(tx, context, { id: keys.merchantId, change }, mandate))
      await page.goto(url)
      expect(await page.evaluate(`document.querySelector('header img').naturalWidth`)).toBe(2)
      await faults.ask(page, accent)
    }
    expect(faults.found).toEqual([])
  })
})

describe('a payment', () => {
  const shared = useHarness()

  /** Records all that a screen reader announces: the texts of the live region, and the heading that gets the focus. */
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

  const pasted = (page: Page) => page.evaluate('navigator.clipboard.readText()')

  it('works with a keyboard alone, and is announced at most four times', async () => {
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
