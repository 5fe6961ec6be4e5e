import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Smallest touch target, in CSS pixels. */
const MIN_TARGET = 44

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** Adds axe to every document that the page loads from now on; injecting it into each costs six times as much. */
export const installAxe = (page: Page): Promise<unknown> => page.addInitScript(AXE)

/** Returns the axe violations of the current document, one line per element. Requires `installAxe`. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found = await page.evaluate(`axe.run({ resultTypes: ['violations'] }).then((run) => run.violations)`)
  const violations = found as Violation[] // axe's own result
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary.replaceAll('\n', ' ')}`),
  )
}

/** Returns the visible elements that overflow the sides of the window. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('body *')]
    .filter((part) => part.checkVisibility())
    .filter((part) => {
      const { left, right } = part.getBoundingClientRect()
      return left < -0.5 || right > innerWidth + 0.5
    })
    .map((part) => 'too wide: ' + part.outerHTML.slice(0, 80))`)

/** Returns the controls and links that are smaller than a touch target. */
export const smallTargetsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('a, button, summary, input, select')]
    .filter((target) => target.checkVisibility())
    .filter((target) => {
      const { width, height } = target.getBoundingClientRect()
      return width < ${MIN_TARGET} || height < ${MIN_TARGET}
    })
    .map((target) => 'too small: ' + target.outerHTML)`)
