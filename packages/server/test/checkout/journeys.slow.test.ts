import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type TabOptions, useBrowser } from '../support/checkout/browser.js'
import { orderInRow, type Row, simulate } from '../support/checkout/checkout-rows.js'
import { tabTo } from '../support/checkout/keyboard.js'
import { SilentProxy } from '../support/net/silent-proxy.js'
import { TcpProxy } from '../support/net/tcp-proxy.js'
import { useHarness } from '../support/server/harness.js'

const tabs = useBrowser()
const shared = useHarness()
const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const NARROW = { width: 320, height: 640 }

/** An order of 25 USDT, and its payer's tab. */
async function payer(options: TabOptions = {}) {
  const { harness } = shared
  const keys = await harness.register()
  const { order, url } = await orderInRow(harness, keys, 'pay')
  const page = await tabs.open(undefined, options)
  const play = (action: string, amount?: string) =>
    simulate(harness, keys, order, { action, ...(amount !== undefined && { amount }) })
  return { harness, url, page, play }
}

/** Like `payer`, but the page has a clock of its own, and its payer reads it after some time. */
async function payerAfter(ms: number, options: TabOptions = {}) {
  const given = await payer(options)
  const { harness, page } = given
  harness.clock.advance(ms)
  await page.clock.install()
  return {
    ...given,
    /** Advances the clocks of server and page; the page's in one step, as after sleep. */
    async pass(passedMs: number) {
      harness.clock.advance(passedMs)
      await page.clock.fastForward(passedMs)
    },
  }
}

const shows = (page: Page, row: Row) => page.locator(`main[data-row=${row}]`).waitFor()

/** Seconds that the page shows as left. */
async function expectLeft(page: Page, seconds: number): Promise<void> {
  const left = async () => {
    const [minutes = '', rest = ''] = (await page.locator('#left').textContent())?.split(':') ?? []
    return Math.abs(Number(minutes) * 60 + Number(rest) - seconds)
  }
  await page.locator('#left').waitFor()
  await expect.poll(left).toBeLessThan(10)
}

/** Runs a simulation from the page's panel. */
const press = (page: Page, action: string) =>
  Promise.all([page.waitForEvent('load'), page.locator(`button[value=${action}]`).click()])

/** Measures the time until the page shows a row, and prints it beside the target. */
async function timeUntil(page: Page, row: Row, goalMs: number): Promise<void> {
  const began = performance.now()
  await shows(page, row)
  console.log(`${row} on the page after ${Math.round(performance.now() - began)} ms, goal ${goalMs}`)
}

/** Delays every load of a page until `release` is called. */
async function delayLoads(page: Page, url: string) {
  let loads = 0
  let release = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    loads += 1
    await gate
    await route.continue()
  })
  return { release, loads: () => loads }
}

describe('an order is paid on its page by keyboard, on 320 pixels', () => {
  const variants = (['light', 'dark'] as const).flatMap((colorScheme) =>
    ['en', 'ar'].map((language) => ({ colorScheme, language, viewport: NARROW })),
  )

  async function pay(page: Page): Promise<void> {
    await tabTo(page, 'button[value=pay]')
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  }

  it.each(variants)(
    'an order is paid on its page by keyboard, on 320 pixels with a script, $colorScheme, in $language',
    async ({ language, ...options }) => {
      const { harness, url, page } = await payer(options)
      await page.goto(`${url}?lang=${language}`)
      await shows(page, 'pay')
      await pay(page)
      await harness.pass(1_000)
      await timeUntil(page, 'confirming', 1_000)
      await harness.pass(3_000)
      await timeUntil(page, 'paid', 1_000)
      expect(page.url()).toBe(`${url}?lang=${language}`)
    },
  )

  it.each(variants)(
    'an order is paid on its page by keyboard, on 320 pixels without a script, $colorScheme, in $language',
    async ({ language, ...options }) => {
      const { harness, url, page } = await payer({ ...options, javaScriptEnabled: false })
      const refreshing = page.locator('meta[http-equiv=refresh]')
      await page.goto(`${url}?lang=${language}`)
      await shows(page, 'pay')
      await pay(page)
      for (const row of ['confirming', 'paid'] as const) {
        // The test reloads the page as the browser would after these seconds.
        expect(await refreshing.getAttribute('content')).toBe('15')
        await harness.pass(row === 'confirming' ? 1_000 : 3_000)
        await page.reload()
        await shows(page, row)
      }
      expect(await refreshing.count()).toBe(0)
      expect(page.url()).toBe(`${url}?lang=${language}`)
    },
  )
})

