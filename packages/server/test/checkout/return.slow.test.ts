import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { orderInRow, type Row } from '../support/checkout/checkout-rows.js'
import { useHarness } from '../support/server/harness.js'

const tabs = useBrowser()
const shared = useHarness()
const SHOP = 'https://shop.example/orders/back?cart=1'
/** Longer than the countdown. */
const LONG_MS = 30_000

/** Opens the page of an order, in a window that can scroll, and with a clock that stands. */
async function open(row: Row, { query = '', ageMs = 0 } = {}) {
  const { harness } = shared
  const { url } = await orderInRow(harness, await harness.register(), row, { return_url: SHOP })
  harness.clock.advance(ageMs)
  const page = await tabs.open(undefined, { viewport: { width: 320, height: 480 } })
  await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'the shop' }))
  await page.clock.install()
  return { page, url, visit: () => page.goto(`${url}${query}`) }
}

const shownOn = (page: Page) => page.locator('#back, a[href^="https://shop"]').innerText()

describe('the page of a payment that has just arrived', () => {
  it('leads back to the shop after five seconds, which the button counts', async () => {
    const { page, visit } = await open('paid')
    await visit()
    expect(await shownOn(page)).toBe('Back to the shop (5)')
    await page.clock.runFor(2_000)
    expect(await shownOn(page)).toBe('Back to the shop (3)')
    await page.clock.runFor(2_900)
    expect(page.url()).not.toBe(SHOP)
    await Promise.all([page.waitForURL(SHOP), page.clock.runFor(200)])
  })

  it.each<[string, (page: Page) => Promise<unknown>]>([
    ['a key', (page) => page.keyboard.press('Shift')],
    ['a touch', (page) => page.locator('h1').click()],
    ['the wheel', (page) => page.mouse.wheel(0, 100)],
    ['scrolling', (page) => page.evaluate('scrollTo(0, 100)')],
    ['the link that stays', (page) => page.locator('#stay').click()],
  ])('stays after %s', async (_name, act) => {
    const { page, visit } = await open('paid')
    await visit()
    await page.clock.runFor(2_000)
    const here = page.url()
    await act(page)
    await page.locator('#stay').waitFor({ state: 'hidden' })
    expect(await shownOn(page)).toBe('Back to the shop')
    await page.clock.runFor(LONG_MS)
    expect(page.url()).toBe(here)
  })

  it('stays in a tab that is hidden', async () => {
    const { page, url, visit } = await open('paid')
    await page.addInitScript('Object.defineProperty(document, "hidden", { get: () => true })')
    await visit()
    expect(await shownOn(page)).toBe('Back to the shop')
    await page.clock.runFor(LONG_MS)
    expect(page.url()).toBe(url)
  })

  it('stops counting once its tab is hidden', async () => {
    const { page, url, visit } = await open('paid')
    await visit()
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))')
    await page.clock.runFor(LONG_MS)
    expect(page.url()).toBe(url)
  })

  it('stays where that is asked for by its address', async () => {
    const { page, visit } = await open('paid', { query: '?stay' })
    await visit()
    await page.clock.runFor(LONG_MS)
    expect(page.url()).toContain('?stay')
    expect(await page.locator('#stay').count()).toBe(0)
  })

  it.each<[string, Row, number]>([
    ['two minutes ago', 'paid', 2 * 60_000],
    ['late', 'expired_paid', 0],
  ])('stays when the payment arrived %s', async (_when, row, ageMs) => {
    const { page, url, visit } = await open(row, { ageMs })
    await visit()
    await page.clock.runFor(LONG_MS)
    expect([page.url(), await shownOn(page)]).toEqual([url, 'Back to the shop'])
  })
})
