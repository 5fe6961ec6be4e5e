import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { overflowOf } from '../support/checkout/page-faults.js'
import { signInWith } from '../support/dashboard/dashboard-client.js'
import { makeOwner, PAGE_ROUTES, pathOf } from '../support/dashboard/own-paths.js'
import { cookiesOf } from '../support/pages/pictures.js'
import { useHarness } from '../support/server/harness.js'

const tabs = useBrowser()
const shared = useHarness()
/** Beside the text of a scroll bar, which takes room on desktops and none in this browser. */
const SCROLL_BAR = '15px'

/** Returns the words of the page's own texts that a line break splits. Ids, addresses and texts of merchants may be split. */
const splitWordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    document.documentElement.style.paddingInlineEnd = '${SCROLL_BAR}'
    const split = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      if (!text.parentElement.checkVisibility()) continue
      if (text.parentElement.closest('.mono, code, bdi, caption, .brand, .person, .only-read, .wide-only, .skip')) continue
      for (const { 0: word, index } of text.data.matchAll(/[\\p{Script=Latin}]{4,}/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) split.push(word)
      }
    }
    return split
  })()`)

it.each(['de', 'es', 'zh-CN'])(
  'every page of the dashboard in %s fits its screen, and splits no word',
  async (tag) => {
    const { harness } = shared
    const owner = await makeOwner(harness)
    const client = await signInWith(harness, owner)
    const page = await tabs.open(undefined, { locale: tag })
    await page.context().addCookies([...cookiesOf(client)])
    const faults: string[] = []
    for (const { path } of PAGE_ROUTES) {
      await page.goto(`${harness.server.url}${pathOf(path, owner)}`)
      expect([path, await page.locator('html').getAttribute('lang')]).toEqual([path, tag])
      for (const width of [390, 820]) {
        await page.setViewportSize({ width, height: 900 })
        const found = await splitWordsOf(page)
        if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
          found.push(...(await overflowOf(page)))
        faults.push(...found.map((fault) => `${path} ${width}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
  },
  120_000,
)
