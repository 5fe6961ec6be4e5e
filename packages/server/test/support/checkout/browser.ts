import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { type OpenBrowser, openBrowser } from './chromium.js'

export interface TabOptions extends BrowserContextOptions {
  /** Errors that the page may report, for tests that cause them. */
  readonly tolerated?: RegExp
}

export interface Tabs {
  /**
   * Opens a page in a context of its own, which closes when the test ends. The test fails if the page reports an error:
   * an exception of its script, a resource that does not load, or a violation of its policy.
   *
   * @param visited URL to open; none when omitted
   */
  open(visited?: string, options?: TabOptions): Promise<Page>
}

/** Shorter than the time limit of a test, so that the error names the awaited condition. */
const TIMEOUT_MS = 10_000

/** The first start unpacks the browser and reads 200 MB from a cold disk. */
const FIRST_START_MS = 90_000

/** Starts one headless Chromium for all tests of a file. */
export function useBrowser(): Tabs {
  let opened: OpenBrowser | undefined
  beforeAll(async () => {
    opened = await openBrowser()
  }, FIRST_START_MS)
  afterAll(() => opened?.stop())
  return {
    async open(visited, { tolerated, ...options } = {}) {
      if (!opened) throw new Error('used outside a test')
      // Without motion, no colour is measured half way to another.
      const usual = { locale: 'en-GB', timezoneId: 'UTC', reducedMotion: 'reduce' } as const
      const context = await opened.browser.newContext({ ...usual, ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(TIMEOUT_MS)
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
