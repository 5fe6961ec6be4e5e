import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type TabOptions, useBrowser } from '../support/checkout/browser.js'
import { tabTo } from '../support/checkout/keyboard.js'
import { installAxe, overflowOf, violationsOf } from '../support/checkout/page-faults.js'
import { linkFor, WITH_CONSOLE } from '../support/console/console-client.js'
import { consoleWorld, pagesOf, withdrawalOf } from '../support/console/console-world.js'
import { type Harness, useHarness } from '../support/server/harness.js'
import { auditRows } from '../support/server/operator.js'
import { sideOf } from '../support/storage/engines.js'

const tabs = useBrowser()
const WIDE = { width: 1280, height: 900 }
const NARROW = { width: 320, height: 700 }
const PHONE = { width: 390, height: 800 }
const REASON = 'Called Ada on the number in her file'

/** Opens a tab in which an operator is signed in, by the button behind the link. */
async function signedIn(harness: Harness, options: TabOptions = {}): Promise<Page> {
  const page = await tabs.open(undefined, { viewport: WIDE, reducedMotion: 'reduce', ...options })
  await installAxe(page)
  await page.goto(`${harness.server.url}${await linkFor(harness)}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/console$/)
  return page
}

/** Buttons, tabs, fields and entries of the navigation that are smaller than a finger. */
const smallOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.button:not(.icon-only), .tab, .frame, .segments a, .bottom > a, .bottom summary')]
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().height < 44)
    .map((part) => 'too small: ' + part.outerHTML.slice(0, 80))`)

describe('the console in a browser', () => {
  const shared = useHarness(WITH_CONSOLE)

  it('passes axe on every page, in light and dark mode, and never scrolls sideways', async () => {
    const { harness } = shared
    const world = await consoleWorld(harness)
    const page = await signedIn(harness)
    const faults: string[] = []
    for (const [name, path] of Object.entries(pagesOf(world))) {
      await page.setViewportSize(WIDE)
      await page.goto(`${harness.server.url}${path}`)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        faults.push(...(await violationsOf(page)).map((fault) => `${name} ${colorScheme}: ${fault}`))
      }
      for (const viewport of [PHONE, NARROW]) {
        await page.setViewportSize(viewport)
        if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
          faults.push(`${name} at ${viewport.width}: ${(await overflowOf(page)).slice(0, 3).join(' ')}`)
        faults.push(...(await smallOf(page)).map((fault) => `${name} at ${viewport.width}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
  }, 240_000)

  it('keeps a new key and the amounts of postings on a phone, and buttons at the end of a wide page', async () => {
    const { harness } = shared
    const { merchant, frozen } = await consoleWorld(harness)
    // The deliveries fail for good, so that a second button sends them again.
    const side = await sideOf(harness.database)
    await side.script("UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL")
    const page = await signedIn(harness)
    const open = (path: string) => page.goto(`${harness.server.url}/console${path}`)
    await open('/deliveries?env=test')
    const title = await page.locator('.page-head h1').boundingBox()
    const again = await page.getByRole('link', { name: /failed again/ }).boundingBox()
    expect(again?.x).toBeGreaterThan(WIDE.width / 2)
    expect(again?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0))
    await open(`/orders/${frozen.id}/reject`)
    await open(`/orders/${frozen.id}`)
    await page.setViewportSize(PHONE)
    await open('/ledger?env=test')
    const amount = await page.locator('#entries .amount').first().boundingBox()
    expect((amount?.x ?? PHONE.width) + (amount?.width ?? 0)).toBeLessThan(PHONE.width)
    await open(`/merchants/${merchant.merchantId}/create-key?env=test`)
    await page.getByLabel('Name').fill('till')
    await page.getByLabel('Reason, kept in the audit log').fill(REASON)
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('heading', { level: 1, name: /^Key mk_test_/ }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
  }, 60_000)

  it('takes a large withdrawal to its approval by the keyboard alone', async () => {
    const { harness } = shared
    const { reviewed } = await consoleWorld(harness)
    const page = await signedIn(harness)
    await page.goto(`${harness.server.url}/console/withdrawals?open=${reviewed.id}`)
    await tabTo(page, '[data-dialog]')
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.evaluate(`document.activeElement.hasAttribute('data-dialog')`)).toBe(true)
    await page.keyboard.press('Enter')
    await tabTo(page, 'dialog #amount')
    await page.keyboard.type('1500')
    await tabTo(page, 'dialog #reason')
    await page.keyboard.type(REASON)
    await tabTo(page, 'dialog button.primary')
    await page.keyboard.press('Enter')
    await page.getByText('The withdrawal is approved.').waitFor()
    expect(await withdrawalOf(harness, reviewed.id)).toMatchObject({ approvedAt: expect.any(Number) })
    expect(await auditRows(harness, reviewed.id)).toHaveLength(1)
  }, 60_000)

  it('works without a script: filter, approve with a reason, and sign out', async () => {
    const { harness } = shared
    const { reviewed, paid } = await consoleWorld(harness)
    const page = await signedIn(harness, { javaScriptEnabled: false })
    await page.goto(`${harness.server.url}/console/orders?env=test`)
    await page.getByLabel('Number, transaction, address, metadata').fill(String(paid.order_number))
    await page.getByRole('button', { name: 'Apply' }).click()
    expect(await page.locator('tbody tr').count()).toBe(1)
    await page.getByRole('link', { name: /Remove filter/ }).click()
    await page.goto(`${harness.server.url}/console/withdrawals?open=${reviewed.id}`)
    await page.locator('a[data-dialog]').click()
    await page.getByRole('heading', { level: 1, name: 'Approve 1,500.00 USDT?' }).waitFor()
    await page.getByLabel('Type the amount to confirm').fill('1,500.00')
    await page.getByLabel('Reason, kept in the audit log').fill(REASON)
    await page.getByRole('button', { name: 'Approve and send' }).click()
    await page.getByText('The withdrawal is approved.').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).first().click()
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor()
  }, 60_000)
})
