import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { installAxe, violationsOf } from '../support/checkout/page-faults.js'
import { visitSlowly } from '../support/checkout/slow-page.js'
import { crawl, type ReadFile } from '../support/docs/site.js'
import { useHarness } from '../support/server/harness.js'

/** One of each kind: a long table, events, operations with samples. */
const KINDS = ['', '/errors', '/webhooks', '/withdrawals/create']
const NESTED = ['/orders/create', '/orders/list', '/orders/stream-events', '/events/payment.confirmed']
const isChecked = (path: string) => path.lastIndexOf('/') < 1 || NESTED.includes(path)
/** Target in milliseconds. The test prints the result, and fails only at ten times the target. */
const LARGEST_PAINT_MS = 1_000

/** Pixels by which the page is wider than the window. */
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

describe('the reference in a browser', () => {
  const shared = useHarness()
  const tabs = useBrowser()
  const at = (path: string) => `${shared.harness.server.url}/docs${path}`

  it('passes axe in light and dark mode, and fits a screen of 320 px', async () => {
    const page = await tabs.open()
    await installAxe(page)
    const site = [...(await crawl(shared.harness, '/docs')).values()]
    const isHtml = ({ headers }: ReadFile) => headers.get('content-type') === 'text/html; charset=utf-8'
    // Pages of operations and of events are alike: some of them stand for all.
    const pages = site.filter((file) => isHtml(file) && isChecked(file.path.slice('/docs'.length)))
    expect(pages.length).toBeGreaterThan(18)
    for (const { path } of pages) {
      await page.goto(`${shared.harness.server.url}${path}`)
      for (const [colorScheme, width] of [
        ['light', 1_280],
        ['dark', 320],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        expect([path, colorScheme, await violationsOf(page)]).toEqual([path, colorScheme, []])
      }
      expect([path, await page.evaluate(SIDEWAYS)]).toEqual([path, 0])
    }
  }, 60_000)

  it('requests the page and nothing else', async () => {
    const page = await tabs.open()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    for (const path of KINDS) await page.goto(at(path))
    expect(requested).toEqual(KINDS.map(at))
  })

  it('works without a script: opening a sample closes the previous one', async () => {
    const page = await tabs.open(at('/orders/create'), { javaScriptEnabled: false })
    const choice = page.locator('#samples ~ details')
    const [curl, python] = [choice.nth(0), choice.nth(3)]
    expect(await python.locator('summary').textContent()).toBe('Python')
    expect(await curl.locator('pre').isVisible()).toBe(true)
    await python.locator('summary').click()
    expect([await curl.locator('pre').isVisible(), await python.locator('pre').isVisible()]).toEqual([
      false,
      true,
    ])
    await page.getByRole('link', { name: 'Receive webhooks', exact: true }).click()
    expect(await page.locator('h1').textContent()).toBe('Receive webhooks')
  })

  it('works with a keyboard: the first stop skips the menu', async () => {
    const page = await tabs.open(at('/orders'))
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Skip to the text')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('createOrder')
  })

  it(`shows its largest part within ${LARGEST_PAINT_MS} ms on a slow network`, async () => {
    const page = await tabs.open()
    const browser = page.context().browser()
    if (!browser) throw new Error('a page without a browser')
    for (const path of ['', '/webhook-endpoints/create']) {
      const visit = await visitSlowly(browser, at(path))
      console.log(`/docs${path}: largest paint ${Math.round(visit.largestPaintMs)} ms, ${visit.bytes} bytes`)
      expect(visit.requests).toBe(1)
      expect(visit.largestPaintMs).toBeLessThan(LARGEST_PAINT_MS * 10)
    }
  })
})

const focused = (page: Page) => page.evaluate('document.activeElement.textContent')
