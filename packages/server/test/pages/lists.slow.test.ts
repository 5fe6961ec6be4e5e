import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { orderInRow } from '../support/checkout/checkout-rows.js'
import { signInAs, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld } from '../support/console/console-world.js'
import { LinkBrowser, makeLink } from '../support/links/link-browser.js'
import { cookiesOf } from '../support/pages/pictures.js'
import { signInPerson } from '../support/people/people-clients.js'
import { Harness, ORDER } from '../support/server/harness.js'
import { sideOf } from '../support/storage/engines.js'
import { PAYEE } from '../support/withdrawals/withdrawals.js'

const tabs = useBrowser()
const WIDTHS = [390, 820, 960, 1_024, 1_280, 1_440]
/** Every page with a list, the first of each application included. */
const LISTS = {
  console: [
    ...['', '/orders', '/withdrawals', '/deliveries', '/merchants', '/merchants/ID', '/ledger', '/audit'],
    ...['/controls', '/system', '/operators', '/search?q=25.00'],
  ],
  dashboard: [
    ...['', '/orders', '/links', '/withdraw', '/withdrawals', '/statement', '/people', '/destinations'],
    ...['/deliveries', '/developers', '/me', '/orders?q=LINK'],
  ],
} as const
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(4).trim()
/** 12,345,678,901.12345678 USDT. */
const LARGE = '1234567890112345678'
const LARGE_COLUMNS = [
  ['orders', 'amount'],
  ['payment_links', 'amount'],
  ['payment_link_totals', 'paid'],
]
/** Real amounts: the ledger proves its sums when the server ends. */
const PAID = '7345678.123456'
const WITHDRAWN = '6345678.123456'

/**
 * Says where a page is wider than its window, which menus open beyond it, which numbers, addresses and amounts of lists
 * have several lines, which filters take more than one row of a wide screen, and which lists begin below the screen of a phone.
 */
const FAULTS = `(() => {
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page overflows'] : []
  const isBeyond = (menu) => {
    menu.open = true
    const { left, right, top } = menu.querySelector('form').getBoundingClientRect()
    const { bottom } = menu.querySelector('summary').getBoundingClientRect()
    menu.open = false
    return left < 0 || right > innerWidth || top < bottom
  }
  const menus = [...document.querySelectorAll('.export')].filter(isBeyond)
  const isBroken = (element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const tops = [...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => top)
    return Math.max(...tops) - Math.min(...tops) > 12
  }
  const cells = [...document.querySelectorAll('.table .mono, .table .number, .balances dd')].filter((cell) => !cell.textContent.includes('://'))
  const broken = cells.filter((cell) => cell.checkVisibility() && isBroken(cell))
  const rowsOf = (form) => new Set([...form.querySelectorAll('.frame, summary, button')].filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().top)).size
  const tall = innerWidth < 1024 ? [] : [...document.querySelectorAll('.filters')].filter((form) => rowsOf(form) > 1)
  const low = innerWidth < 820 ? [...document.querySelectorAll('.filters ~ .card')].slice(0, 1).filter((list) => list.getBoundingClientRect().top > 600) : []
  return [...wide, ...tall.map(() => 'the filters take several rows'), ...low.map(() => 'the list begins too low'), ...menus.map(() => 'the menu opens beyond the window'), ...broken.map(({ textContent }) => 'is broken over lines: ' + textContent)]
})()`

/** Says which statuses are beyond the edge of their list. */
const UNSEEN = `(() => {
  const isUnseen = (cell) => cell.getBoundingClientRect().right > cell.closest('.scroll').getBoundingClientRect().right + 1
  return [...document.querySelectorAll('.folds>tbody>tr>.status')].filter(isUnseen).map(({ textContent }) => 'is beyond the edge: ' + textContent)
})()`

/** Says which addresses to pay to have several lines, and which ranges of filters have their ends on two. */
const SMALL_FAULTS = `(() => {
  for (const folded of document.querySelectorAll('.filters details')) folded.open = true
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page overflows'] : []
  const linesOf = (elements) => new Set(elements.map((each) => Math.round(each.getBoundingClientRect().top))).size
  const broken = [...document.querySelectorAll('.wait .whole')].filter((each) => each.getBoundingClientRect().height > 40 || linesOf([...each.querySelectorAll('b')]) > 1)
  const split = [...document.querySelectorAll('span.filter')].filter((each) => linesOf([...each.querySelectorAll('input')]) > 1)
  return [...wide, ...broken.map(() => 'the address is broken'), ...split.map(({ textContent }) => 'is split: ' + textContent)]
})()`

