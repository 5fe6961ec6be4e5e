import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { orderInRow, ROWS, type Row, withholdFinalChecks } from '../support/checkout/checkout-rows.js'
import { overflowOf } from '../support/checkout/page-faults.js'
import { ScreeningService } from '../support/screening/screening-service.js'
import { Harness, useHarness } from '../support/server/harness.js'

const tabs = useBrowser()
const NARROW = { width: 320, height: 640 }

/** Lengthens texts by 40 %; amounts, addresses, names and hashes stay. */
const LENGTHEN = `for (const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walker.nextNode();) {
  const { currentNode: text } = walker
  const isWords = !text.parentElement.closest('bdi, code, #left, script, nav, time')
  if (isWords && text.data.trim()) text.data += ' ' + 'wörter '.repeat(9).slice(0, Math.ceil(text.data.trim().length * 0.4))
}`

describe('texts that are 40 % longer than English', () => {
  it('fit 320 pixels in every row of the checkout page', async () => {
    const harness = await Harness.start(withholdFinalChecks(await ScreeningService.start()))
    const keys = await harness.register()
    const page = await tabs.open(undefined, { viewport: NARROW })
    await page.route(/\/events$/, () => undefined)
    for (const row of ROWS) {
      const { url } = await orderInRow(harness, keys, row, { return_url: 'https://shop.example/' })
      await page.goto(`${url}?lang=en&stay`)
      const before = (await page.locator('main').textContent())?.length ?? 0
      await page.evaluate(LENGTHEN)
      expect((await page.locator('main').textContent())?.length).toBeGreaterThan(before * 1.1)
      expect([row, await overflowOf(page)]).toEqual([row, []])
    }
  }, 120_000)
})

describe('a page from right to left', () => {
  const shared = useHarness()

  /** Horizontal middle of an element. */
  const middleOf = async (page: Page, selector: string): Promise<number> => {
    const box = await page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`${selector} is not shown`)
    return box.x + box.width / 2
  }

  /** Whether the first element stands to the right of the second. */
  const standsRight = async (page: Page, first: string, second: string): Promise<boolean> =>
    (await middleOf(page, first)) > (await middleOf(page, second))

  const PAIRS: readonly (readonly [Row, first: string, second: string])[] = [
    ['pay', '.merchant', '.languages'],
    ['pay', '.line h1', '#left'],
    ['pay', '#amount', '[data-copy=amount]'],
    ['pay', '.steps li', '.steps li:last-child'],
    ['underpaid', '.more dt', '.more dd'],
    ['confirming', '.stages .icon', '.stages strong'],
  ]

  it.each(PAIRS)('mirrors row %s, where %s stands before %s', async (row, first, second) => {
    const { harness } = shared
    const { url } = await orderInRow(harness, await harness.register(), row)
    const page = await tabs.open(undefined, { viewport: { width: 390, height: 900 } })
    await page.route(/\/events$/, () => undefined)
    const sides: boolean[] = []
    for (const language of ['en', 'ar', 'fa']) {
      await page.goto(`${url}?lang=${language}`)
      sides.push(await standsRight(page, first, second))
    }
    expect(sides).toEqual([false, true, true])
  })

  it('does not mirror amounts, addresses and networks', async () => {
    const { harness } = shared
    const { url } = await orderInRow(harness, await harness.register(), 'pay')
    const page = await tabs.open(`${url}?lang=ar`)
    const directions = await page.evaluate(
      `[...document.querySelectorAll('#address, bdi[translate=no][dir]')].map((part) => getComputedStyle(part).direction)`,
    )
    expect(new Set(directions as string[])).toEqual(new Set(['ltr']))
  })
})
