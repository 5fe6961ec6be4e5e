import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pixelmatch from 'pixelmatch'
import type { BrowserContext, Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, it } from 'vitest'
import { type OpenBrowser, openBrowser } from '../checkout/chromium.js'
import { installAxe, violationsOf } from '../checkout/page-faults.js'
import { FIXED_TEXTS } from './fixed-texts.js'

/** One picture of a page, and the name of its file. */
export interface Picture {
  readonly name: string
  readonly url: string
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
  /** Such as the cookie of a session. */
  readonly cookies?: Parameters<BrowserContext['addCookies']>[0]
  /** Shows the first pixels of a long page alone. */
  readonly height?: number
  /** Brings the page to a state, such as an open dialog. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** A page on phones, on wide screens, and on those in dark mode. */
export const everyWidth = (
  name: string,
  page: Omit<Picture, 'name' | 'width' | 'colorScheme'>,
): readonly Picture[] => [
  { ...page, name: `${name}-390-light`, width: 390, colorScheme: 'light' },
  { ...page, name: `${name}-1280-light`, width: 1280, colorScheme: 'light' },
  { ...page, name: `${name}-1280-dark`, width: 1280, colorScheme: 'dark' },
]

/** The session of a client, for a browser. */
export function cookiesOf({ cookie, harness }: SignedIn): NonNullable<Picture['cookies']> {
  const [name = '', value = ''] = `${cookie}`.split('=')
  return [{ name, value, url: harness.server.url }]
}

interface SignedIn {
  /** `name=value`. */
  readonly cookie: string | undefined
  readonly harness: { readonly server: { readonly url: string } }
}

const BASELINES = new URL('../../pages/baselines/', import.meta.url)
/** How much a pixel may differ, from 0 to 1. */
const THRESHOLD = 0.1
/** The share of pixels that may differ. */
const MOST_DIFFERENT = 0.001
const MOST_BYTES = 80_000
const COLOR_STEP = 8
const HEIGHT = 900
const START_MS = 90_000
/** `npm run pages:accept` replaces the baselines. */
const isAccepting = process.env.PAGES === 'accept'

/** Another browser, or another processor, draws letters differently. */
const canCompare = process.platform === 'linux' && process.arch === 'x64' && !process.env.CHROMIUM_PATH

/** A test that compares pictures. It is not run where the browser of the baselines does not run. */
export const itPictures = it.runIf(canCompare)

export interface Pictures {
  /**
   * Compares pictures with their baselines, and runs axe on each page. Pictures of one URL that stand together load it once.
   *
   * @returns one line for every fault; a picture that differs is written beside its baseline
   */
  compare(pictures: readonly Picture[]): Promise<string[]>
}

/** Starts one browser with the same fonts everywhere, for the pictures of a file. @param folder of the baselines */
export function usePictures(folder: string): Pictures {
  let opened: OpenBrowser | undefined
  let page: Page | undefined
  if (!canCompare) process.stdout.write(`pictures of ${folder} skipped: another browser or platform\n`)
  beforeAll(async () => {
    if (!canCompare) return
    opened = await openBrowser({ hasSystemFonts: false })
    const context = await opened.browser.newContext({
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
      isMobile: true, // no scroll bars
      viewport: { width: 390, height: HEIGHT },
    })
    page = await context.newPage()
    await page.addInitScript('setInterval = () => 0') // countdowns stand
    await installAxe(page)
    await page.route(/\/events$/, () => undefined) // streams too
  }, START_MS)
  afterAll(() => opened?.stop())
  return {
    async compare(pictures) {
      if (!page) throw new Error('used outside a test')
      const faults: string[] = []
      let loaded = ''
      for (const picture of pictures) {
        if (picture.url !== loaded || picture.prepare) await load(page, picture)
        loaded = picture.url
        await page.emulateMedia({ colorScheme: picture.colorScheme })
        await page.setViewportSize({ width: picture.width, height: HEIGHT })
        const found = await violationsOf(page)
        const file = new URL(`${folder}/${picture.name}.png`, BASELINES)
        const first = compareWith(file, await drawn(page, picture))
        // On a busy machine the browser paints a part that scrolls a moment later.
        const fault = first.length > 0 ? compareWith(file, await drawn(page, picture)) : first
        faults.push(...[...found, ...fault].map((each) => `${picture.name}: ${each}`))
      }
      return faults
    },
  }
}

async function load(page: Page, { url, cookies, prepare, width }: Picture): Promise<void> {
  await page.context().clearCookies()
  if (cookies) await page.context().addCookies(cookies)
  await page.setViewportSize({ width, height: HEIGHT })
  await page.goto(url)
  await page.evaluate(FIX_TEXTS)
  await prepare?.(page)
}

const FIX_TEXTS = `for (const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); walker.nextNode();) {
  const { currentNode: text } = walker
  const fixed = ${JSON.stringify(FIXED_TEXTS)}.reduce((all, [source, to]) => all.replace(RegExp(source, 'g'), to), text.data)
  if (fixed !== text.data && !text.parentElement.closest('script, style')) text.data = fixed
}`

const drawn = (page: Page, { height, width }: Picture): Promise<Buffer> =>
  page.screenshot({
    fullPage: true, // the window alone has a scroll bar that fades
    animations: 'disabled',
    ...(height !== undefined && { clip: { x: 0, y: 0, width, height } }),
  })

/** Compares a picture with its baseline, or replaces that. */
function compareWith(file: URL, taken: Buffer): string[] {
  const [difference, actual] = ['diff', 'actual'].map(
    (kind) => new URL(file.href.replace(/png$/, `${kind}.png`)),
  ) as [URL, URL] // of two names
  for (const old of [difference, actual]) rmSync(old, { force: true })
  const picture = PNG.sync.read(taken)
  if (isAccepting) return accept(file, picture)
  const hint = 'npm run pages:accept renews it'
  if (!existsSync(file)) return [`has no baseline: ${hint}`]
  const baseline = PNG.sync.read(readFileSync(file))
  const { width, height } = baseline
  const compared = new PNG({ width, height })
  const isSameSize = width === picture.width && height === picture.height
  const differing = isSameSize
    ? pixelmatch(baseline.data, picture.data, compared.data, width, height, { threshold: THRESHOLD })
    : width * height
  if (differing <= width * height * MOST_DIFFERENT) return []
  writeFileSync(actual, taken)
  if (isSameSize) writeFileSync(difference, PNG.sync.write(compared))
  const size = isSameSize
    ? ''
    : ` and is ${picture.width} x ${picture.height} instead of ${width} x ${height}`
  return [`differs from its baseline in ${differing} pixels${size}: ${fileURLToPath(actual)}; ${hint}`]
}

/** Writes a baseline. Without transparency and with fewer colours, which no eye sees, it is a third as large. */
function accept(file: URL, picture: PNG): string[] {
  const fewer = picture.data.map((value) => Math.min(255, Math.round(value / COLOR_STEP) * COLOR_STEP))
  picture.data = Buffer.from(fewer)
  const options = { colorType: 2, deflateLevel: 9, deflateStrategy: 0, filterType: 0 } as const
  const bytes = PNG.sync.write(picture, options)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, bytes)
  return bytes.length <= MOST_BYTES ? [] : [`its baseline has ${bytes.length} bytes, at most ${MOST_BYTES}`]
}
