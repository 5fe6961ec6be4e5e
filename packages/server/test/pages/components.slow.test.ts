import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useBrowser } from '../support/checkout/browser.js'
import { installAxe, violationsOf } from '../support/checkout/page-faults.js'
import { specimen } from '../support/pages/specimen.js'

const tabs = useBrowser()
const HERE = 'http://localhost/'

async function openSpecimen(): Promise<Page> {
  const page = await tabs.open(undefined, { viewport: { width: 1280, height: 900 } })
  await installAxe(page)
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: specimen() }))
  await page.goto(HERE)
  return page
}

it('the components pass axe in both modes, and never scroll sideways', async () => {
  const page = await openSpecimen()
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      const found = await violationsOf(page)
      if (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) found.push('scrolls')
      faults.push(...found.map((fault) => `${colorScheme} ${width}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
})

it('a confirmation opens as a dialog, closes with Escape and with Cancel, and returns the focus', async () => {
  const page = await openSpecimen()
  const opener = page.locator('[data-dialog=approve]')
  for (const close of [() => page.keyboard.press('Escape'), () => page.click('dialog [data-close]')]) {
    await opener.focus()
    await page.keyboard.press('Enter')
    expect(await page.locator('dialog').isVisible()).toBe(true)
    await close()
    expect(await page.locator('dialog').isVisible()).toBe(false)
    expect(await page.evaluate('document.activeElement.dataset.dialog')).toBe('approve')
  }
  expect(page.url()).toBe(HERE)
})

it('the key of the search field moves the focus there, and types nothing', async () => {
  const page = await openSpecimen()
  await page.locator('main').focus()
  await page.keyboard.press('/')
  expect(await page.evaluate('document.activeElement.name + document.activeElement.value')).toBe('q')
})
