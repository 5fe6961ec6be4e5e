import { existsSync } from 'node:fs'
import { readConfig } from '../config.js'
import { type LedgerReport, verifyLedger } from '../domain/ledger-verify.js'
import { inspectBooks } from './books.js'
import type { Given } from './command.js'

const EXIT = { balanced: 0, violated: 1, notRun: 2 } as const

/** Proves the books of the database, beside a running server too. @returns 0 proven, 1 violated, 2 could not look */
export async function verify({ isJson }: Given): Promise<number> {
  const report = await readReport().catch((error: unknown) => {
    console.error(`the ledger could not be verified: ${error instanceof Error ? error.message : error}`)
  })
  if (!report) return EXIT.notRun
  console.log(isJson ? jsonOf(report) : textOf(report))
  return report.isBalanced ? EXIT.balanced : EXIT.violated
}

async function readReport(): Promise<LedgerReport> {
  const { database } = readConfig()
  // Opening would make one, and an empty database is always balanced.
  if (database.engine === 'sqlite' && !existsSync(database.file)) {
    throw new Error(`there is no database ${database.file}`)
  }
  return inspectBooks((tx) => verifyLedger(tx))
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
  JSON.stringify({
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