it('a late payer sees the payment arrive on the expired page', async () => {
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
  /** The server tells browsers to reconnect after 3 s; a test of many cuts shortens that. */
  const HASTY = (bytes: Buffer) =>
    Buffer.from(bytes.toString('latin1').replace('retry: 3000', 'retry: 0030'), 'latin1')

  /** A page whose timers run 50 times faster, and that records their nominal durations. */
  const RUSH = `const wait = setTimeout
  globalThis.waits = []
  globalThis.setTimeout = (what, ms, ...rest) => (waits.push(ms), wait(what, ms / 50, ...rest))`

  it('a proxy that cuts every connection after 30 seconds hides nothing of a payment in two parts', async () => {
    const { harness, url, page, play } = await payer({ tolerated: /net::ERR_/ })
    const proxy = await TcpProxy.start(url, HASTY)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.resourceType()))
    const cuts: [during: () => Promise<void>, then: Row][] = [
      [async () => undefined, 'pay'],
      [() => play('pay', '10'), 'confirming_part'],
      [async () => undefined, 'pay_rest'],
      [async () => undefined, 'pay_rest'],
      [() => play('pay'), 'confirming'],
      [async () => undefined, 'paid'],
    ]
    let followed = page.waitForResponse(/\/events$/)
    await page.goto(proxy.url)
    for (const [during, row] of cuts) {
      await followed
      followed = page.waitForResponse(/\/events$/)
      proxy.hold()
      await during()
      await harness.pass(row.startsWith('confirming') ? 1_000 : 30_000, 1_000)
      proxy.restart()
      await shows(page, row)
    }
    followed.catch(() => undefined) // a paid page follows no stream
    // Each row was loaded once, and the page did not poll.
    expect(asked.filter((type) => type === 'document')).toHaveLength(5)
    expect(asked.filter((type) => type === 'fetch')).toEqual([])
  })

  it('a page whose stream does not get through polls every 5 seconds, also after failed answers', async () => {
    const { harness, url, page, play } = await payer({ tolerated: /status of 50|net::ERR_FAILED/ })
    await page.addInitScript(RUSH)
    let asked = 0
    await page.route(/\/events$/, (route) => route.fulfill({ status: 502 }))
    await page.route(/\/state$/, (route) => {
      asked += 1
      if (asked === 1) return route.abort()
      return asked === 2 ? route.fulfill({ status: 503, body: '{"error":"busy"}' }) : route.continue()
    })
    await page.goto(url)
    await expect.poll(() => asked).toBeGreaterThan(3)
    expect(new Set((await page.evaluate('waits')) as number[])).toEqual(new Set([5_000]))
    const delayed = await delayLoads(page, url)
    await play('pay')
    await harness.pass(1_000)
    await expect.poll(delayed.loads).toBe(1)
    const before = asked
    await expect.poll(() => asked).toBeGreaterThan(before + 3)
    expect(delayed.loads()).toBe(1) // repeated reloads would keep a slow page from ever loading
    delayed.release()
    await shows(page, 'confirming')
  })

  describe('behind a proxy that opens the stream and buffers its messages', () => {
    async function waiting() {
      const given = await payerAfter(0, { tolerated: /net::ERR_/ })
      const { url, page, pass } = given
      const proxy = await SilentProxy.start(url)
      let asked = 0
      page.on('request', (request) => {
        asked += request.url().endsWith('/state') ? 1 : 0
      })
      const followed = page.waitForResponse(/\/events$/)
      await page.goto(proxy.url)
      expect((await followed).status()).toBe(200)
      await pass(30 * SECOND_MS)
      expect(asked).toBe(0)
      const answered = page.waitForResponse(/\/state$/)
      await pass(20 * SECOND_MS)
      await answered
      return { ...given, proxy, asked: () => asked }
    }

    it('the page polls, and reloads once', async () => {
      const { harness, page, play, pass, asked } = await waiting()
      for (let at = 0; at < 3; at += 1) {
        const [before, answered] = [asked(), page.waitForResponse(/\/state$/)]
        await pass(6 * SECOND_MS)
        await answered
        expect(asked()).toBeGreaterThan(before)
      }
      let loads = 0
      page.on('request', (request) => {
        loads += request.resourceType() === 'document' ? 1 : 0
      })
      await play('pay')
      await harness.pass(SECOND_MS)
      await page.clock.fastForward(6 * SECOND_MS)
      await shows(page, 'confirming')
      expect(loads).toBe(1)
    })

    it('the page stops polling once the stream sends messages', async () => {
      const { harness, page, play, pass, proxy, asked } = await waiting()
      const lastAt = () => page.evaluate<number>('lastAt')
      const silentSince = await lastAt()
      proxy.release()
      await expect.poll(lastAt).toBeGreaterThan(silentSince)
      const before = asked()
      await pass(30 * SECOND_MS)
      expect(asked()).toBe(before)
      await play('pay')
      await harness.pass(SECOND_MS)
      await shows(page, 'confirming')
    })
  })

  it('a page whose stream breaks repeatedly polls after the third time', async () => {
    const { url, page, pass } = await payerAfter(0, { tolerated: /net::ERR_/ })
    let broken = 0
    await page.route(/\/events$/, (route) => {
      broken += 1
      return route.abort()
    })
    await page.goto(url)
    // The browser reconnects after 3 s on its own clock.
    await expect.poll(() => broken, { timeout: 15_000 }).toBe(3)
    const answered = page.waitForResponse(/\/state$/)
    await pass(6 * SECOND_MS)
    expect((await answered).status()).toBe(200)
  })

  it('an offline page still hides the address when time is up', async () => {
    const { url, page, pass } = await payerAfter(29 * MINUTE_MS, { tolerated: /net::ERR_/ })
    await page.goto(url)
    await shows(page, 'pay')
    await page.route(/\/(events|state)$/, (route) => route.abort())
    await page.context().setOffline(true)
    await pass(59_000)
    expect(await page.locator('#address').isVisible()).toBe(true)
    await pass(2_000)
    await page.locator('#address').waitFor({ state: 'hidden' })
    expect(await page.locator('#qr').isVisible()).toBe(false)
  })

  it('a page that can read neither stream nor state says how old its state is', async () => {
    const { url, page, pass } = await payerAfter(0, { tolerated: /net::ERR_/ })
    await page.route(/\/(events|state)$/, (route) => route.abort())
    await page.goto(url)
    await shows(page, 'pay')
    expect(await page.locator('#stale').isVisible()).toBe(false)
    await pass(50 * SECOND_MS)
    await page.locator('#stale').waitFor()
    expect(await page.locator('#stale').innerText()).toMatch(/^As of \d+:\d\d/)
  })

  it('a page that is slow to reload still shows that time is up', async () => {
    const { harness, url, page } = await payer()
    harness.clock.advance(30 * MINUTE_MS - 500)
    await page.addInitScript(RUSH)
    await page.route(/\/events$/, () => undefined)
    let asked = 0
    page.on('request', (request) => {
      asked += request.url().endsWith('/state') ? 1 : 0
    })
    await page.goto(url)
    await shows(page, 'pay')
    const delayed = await delayLoads(page, url)
    harness.clock.advance(500)
    await expect.poll(() => asked).toBeGreaterThan(3)
    expect(delayed.loads()).toBe(1)
    delayed.release()
    await shows(page, 'checking')
  })
})

