import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { orderInRow, type Row } from '../support/checkout/checkout-rows.js'
import { linkFor, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld, withdrawalOf } from '../support/console/console-world.js'
import { useHarness } from '../support/server/harness.js'
import { changeBeside } from '../support/server/operator-change.js'

const tabs = useBrowser()
const shared = useHarness()
const SHOP = 'https://shop.example/orders/back?cart=1'

const refresh = (page: Page) => page.locator('meta[http-equiv=refresh]')

/** Opens the page of an order in a browser without scripts. */
async function open(row: Row, query = '') {
  const { harness } = shared
  const { url } = await orderInRow(harness, await harness.register(), row, { return_url: SHOP })
  const page = await tabs.open(`${url}${query}`, { javaScriptEnabled: false })
  return { harness, url, page }
}

describe('a payer without scripts', () => {
  it('reads amount, address and the minutes left, pays, and sees the payment arrive', async () => {
    const { harness, page } = await open('pay')
    expect(await page.locator('#left').innerText()).toBe('30 min left')
    expect(await page.locator('time').first().innerText()).toContain('UTC')
    expect(await page.locator('#address, #qr, #amount').count()).toBe(3)
    expect(await page.locator('[data-copy]:visible').count()).toBe(0)
    await page.locator('button[value=pay]').click()
    await harness.pass(4_000)
    expect(await refresh(page).getAttribute('content')).toBe('15')
    await page.reload()
    expect(await page.locator('h1').innerText()).toBe('Paid')
  })

  it('is led back to the shop after twenty seconds, and stays by a link that keeps the language', async () => {
    const { page } = await open('paid', '?lang=fr')
    expect(await refresh(page).getAttribute('content')).toBe(`20; url=${SHOP}`)
    await page.locator('#stay').click()
    expect(new URL(page.url()).search).toBe('?stay&lang=fr')
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
    expect(await refresh(page).count()).toBe(0)
  })

  it('keeps a receipt that is older, without buttons that need a script', async () => {
    const { harness, page } = await open('paid')
    harness.clock.advance(120_000)
    await page.reload()
    expect(await refresh(page).count()).toBe(0)
    expect(await page.locator('button:visible:not([name=action])').count()).toBe(0)
  })

  it('chooses another language', async () => {
    const { page } = await open('underpaid')
    await page.locator('.languages summary').click()
    await page.locator('a[hreflang=ar]').click()
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  })
})

describe('an operator without scripts, by the keyboard alone', () => {
  const operated = useHarness(WITH_CONSOLE)

  /** Opens a page of the console, signed in by the button behind the link. */
  async function signedIn(path: string): Promise<Page> {
    const { harness } = operated
    const link = `${harness.server.url}${await linkFor(harness)}`
    const page = await tabs.open(link, { javaScriptEnabled: false })
    await press(page, page.getByRole('button', { name: 'Sign in' }))
    await page.waitForURL(/\/console$/)
    await page.goto(`${harness.server.url}${path}`)
    return page
  }

  it('filters orders by the hash of a transaction, and sends the webhook of the one found again', async () => {
    const { paid } = await consoleWorld(operated.harness)
    const [transfer] = await changeBeside(operated.harness, (tx) => tx.transfers.listByOrder(paid.id))
    const page = await signedIn('/console/orders?env=test')
    await write(page, page.locator('[name=text]'), `${transfer?.txHash}`)
    await press(page, page.locator('.filters summary'))
    await write(page, page.getByLabel('Network'), 'Tron')
    await press(page, page.getByRole('button', { name: 'Apply' }))
    await page.getByRole('link', { name: 'Remove filter: Network TRC20' }).waitFor()
    expect(await page.locator('.filters [name=network]').isVisible()).toBe(true)
    await press(page, page.getByRole('link', { name: `${paid.order_number}` }))
    await press(page, page.getByRole('link', { name: 'Show request and answer' }))
    await press(page, page.getByRole('link', { name: 'Send again' }))
    await write(page, page.getByRole('textbox', { name: 'Reason' }), 'The shop was down')
    await press(page, page.getByRole('button', { name: 'Send again' }))
    await page.getByText('The delivery is sent again, as a new one.').waitFor()
  }, 60_000)

  it('approves a withdrawal with the typed amount and a reason', async () => {
    const { harness } = operated
    const { reviewed } = await consoleWorld(harness)
    const page = await signedIn(`/console/withdrawals?open=${reviewed.id}`)
    await press(page, page.getByRole('link', { name: 'Approve' }))
    await write(page, page.getByLabel('Type the amount to confirm'), '1500')
    await write(page, page.getByRole('textbox', { name: 'Reason' }), 'Called Ada on the number in her file')
    await press(page, page.getByRole('button', { name: 'Approve and send' }))
    await page.getByText('The withdrawal is approved.').waitFor()
    expect(await withdrawalOf(harness, reviewed.id)).toMatchObject({ approvedAt: expect.any(Number) })
  }, 60_000)
})

/** More than the focusable elements of a page. */
const MAX_PRESSES = 120

/** Presses Tab until the element has the focus. */
async function focus(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press('Tab')
    if ((await target.and(page.locator(':focus')).count()) === 1) return
  }
  throw new Error(`no Tab leads to ${target}`)
}

async function press(page: Page, target: Locator): Promise<void> {
  await focus(page, target)
  await page.keyboard.press('Enter')
}

async function write(page: Page, target: Locator, text: string): Promise<void> {
  await focus(page, target)
  await page.keyboard.type(text)
}
