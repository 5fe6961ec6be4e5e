import type { Browser } from 'playwright-core'

/** The costs of a first visit. */
export interface Visit {
  /** Time until the largest element was painted. */
  readonly largestPaintMs: number
  /** Bytes on the wire of the complete responses, headers included. */
  readonly bytes: number
  /** Includes the page itself; an open stream counts under `streams`. */
  readonly requests: number
  readonly streams: number
}

/** A phone on a slow network: 1.6 Mbit/s down, 150 ms per round trip, a quarter of this machine's speed. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const CPU_SLOWDOWN = 4

const LARGEST_PAINT = `new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true })
})`

/** Opens a page like a phone on a slow network, with an empty cache. */
export async function visitSlowly(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    let [bytes, requests, streams] = [0, 0, 0]
    devtools.on('Network.requestWillBeSent', ({ type }) => {
      if (type === 'EventSource') streams += 1
      else requests += 1
    })
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', NETWORK)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(url, { waitUntil: 'load' })
    const largestPaintMs = Number(await page.evaluate(LARGEST_PAINT))
    return { largestPaintMs, bytes, requests, streams }
  } finally {
    await context.close()
  }
}
