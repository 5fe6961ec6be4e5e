import { type Browser, chromium } from 'playwright-core'
import { type ChromiumOptions, startChromium } from '../../../../../test-support/browsers/chromium.js'

export interface OpenBrowser {
  readonly browser: Browser
  /** Closes the browser with all its pages. */
  stop(): Promise<void>
}

/** Starts a headless Chromium, for tests, benchmarks and scripts. */
export async function openBrowser(options: ChromiumOptions = {}): Promise<OpenBrowser> {
  const server = await startChromium(options)
  const browser = await chromium.connectOverCDP(server.url)
  const stop = async () => {
    await browser.close()
    await server.stop()
  }
  return { browser, stop }
}
