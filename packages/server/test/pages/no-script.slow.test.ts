import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { orderInRow, type Row } from '../support/checkout/checkout-rows.js'
import { useHarness } from '../support/server/harness.js'

const tabs = useBrowser()
const shared = useHarness()
const SHOP = 'https://shop.example/orders/back?cart=1'

const refresh = (page: Page) => page.locator('meta[http-equiv=refresh]')

/** Opens the page of an order in a browser without scripts. */
async function open(row: Row, query = '') {
  const { harness } = shared
  const { url } = await orderInRow(harness, await harness.register(), row, { return_url: SHOP })
  const page = await tabs.open(`${url}${query}`, { javaScriptEnabled: false })
  return { harness, url, page }
}

describe('a payer without scripts', () => {
  it('reads amount, address and the minutes left, pays, and sees the payment arrive', async () => {
    const { harness, page } = await open('pay')
    expect(await page.locator('#left').innerText()).toBe('30 min left')
    expect(await page.locator('time').first().innerText()).toContain('UTC')
    expect(await page.locator('#address, #qr, #amount').count()).toBe(3)
    expect(await page.locator('[data-copy]:visible').count()).toBe(0)
    await page.locator('button[value=pay]').click()
    await harness.pass(4_000)
    expect(await refresh(page).getAttribute('content')).toBe('15')
    await page.reload()
    expect(await page.locator('h1').innerText()).toBe('Paid')
  })

  it('is led back to the shop after twenty seconds, and stays by a link that keeps the language', async () => {
    const { page } = await open('paid', '?lang=fr')
    expect(await refresh(page).getAttribute('content')).toBe(`20; url=${SHOP}`)
    await page.locator('#stay').click()
    expect(new URL(page.url()).search).toBe('?stay&lang=fr')
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    expect(await refresh(page).count()).toBe(0)
  })

  it('keeps a receipt that is older, without buttons that need a script', async () => {
    const { harness, page } = await open('paid')
    harness.clock.advance(120_000)
    await page.reload()
    expect(await refresh(page).count()).toBe(0)
    expect(await page.locator('button:visible:not([name=action])').count()).toBe(0)
  })

  it('chooses another language', async () => {
    const { page } = await open('underpaid')
    await page.locator('.languages summary').click()
    await page.locator('a[hreflang=ar]').click()
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  })
})
