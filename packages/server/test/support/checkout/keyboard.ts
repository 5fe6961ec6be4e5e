import type { Page } from 'playwright-core'

/** More than the focusable elements of a page. */
const MAX_PRESSES = 40

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(`document.activeElement.matches('${selector}')`)) return
  }
  throw new Error(`no Tab leads to ${selector}`)
}