describe('a clock that is set while the page is open', () => {
  it.each([
    ['a day ahead', 24 * 60 * MINUTE_MS],
    ['a day back', -24 * 60 * MINUTE_MS],
  ])('%s neither blocks a payment in time nor allows a late one', async (_, movedMs) => {
    const { harness, url, page, pass } = await payerAfter(20 * MINUTE_MS + SECOND_MS, {
      tolerated: /net::ERR_/,
    })
    await page.goto(url)
    await page.locator('#left').waitFor()
    const asked = page.waitForResponse(/\/state$/)
    const now = Number(await page.evaluate('Date.now()'))
    await page.clock.setSystemTime(now + movedMs)
    await page.clock.fastForward(6 * SECOND_MS)
    harness.clock.advance(6 * SECOND_MS)
    await asked
    await page.clock.runFor(2 * SECOND_MS)
    await page.locator('#address').waitFor({ state: 'visible' })
    await expectLeft(page, 9 * 60 + 53)
    await page.route(/\/(events|state)$/, (route) => route.abort())
    await pass(10 * MINUTE_MS)
    await page.locator('#address').waitFor({ state: 'hidden' })
  })
})

describe('a tab that slept', () => {
  it('a tab that slept for ten minutes shows the remaining amount and time, though the row is the same', async () => {
    const { harness, url, page, play, pass } = await payerAfter(10 * MINUTE_MS, { tolerated: /net::ERR_/ })
    await play('pay', '10')
    await harness.pass(4 * SECOND_MS)
    const proxy = await TcpProxy.start(url)
    const followed = page.waitForResponse(/\/events$/)
    await page.goto(proxy.url)
    await shows(page, 'pay_rest')
    await followed
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    proxy.hold()
    await play('pay', '5')
    await harness.pass(4 * SECOND_MS)
    await pass(10 * MINUTE_MS)
    expect(await page.locator('#amount').textContent()).toBe('15.00')
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    proxy.restart()
    await page.locator('#amount', { hasText: '10.00' }).waitFor()
    await shows(page, 'pay_rest')
    await expectLeft(page, 10 * 60 - 8)
  })

  it('shows the right time, though its clock is months away from the server’s', async () => {
    const { url, page, pass } = await payerAfter(20 * MINUTE_MS + 1_000)
    await page.goto(url)
    await expectLeft(page, 599)
    await pass(7 * MINUTE_MS)
    await expectLeft(page, 179)
    expect(await page.locator('#live').textContent()).toBe('') // the five-minute mark passed long ago
    await pass(10 * MINUTE_MS)
    await shows(page, 'checking')
  })
})

