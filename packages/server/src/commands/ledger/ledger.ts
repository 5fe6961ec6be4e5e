import { existsSync } from 'node:fs'
import { readConfig } from '../../config/config.js'
import { recordProof } from '../../domain/ledger/ledger-proofs.js'
import { type CheckResult, type LedgerReport, verifyLedger } from '../../domain/ledger/ledger-verify.js'
import { OperatorError } from '../../domain/shared/operator-error.js'
import type { Store } from '../../domain/store/store.js'
import { systemClock } from '../../runtime/clock.js'
import type { Args } from '../command.js'
import { jsonLine, printCard, printNote, printText, timeCell } from '../output.js'
import { inspectStore, readStore } from '../store-access.js'

const EXIT = { balanced: 0, violated: 1, notRun: 2 } as const

/**
 * Verifies the ledger of the database; a server may run at the same time. The result is recorded, and a violation
 * pauses every signer. The custody check of `--chain` is recorded, too, and pauses no signer: a wallet that held
 * tokens before it was watched violates it.
 *
 * @returns 0 balanced, 1 violated, 2 not verified
 */
export async function verify(args: Args): Promise<number> {
  const report = await readReport(args.flag('chain')).catch((error: unknown) => {
    printNote(`the ledger could not be verified: ${error instanceof Error ? error.message : error}`)
  })
  if (!report) return EXIT.notRun
  printText(args.isJson ? jsonOf(report) : textOf(report))
  return report.isBalanced ? EXIT.balanced : EXIT.violated
}

/**
 * Verifies the ledger and records the result.
 *
 * @param hasChain compares it with the balances of the addresses too
 * @throws Error if it cannot be verified
 */
export async function readReport(hasChain: boolean): Promise<LedgerReport> {
  const { database } = readConfig()
  // Opening would create the file, and an empty database is always balanced.
  if (database.engine === 'sqlite' && !existsSync(database.file)) {
    throw new Error(`there is no database ${database.file}`)
  }
  return inspectStore(async (store) => {
    const startedAt = systemClock.real()
    const ledger = await store.read((tx) => verifyLedger(tx))
    await record(store, ledger, systemClock.real() - startedAt)
    if (!hasChain) return ledger
    const checks = [...ledger.checks, ...(await checksOfChains(store))]
    return { isBalanced: checks.every(({ violations }) => violations.length === 0), checks }
  })
}

/** Records the result. A failure changes neither the output nor the exit code. */
async function record(store: Store, report: LedgerReport, tookMs: number): Promise<void> {
  try {
    const tookAtLeast = Math.max(0, tookMs) // the machine's clock may be set back meanwhile
    await store.write((tx) => recordProof(tx, { clock: systemClock }, report, tookAtLeast))
    if (!report.isBalanced)
      printNote('every signer is paused; run `signer resume` for each network to sign again')
  } catch (error) {
    const consequence = report.isBalanced ? '' : ', and no signer was paused'
    printNote(
      `the result could not be recorded${consequence}: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** Shows the last proof, by the server or by `ledger verify`. */
export async function status(args: Args): Promise<number> {
  const proof = await readStore((tx) => tx.ledgerProofs.find())
  if (!proof) throw new OperatorError('the ledger has never been verified')
  const { provenAt, tookMs, violations } = proof
  printCard({ proven_at: timeCell(provenAt), took_ms: tookMs, violations }, args.isJson)
  return 0
}

/** Imported on demand: the ledger checks alone need no network. */
async function checksOfChains(store: Store): Promise<CheckResult[]> {
  const { checkCustodies } = await import('../networks/custody.js')
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
