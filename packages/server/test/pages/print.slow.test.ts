import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { orderInRow, type Row } from '../support/checkout/checkout-rows.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeOwner } from '../support/dashboard/own-paths.js'
import { useHarness } from '../support/server/harness.js'

const tabs = useBrowser()
const shared = useHarness()
/** A4, in pixels, between the margins of a browser. */
const PAPER = { width: 718, height: 1_046 }
/** Elements that mean nothing on paper. */
const OFF_PAPER = '.button, button, nav, form, summary .icon, .panel, .toast:not(:empty), .side, .top'

/** Sets a page as a printer would, for a reader who prefers dark pages. */
const onPaper = (page: Page) => page.emulateMedia({ media: 'print', colorScheme: 'dark' })

/** Counts the sheets that a browser prints. */
async function sheetsOf(page: Page): Promise<number> {
  const pdf = await page.pdf({
    format: 'A4',
    margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' },
  })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

const colorsOf = (page: Page) =>
  page.evaluate('[getComputedStyle(document.documentElement).getPropertyValue("--text"), innerWidth]')

async function open(row: Row, query = '?stay') {
  const { harness } = shared
  const fields = { description: 'Two books', return_url: 'https://shop.example/' }
  const { order, url } = await orderInRow(harness, await harness.register(), row, fields)
  const page = await tabs.open(`${url}${query}`, { viewport: PAPER })
  await onPaper(page)
  return { order, page }
}

describe('on paper', { timeout: 60_000 }, () => {
  it('a paid order is a receipt with the whole hash, on one sheet, dark on white', async () => {
    const { order, page } = await open('paid')
    const text = await page.locator('body').innerText()
    expect(text).toContain('Receipt')
    expect(text).toContain(`${order.order_number}`)
    expect(text).toMatch(/Ada's Books\s+ada@books\.example\s+Receipt\s+ord_/)
    expect(text).toMatch(/Paid\s+1 Jan 2026, 00:00 UTC/)
    expect(text).not.toContain('Thank you')
    expect(text).toContain('It is not a tax invoice.')
    expect(text).toContain('no real money')
    expect(text).toMatch(/Received\s+25\.00 USDT/)
    expect(text).toMatch(/Confirmed in block\s+\d+\n/)
    expect(text).toContain(`${order.payment_url}`)
    const [paidTo, hash] = await page.locator('.receipt .mono').allInnerTexts()
    expect(paidTo).toBe(order.payment_address)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(await page.locator(OFF_PAPER).filter({ visible: true }).count()).toBe(0)
    expect(await colorsOf(page)).toEqual(['#131722', PAPER.width])
    expect(await sheetsOf(page)).toBe(1)
  })

  it('a paid order has no address on a screen, where it could be paid again', async () => {
    const { order, page } = await open('paid')
    await page.emulateMedia({ media: 'screen' })
    expect(await page.locator('body').innerText()).not.toContain(`${order.payment_address}`)
  })

  it.each<Row>(['pay', 'confirming', 'underpaid', 'expired', 'frozen'])(
    'an order in row %s is called no receipt',
    async (row) => {
      const { page } = await open(row, '')
      expect(await page.locator('body').innerText()).not.toContain('Receipt')
      expect(await sheetsOf(page)).toBe(1)
    },
  )

  it.each(['en', 'ar'])('the %s receipt on wide paper has one column on white', async (language) => {
    const { page } = await open('paid', `?stay&lang=${language}`)
    await page.setViewportSize({ width: 1_280, height: 800 })
    expect(await page.evaluate('getComputedStyle(document.body).background')).not.toContain('gradient')
    expect(await page.evaluate("document.querySelector('main').offsetWidth")).toBe(1_280)
  })

  it('a receipt is set from right to left in Arabic', async () => {
    const { page } = await open('paid', '?stay&lang=ar')
    const [label, value] = await Promise.all(
      ['dt', 'dd'].map((part) => page.locator(`.receipt ${part}:visible`).first().boundingBox()),
    )
    expect(label?.x).toBeGreaterThan(value?.x ?? Number.POSITIVE_INFINITY)
  })

  it.each(['/statement', '/orders/:id'])(
    'the page %s of the dashboard has figures and no menu',
    async (path) => {
      const { harness } = shared
      const owner = await makeOwner(harness)
      const client = await signInWith(harness, owner)
      const [name = '', value = ''] = `${client.cookie}`.split('=')
      const page = await tabs.open(undefined, { viewport: PAPER })
      await page.context().addCookies([{ name, value, url: harness.server.url }])
      await page.goto(`${harness.server.url}/dashboard${path.replace(':id', `${owner.ids.orders}`)}`)
      await onPaper(page)
      const text = await page.locator('body').innerText()
      expect(text).toContain("Ada's Books")
      if (path === '/statement') expect(text).toMatch(/\bord_\w{12}\b/)
      else expect(text).toContain('24.75')
      // The rest of a cut address is generated content, which is no text.
      const cut = await page.evaluate(
        "[...document.querySelectorAll('.cut')].map((each) => getComputedStyle(each).fontSize)",
      )
      expect(cut).toEqual(path === '/statement' ? [] : ['0px', '0px', '0px'])
      expect(text).toContain('no real money')
      expect(await page.locator(OFF_PAPER).filter({ visible: true }).count()).toBe(0)
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect(await sheetsOf(page)).toBe(1)
    },
  )
})