describe('an announcement', () => {
  const announced = (page: Page) => page.locator('#live').textContent()
  /** From now on time passes only when the test advances it. */
  const stopClock = async (page: Page) =>
    page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + SECOND_MS)

  it('is made when five minutes and when one minute are left', async () => {
    const { url, page, pass } = await payerAfter(24 * MINUTE_MS + 45_000)
    await page.goto(url)
    await page.locator('#left').waitFor()
    await stopClock(page)
    for (const [passedMs, text] of [
      [16_000, '5 minutes left'],
      [10_000, ''],
      [4 * MINUTE_MS - 10_000, '1 minute left'],
    ] as const) {
      await pass(passedMs)
      await expect.poll(() => announced(page)).toBe(text)
    }
  })

  it('stays for four seconds, whatever was announced before', async () => {
    const { url, page, pass } = await payerAfter(0, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(url)
    await stopClock(page)
    await page.locator('[data-copy=amount]').click()
    await expect.poll(() => announced(page)).toBe('Amount copied')
    await pass(3_000)
    await page.locator('[data-copy=address]').click()
    await expect.poll(() => announced(page)).toBe('Address copied')
    await pass(3_000)
    expect(await announced(page)).toBe('Address copied')
    await pass(1_500)
    expect(await announced(page)).toBe('')
  })
})
