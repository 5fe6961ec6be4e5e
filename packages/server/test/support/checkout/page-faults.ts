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

/** Brings axe along to every document that the page loads from now on: putting it into each costs six times as much. */
export const bringAxe = (page: Page): Promise<unknown> => page.addInitScript(AXE)

/** What axe finds wrong with a document as it stands, one line for each element. The page brought axe along. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found = await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then((run) => run.violations)`)
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