it('on the smallest phones an address at the counter and the ends of a range stay on one line', async () => {
  const harness = await Harness.start(WITH_CONSOLE)
  const keys = await harness.register()
  const operator = cookiesOf(await signInAs(harness))
  const person = cookiesOf((await signInPerson(harness, keys.merchantId)).client)
  const page = await tabs.open(undefined, { viewport: { width: 320, height: 900 } })
  await page.context().addCookies([...operator, ...person])
  const paths = ['/console/orders']
  for (const network of ['TRC20', 'ERC20']) {
    const { json } = await harness.call('POST', '/v1/orders', { keys, body: { ...ORDER, network } })
    paths.push(`/dashboard/orders/${json.id}/counter`)
  }
  const faults: string[] = []
  for (const path of paths) {
    await page.goto(`${harness.server.url}${path}?env=test`)
    for (const width of [320, 360, 375, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const found = await page.evaluate<string[]>(SMALL_FAULTS)
      faults.push(...found.map((each) => `${path} ${width}: ${each}`))
    }
  }
  expect(faults).toEqual([])
}, 120_000)

it('no list or menu is wider than its page, or breaks a number, an address or an amount, whatever its width', async () => {
  const harness = await Harness.start(WITH_CONSOLE)
  const hooks = 'https://127.0.0.1:65535/a/long/path/of/a/receiver/of/webhooks'
  const world = await consoleWorld(harness, { description: LONG, metadata: { reference: LONG }, hooks })
  const { merchantId } = world.merchant
  const operator = cookiesOf(await signInAs(harness))
  const person = cookiesOf((await signInPerson(harness, merchantId)).client)
  const place = { label: LONG.slice(0, 60), network: 'TRC20', address: PAYEE.TRC20 }
  await harness.call('POST', '/v1/withdrawals/destinations', { keys: world.merchant, body: place })
  const side = await sideOf(harness.database)
  await side.script(`UPDATE merchants SET name = '${LONG.slice(0, 80)}' WHERE id = '${merchantId}';
    UPDATE people SET name = '${LONG.slice(0, 80)}'`)
  const page = await tabs.open(undefined, { viewport: { width: 390, height: 900 } })
  const faults: string[] = []
  for (const [path, cookies] of [
    ['/console/orders', operator],
    ['/console/merchants', operator],
    ['/dashboard', person],
    ['/dashboard/orders', person],
  ] as const) {
    await page.context().addCookies(cookies)
    await page.goto(`${harness.server.url}${path}?env=test`)
    // The eight columns of the console need more.
    for (const width of path === '/console/orders' ? [1_024] : [820, 1_024]) {
      await page.setViewportSize({ width, height: 900 })
      const unseen = await page.evaluate<string[]>(UNSEEN)
      faults.push(...unseen.map((each) => `${path} ${width}: ${each}`))
    }
  }
  await orderInRow(harness, world.merchant, 'paid', { amount: PAID })
  const sent = { currency: 'USDT', network: 'TRC20', destination_address: PAYEE.TRC20, amount: WITHDRAWN }
  const { status, text } = await harness.call('POST', '/v1/withdrawals', { keys: world.merchant, body: sent })
  expect([status, text]).toEqual([201, expect.any(String)])
  const link = await makeLink(harness, world.merchant, { description: LONG, uses: 'MANY' })
  await new LinkBrowser(harness, link.url).order('TRC20')
  for (const [table, column] of LARGE_COLUMNS) await side.script(`UPDATE ${table} SET ${column} = ${LARGE}`)
  for (const [area, cookies] of [
    ['console', operator],
    ['dashboard', person],
  ] as const) {
    await page.context().clearCookies()
    await page.context().addCookies(cookies)
    for (const list of LISTS[area]) {
      const path = list.replace('ID', merchantId).replace('LINK', `${link.id}`)
      await page.goto(`${harness.server.url}/${area}${path}${path.includes('?') ? '&' : '?'}env=test`)
      for (const width of WIDTHS)
        faults.push(...(await faultsAt(page, width)).map((each) => `${area}${list} ${width}: ${each}`))
    }
  }
  expect(faults).toEqual([])
}, 240_000)

async function faultsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 900 })
  return page.evaluate<string[]>(FAULTS)
}
