import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type TabOptions, useBrowser } from '../support/browser.js'
import { orderInRow, type Row, simulate } from '../support/checkout-rows.js'
import { useHarness } from '../support/harness.js'
import { TcpProxy } from '../support/tcp-proxy.js'

const tabs = useBrowser()
const shared = useHarness()
const MINUTE_MS = 60_000

/** An order of 25 USDT, and a tab of its payer. */
async function payer(options: TabOptions = {}) {
  const { harness } = shared
  const keys = await harness.register()
  const { order, url } = await orderInRow(harness, keys, 'pay')
  const page = await tabs.open(undefined, options)
  const play = (action: string) => simulate(harness, keys, order, { action })
  return { harness, url, page, play }
}

const shows = (page: Page, row: Row) => page.locator(`main[data-row=${row}]`).waitFor()

/** Plays something on the page's own panel. */
const press = (page: Page, action: string) =>
  Promise.all([page.waitForEvent('load'), page.locator(`button[value=${action}]`).click()])

/** From now until the page shows a row, printed beside what it should take. */
async function timeUntil(page: Page, row: Row, goalMs: number): Promise<void> {
  const began = performance.now()
  await shows(page, row)
  console.log(`${row} on the page after ${Math.round(performance.now() - began)} ms, goal ${goalMs}`)
}

describe('an order is paid on its page', () => {
  const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
    ['en', 'ar'].map((language) => ({ colorScheme, language })),
  )

  it.each(looks)('with a script, $colorScheme, in $language', async ({ colorScheme, language }) => {
    const { harness, url, page } = await payer({ colorScheme })
    await page.goto(`${url}?lang=${language}`)
    await shows(page, 'pay')
    await press(page, 'pay')
    await harness.pass(1_000)
    await timeUntil(page, 'confirming', 1_000)
    await harness.pass(3_000)
    await timeUntil(page, 'paid', 1_000)
    expect(page.url()).toBe(`${url}?lang=${language}`)
  })

  it.each(looks)('without a script, $colorScheme, in $language', async ({ colorScheme, language }) => {
    const { harness, url, page } = await payer({ colorScheme, javaScriptEnabled: false })
    const refreshing = page.locator('meta[http-equiv=refresh]')
    await page.goto(`${url}?lang=${language}`)
    await shows(page, 'pay')
    await press(page, 'pay')
    for (const row of ['confirming', 'paid'] as const) {
      // What the browser does by itself after these seconds is done by hand.
      expect(await refreshing.getAttribute('content')).toBe('15')
      await harness.pass(row === 'confirming' ? 1_000 : 3_000)
      await page.reload()
      await shows(page, row)
    }
    expect(await refreshing.count()).toBe(0)
    expect(page.url()).toBe(`${url}?lang=${language}`)
  })
})

it('a late payer sees the payment arrive on the page that said it was too late', async () => {
  const { harness, url, page } = await payer()
  await page.goto(url)
  await press(page, 'expire')
  await harness.pass(1_000)
  await shows(page, 'expired')
  await press(page, 'late_pay')
  await harness.pass(1_000)
  await timeUntil(page, 'late', 5_000)
  await harness.pass(3_000)
  await timeUntil(page, 'expired_paid', 5_000)
})

describe('where the network is bad', () => {
  it('a proxy that cuts every connection loses nothing', async () => {
    const { harness, url, page, play } = await payer({ tolerated: /net::ERR_/ })
    const proxy = await TcpProxy.start(url)
    const followed = page.waitForResponse(/\/events$/)
    await page.goto(proxy.url)
    await followed
    proxy.stop()
    await play('pay')
    await harness.pass(1_000)
    proxy.restart()
    await shows(page, 'confirming')
    proxy.stop()
    await harness.pass(3_000)
    proxy.restart()
    await shows(page, 'paid')
  })

  it('a page whose stream does not get through asks every 5 seconds', async () => {
    const { harness, url, page, play } = await payer({ tolerated: /status of 502/ })
    await page.route(/\/events$/, (route) => route.fulfill({ status: 502 }))
    await page.clock.install()
    await page.goto(url)
    await play('pay')
    await harness.pass(1_000)
    const asked = page.waitForResponse(/\/state$/)
    await page.clock.fastForward(5_000)
    expect((await asked).status()).toBe(200)
    await shows(page, 'confirming')
  })

  it('a page that loads for longer than a second still says that time is up', async () => {
    const { harness, url, page } = await payer()
    harness.clock.advance(30 * MINUTE_MS - 2_000)
    await page.goto(url)
    await shows(page, 'pay')
    const devtools = await page.context().newCDPSession(page)
    const slow = { offline: false, latency: 1_500, downloadThroughput: -1, uploadThroughput: -1 }
    await devtools.send('Network.emulateNetworkConditions', slow)
    harness.clock.advance(2_000)
    await shows(page, 'checking')
  })
})

describe('the time left', () => {
  /** Seconds on the page's clock. */
  async function secondsLeft(page: Page): Promise<number> {
    const [minutes = '', seconds = ''] = (await page.locator('#left').textContent())?.split(':') ?? []
    return Number(minutes) * 60 + Number(seconds)
  }

  it('is right in a tab that slept, though its own clock is months away from the server’s', async () => {
    const { harness, url, page } = await payer()
    harness.clock.advance(20 * MINUTE_MS + 1_000)
    await page.clock.install()
    await page.goto(url)
    await page.locator('#left').waitFor()
    expect(Math.abs((await secondsLeft(page)) - 599)).toBeLessThan(10)
    harness.clock.advance(7 * MINUTE_MS)
    await page.clock.fastForward(7 * MINUTE_MS)
    await expect.poll(async () => Math.abs((await secondsLeft(page)) - 179)).toBeLessThan(10)
    expect(await page.locator('#live').textContent()).toBe('') // five minutes left were long ago
    harness.clock.advance(10 * MINUTE_MS)
    await page.clock.fastForward(10 * MINUTE_MS)
    await shows(page, 'checking')
  })

  it('is announced when five minutes and when one are left', async () => {
    const { harness, url, page } = await payer()
    harness.clock.advance(24 * MINUTE_MS + 50_000)
    await page.clock.install()
    await page.goto(url)
    await page.locator('#left').waitFor()
    for (const [passedMs, said] of [
      [12_000, '5 minutes left'],
      [10_000, ''],
      [4 * MINUTE_MS - 10_000, '1 minute left'],
    ] as const) {
      harness.clock.advance(passedMs)
      await page.clock.fastForward(passedMs)
      await expect.poll(() => page.locator('#live').textContent()).toBe(said)
    }
  })
})
