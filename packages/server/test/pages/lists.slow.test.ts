import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld } from '../support/console/console-world.js'
import { cookiesOf } from '../support/pages/pictures.js'
import { signInPerson } from '../support/people/people-clients.js'
import { Harness } from '../support/server/harness.js'
import { sideOf } from '../support/storage/engines.js'

const tabs = useBrowser()
const WIDTHS = [390, 820, 960, 1_024, 1_280, 1_440]
const LISTS = {
  console: ['orders', 'withdrawals', 'deliveries', 'merchants', 'ledger', 'audit'],
  dashboard: ['orders', 'withdrawals', 'deliveries', 'destinations', 'statement', 'developers'],
} as const
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(4).trim()
/** 12,345,678,901.12345678 USDT. */
const LARGE = '1234567890112345678'

/** Says where a page is wider than its window, and which numbers, addresses and amounts of lists have several lines. */
const FAULTS = `(() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page overflows'] : []
  const isBroken = (element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top)
    return Math.max(...tops) - Math.min(...tops) > 12
  }
  const cells = [...document.querySelectorAll('.folds .mono, .folds .number')].filter((cell) => !cell.textContent.includes('://'))
  const broken = cells.filter((cell) => cell.checkVisibility() && isBroken(cell))
  return [...wide, ...broken.map(({ textContent }) => 'is broken over lines: ' + textContent)]
})()`

it('no list is wider than its page or breaks a number, an address or an amount, whatever its width', async () => {
  const harness = await Harness.start(WITH_CONSOLE)
  const hooks = 'https://127.0.0.1:65535/a/long/path/of/a/receiver/of/webhooks'
  const world = await consoleWorld(harness, { description: LONG, metadata: { reference: LONG }, hooks })
  const { merchantId } = world.merchant
  const side = await sideOf(harness.database)
  await side.script(`UPDATE merchants SET name = '${LONG.slice(0, 80)}' WHERE id = '${merchantId}';
    UPDATE orders SET amount = ${LARGE}`)
  const operator = cookiesOf(await signInAs(harness))
  const person = cookiesOf((await signInPerson(harness, merchantId)).client)
  const page = await tabs.open(undefined, { viewport: { width: 390, height: 900 } })
  const faults: string[] = []
  for (const [area, cookies] of [
    ['console', operator],
    ['dashboard', person],
  ] as const) {
    await page.context().clearCookies()
    await page.context().addCookies(cookies)
    for (const list of LISTS[area]) {
      await page.goto(`${harness.server.url}/${area}/${list}?env=test`)
      for (const width of WIDTHS)
        faults.push(...(await faultsAt(page, width)).map((each) => `${area} ${list} ${width}: ${each}`))
    }
  }
  expect(faults).toEqual([])
}, 240_000)

async function faultsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 })
  return page.evaluate<string[]>(FAULTS)
}
