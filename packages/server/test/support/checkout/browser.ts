import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { type OpenBrowser, openBrowser } from './chromium.js'

export interface TabOptions extends BrowserContextOptions {
  /** What the page may report, where a test wants trouble. */
  readonly tolerated?: RegExp
}

export interface Tabs {
  /**
   * A page in a context of its own, closed when the test ends. The test fails if the page reported an error: an exception
   * of its script, a resource that did not load, or whatever its policy refused.
   *
   * @param visited what it opens; nothing yet if it is left out
   */
  open(visited?: string, options?: TabOptions): Promise<Page>
}

/** Less than a test has, so that it says what it was waiting for. */
const PATIENCE_MS = 10_000

/** The first start of all unpacks the browser and reads 200 MB from a disk that may be cold. */
const FIRST_START_MS = 90_000

/** One headless Chromium for all tests of a file. */
export function useBrowser(): Tabs {
  let opened: OpenBrowser | undefined
  beforeAll(async () => {
    opened = await openBrowser()
  }, FIRST_START_MS)
  afterAll(() => opened?.stop())
  return {
    async open(visited, { tolerated, ...options } = {}) {
      if (!opened) throw new Error('used outside a test')
      const context = await opened.browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      const errors: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      page.on('pageerror', ({ message }) => errors.push(message))
      onTestFinished(async () => {
        await context.close()
        expect(errors.filter((error) => !tolerated?.test(error))).toEqual([])
      })
      if (visited !== undefined) await page.goto(visited)
      return page
    },
  }
}
