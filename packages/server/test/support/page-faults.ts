import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What a finger meets, in CSS pixels. */
const MIN_TARGET = 44

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/**
 * What axe finds wrong with a page as it stands, one line for each element.
 *
 * @param rule the only one to ask; all of them if it is left out
 */
export async function violationsOf(page: Page, rule?: string): Promise<string[]> {
  const options = { resultTypes: ['violations'], ...(rule !== undefined && { runOnly: [rule] }) }
  if (await page.evaluate('!globalThis.axe')) await page.evaluate(`${AXE}; 0`)
  const found = await page.evaluate(`axe.run(${JSON.stringify(options)}).then((run) => run.violations)`)
  const violations = found as Violation[] // axe's own result
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary.replaceAll('\n', ' ')}`),
  )
}

/** What reaches past the sides of the window. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((part) => {
      const { left, right } = part.getBoundingClientRect()
      return left < -0.5 || right > innerWidth + 0.5
    })
    .map((part) => 'too wide: ' + part.outerHTML.slice(0, 80))`)

/** Everything to press or to follow that is too small for a finger. */
export const smallTargetsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('a, button, summary, input, select')]
    .filter((target) => target.checkVisibility())
    .filter((target) => {
      const { width, height } = target.getBoundingClientRect()
      return width < ${MIN_TARGET} || height < ${MIN_TARGET}
    })
    .map((target) => 'too small: ' + target.outerHTML)`)
