/**
 * Ends every run with one reliable line: `N passed, N failed, N skipped`. It is printed when the process exits, so that
 * failures outside of a test (an import, a hook of a suite, the global setup, an unhandled rejection) are counted too.
 */
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

export interface Totals {
  passed: number
  failed: number
  skipped: number
}

export function countTotals(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Totals {
  const totals = { passed: 0, failed: unhandled.length, skipped: 0 }
  for (const module of modules) {
    totals.failed += module.errors().length
    for (const suite of module.children.allSuites()) totals.failed += suite.errors().length
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      totals[state === 'pending' ? 'skipped' : state] += 1
    }
  }
  return totals
}

/** The exit code and totals to report: a bad exit always counts as a failure, and so does a run without tests. */
export function totalsOf(code: number, totals: Totals): { code: number; totals: Totals } {
  const isEmpty = totals.passed + totals.failed + totals.skipped === 0
  const exitCode = code === 0 && (isEmpty || totals.failed > 0) ? 1 : code
  if (exitCode === 0 || totals.failed > 0) return { code: exitCode, totals }
  return { code: exitCode, totals: { ...totals, failed: 1 } }
}

export default class ClosingLine implements Reporter {
  private totals: Totals = { passed: 0, failed: 0, skipped: 0 }

  onInit(): void {
    process.once('exit', (code) => {
      const result = totalsOf(code, this.totals)
      process.exitCode = result.code
      const { passed, failed, skipped } = result.totals
      process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.totals = countTotals(modules, unhandled)
  }
}
