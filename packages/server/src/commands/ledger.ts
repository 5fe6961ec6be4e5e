import { existsSync } from 'node:fs'
import { readConfig } from '../config/config.js'
import { recordProof } from '../domain/ledger/ledger-proofs.js'
import { type CheckResult, type LedgerReport, verifyLedger } from '../domain/ledger/ledger-verify.js'
import { OperatorError } from '../domain/shared/operator-error.js'
import type { Store } from '../domain/store/store.js'
import { systemClock } from '../runtime/clock.js'
import { inspectStore, readStore } from './store-access.js'
import type { Args } from './command.js'
import { jsonLine, printCard, printNote, printText, timeCell } from './output.js'

const EXIT = { balanced: 0, violated: 1, notRun: 2 } as const

/**
 * Proves the books of the database, beside a running server too. What it finds is noted, and a violation pauses every
 * signer; what the chains alone contradict is not, since a wallet that was filled before it was watched does so too.
 *
 * @returns 0 proven, 1 violated, 2 could not look
 */
export async function verify(given: Args): Promise<number> {
  const report = await readReport(given.flag('chain')).catch((error: unknown) => {
    printNote(`the ledger could not be verified: ${error instanceof Error ? error.message : error}`)
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
  return inspectStore(async (store) => {
    const startedAt = systemClock.real()
    const books = await store.read((tx) => verifyLedger(tx))
    await note(store, books, systemClock.real() - startedAt)
    if (!hasChain) return books
    const checks = [...books.checks, ...(await checksOfChains(store))]
    return { isBalanced: checks.every(({ violations }) => violations.length === 0), checks }
  })
}

/** Records the result. A failure changes neither the output nor the exit code. */
async function note(store: Store, report: LedgerReport, tookMs: number): Promise<void> {
  try {
    const tookAtLeast = Math.max(0, tookMs) // the machine's clock may be set meanwhile
    await store.write((tx) => recordProof(tx, { clock: systemClock }, report, tookAtLeast))
    if (!report.isBalanced) printNote('every signer is paused; `signer resume` lets one go on')
  } catch (error) {
    const consequence = report.isBalanced ? '' : ', and no signer was paused'
    printNote(
      `the result could not be noted${consequence}: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** The last proof, by the server or by hand. */
export async function status(given: Args): Promise<number> {
  const proof = await readStore((tx) => tx.ledgerProofs.find())
  if (!proof) throw new OperatorError('the ledger was never proven')
  const { provenAt, tookMs, violations } = proof
  printCard({ proven_at: timeCell(provenAt), took_ms: tookMs, violations }, given.isJson)
  return 0
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
