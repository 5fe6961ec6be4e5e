import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** What axe finds wrong with a page as it stands, one line for each element. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found = await page.evaluate(
    `${AXE}; axe.run({ resultTypes: ['violations'] }).then((run) => run.violations)`,
  )
  const violations = found as Violation[] // axe's own result
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html} ${failureSummary.replaceAll('\n', ' ')}`),
  )
}
