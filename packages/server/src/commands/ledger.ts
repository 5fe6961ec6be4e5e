import { existsSync } from 'node:fs'
import { readConfig } from '../config.js'
import { type CheckResult, type LedgerReport, verifyLedger } from '../domain/ledger-verify.js'
import type { Store } from '../domain/ports.js'
import { inspectBooks } from './books.js'
import type { Given } from './command.js'
import { jsonLine, printError, printText } from './output.js'

const EXIT = { balanced: 0, violated: 1, notRun: 2 } as const

/** Proves the books of the database, beside a running server too. @returns 0 proven, 1 violated, 2 could not look */
export async function verify(given: Given): Promise<number> {
  const report = await readReport(given.flag('chain')).catch((error: unknown) => {
    printError(
      new Error(`the ledger could not be verified: ${error instanceof Error ? error.message : error}`),
    )
  })
  if (!report) return EXIT.notRun
  printText(given.isJson ? jsonOf(report) : textOf(report))
  return report.isBalanced ? EXIT.balanced : EXIT.violated
}

async function readReport(hasChain: boolean): Promise<LedgerReport> {
  const { database } = readConfig()
  // Opening would make one, and an empty database is always balanced.
  if (database.engine === 'sqlite' && !existsSync(database.file)) {
    throw new Error(`there is no database ${database.file}`)
  }
  return inspectBooks(async (store) => {
    const books = await store.read((tx) => verifyLedger(tx))
    if (!hasChain) return books
    const checks = [...books.checks, ...(await checksOfChains(store))]
    return { isBalanced: checks.every(({ violations }) => violations.length === 0), checks }
  })
}

/** Loaded where it is asked for: the books alone need no network. */
async function checksOfChains(store: Store): Promise<CheckResult[]> {
  const { checkCustodies } = await import('./custody.js')
  return checkCustodies(store)
}

function textOf({ isBalanced, checks }: LedgerReport): string {
  const lines = checks.flatMap(({ invariant, proves, violations, hasMore }) => [
    `${violations.length === 0 ? 'ok      ' : 'VIOLATED'}  (${invariant}) ${proves}`,
    ...violations.map(({ message }) => `          (${invariant}) ${message}`),
    ...(hasMore ? [`          (${invariant}) and more`] : []),
  ])
  return [...lines, isBalanced ? 'ledger balanced' : 'ledger NOT balanced'].join('\n')
}

const jsonOf = ({ isBalanced, checks }: LedgerReport): string =>
  jsonLine({
    balanced: isBalanced,
    checks: checks.map(({ invariant, check, proves, violations, hasMore }) => ({
      invariant,
      check,
      proves,
      ok: violations.length === 0,
      violations: violations.map(({ id, message }) => ({ id, message })),
      has_more: hasMore,
    })),
  })
