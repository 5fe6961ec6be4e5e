import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hasChineseFont } from '../../../../test-support/browsers/chromium.js'
import { useBrowser } from '../support/checkout/browser.js'
import { orderInRow } from '../support/checkout/checkout-rows.js'
import { filedLanguages, LANGUAGES, LETTERS, textsOf } from '../support/checkout/languages.js'
import { overflowOf } from '../support/checkout/page-faults.js'
import { temporaryFolder } from '../support/server/folder.js'
import { Harness, useHarness } from '../support/server/harness.js'

const tabs = useBrowser()
const shared = useHarness()
const NARROW = { width: 320, height: 640 }
const English = textsOf('en')

const placeholdersOf = (text = '') => text.match(/\{\w+\}/g)?.sort() ?? []

describe('the texts of the checkout page', () => {
  it('exist in fourteen languages', () => {
    expect(filedLanguages().sort()).toEqual([...LANGUAGES].sort())
  })

  it.each(LANGUAGES)(
    'the texts of the checkout page in %s are complete, with the same placeholders',
    (language) => {
      const texts = textsOf(language)
      expect(Object.keys(texts)).toEqual(Object.keys(English))
      for (const [key, text] of Object.entries(texts)) {
        expect(text.trim()).not.toBe('')
        expect([key, placeholdersOf(text)]).toEqual([key, placeholdersOf(English[key])])
      }
    },
  )

  it.each(LANGUAGES.filter((language) => language !== 'en'))(
    'the texts of the checkout page in %s differ from the English sentences',
    (language) => {
      const texts = textsOf(language)
      const sentences = Object.keys(English).filter((key) => English[key]?.includes(' '))
      expect(sentences.filter((key) => texts[key] === English[key])).toEqual([])
    },
  )
})

describe('the fonts of the test browser', () => {
  /** Pictures of texts. */
  const drawn = (page: Page, texts: readonly string[]): Promise<string[]> =>
    page.evaluate(`${JSON.stringify(texts)}.map((text) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 60 })
      const pen = canvas.getContext('2d')
      pen.font = '40px system-ui'
      pen.fillText(text, 5, 45)
      return canvas.toDataURL()
    })`)

  const isChineseMissing = !hasChineseFont() && !process.env.CI
  if (isChineseMissing)
    process.stdout.write('Chinese letters skipped: no fonts-wqy-microhei on this machine\n')

  it('have a glyph for each language, neither blank nor a box', async () => {
    const languages = LANGUAGES.filter((language) => !(isChineseMissing && language.startsWith('zh')))
    const letters = languages.map((language) => LETTERS[language] ?? '')
    const [blank, unassigned, ...pictures] = await drawn(await tabs.open(), ['', '\u0378', ...letters])
    expect(new Set(pictures).size).toBe(languages.length)
    const missing = languages.filter((_, at) => [blank, unassigned].includes(pictures[at]))
    expect(missing).toEqual([])
  })
})

describe('the checkout page in every language', () => {
  it('declares its language and direction, uses it, and fits 320 pixels', async () => {
    const { harness } = shared
    const keys = await harness.register()
    const { url } = await orderInRow(harness, keys, 'pay_rest', { description: 'Two books' })
    const page = await tabs.open(undefined, { viewport: NARROW })
    for (const language of LANGUAGES) {
      await page.goto(`${url}?lang=${language}`)
      const { lang, dir } = (await page.evaluate(
        '({ lang: document.documentElement.lang, dir: document.documentElement.dir })',
      )) as { lang: string; dir: string }
      expect([lang, dir]).toEqual([language, ['ar', 'fa'].includes(language) ? 'rtl' : 'ltr'])
      expect(await page.locator('h1').textContent()).toBe(textsOf(language).pay_rest_heading)
      const directions = await page.evaluate(
        `[...document.querySelectorAll('#amount, #address')].map((part) => getComputedStyle(part).direction)`,
      )
      expect(directions).toEqual(['ltr', 'ltr'])
      await page.locator('.languages summary').click()
      expect([language, await overflowOf(page)]).toEqual([language, []])
    }
  })

  it('follows the browser when no language is asked for', async () => {
    const { harness } = shared
    const { url } = await orderInRow(harness, await harness.register(), 'pay')
    for (const [locale, language] of [
      ['pt-PT', 'pt-BR'],
      ['zh-HK', 'zh-TW'],
      ['sw-KE', 'en'],
    ]) {
      const page = await tabs.open(url, { locale: locale ?? '' })
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
    }
  })
})

describe('under a base path', () => {
  it('every link of the page stays below it and is answered', async () => {
    const folder = temporaryFolder()
    const before = await Harness.open(folder)
    const { url } = await orderInRow(before, await before.register(), 'pay')
    await before.close()
    const harness = await Harness.open(folder, { MERCHANTPAY_PUBLIC_URL: 'https://pay.example/shop' })
    onTestFinished(() => harness.close())
    const here = `${harness.server.url}/shop${new URL(url).pathname}`
    const page = await tabs.open(`${here}?lang=fr`)
    const linked = (await page.evaluate(
      `['href', 'src', 'action'].flatMap((name) => [...document.querySelectorAll('[' + name + ']')]
        .map((part) => new URL(part.getAttribute(name), document.baseURI).href))`,
    )) as string[]
    expect(linked.length).toBeGreaterThan(LANGUAGES.length - 1)
    const internal = linked.filter((link) => link.startsWith(harness.server.url))
    for (const link of internal) expect(link).toContain(new URL(here).pathname)
    for (const link of internal.filter((link) => !link.includes('/simulate')))
      expect([link, (await fetch(link)).status]).toEqual([link, 200])
    await Promise.all([page.waitForEvent('load'), page.locator('button[value=pay]').click()])
    expect(page.url()).toBe(`${here}?lang=fr`)
    await harness.pass(4_000)
    await page.locator('main[data-row=paid]').waitFor()
  })
})
