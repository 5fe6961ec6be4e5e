import type { Page } from 'playwright-core'

/** More than a page has to stop at. */
const MOST_PRESSES = 40

/** Presses Tab until the part has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(`document.activeElement.matches('${selector}')`)) return
  }
  throw new Error(`no Tab leads to ${selector}`)
}
