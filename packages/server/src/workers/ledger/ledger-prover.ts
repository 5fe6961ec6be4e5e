import type { Context } from '../../domain/context.js'
import type { LedgerProof } from '../../domain/ledger/ledger-proof.js'
import { recordProof } from '../../domain/ledger/ledger-proofs.js'
import type { LedgerReport } from '../../domain/ledger/ledger-verify.js'
import type { Instant } from '../../domain/shared/types.js'
import type { Store } from '../../domain/store/store.js'
import type { Worker } from '../worker.js'

export interface ProverLog {
  info(details: object, message: string): void
  error(details: object, message: string): void
}

export interface ProverOptions {
  /** Verifies one snapshot of the ledger; rejects when `signal` aborts. */
  readonly prove: (signal: AbortSignal) => Promise<LedgerReport>
  /** Hour of the day, UTC, from which the nightly proof is due. */
  readonly hour: number
  readonly log: ProverLog
}

export interface LedgerProver extends Worker {
  /** Whether this process has completed a proof, whatever its result. */
  readonly hasProven: boolean
}

/** Also the time that a proof of a long history may take before the worker counts as silent. */
const EVERY_MS = 15 * 60_000
/** How soon the request of an operator is taken. */
const REST_MS = 10_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Violations named in the log line; `ledger verify` lists the rest. */
const LOGGED = 10

/**
 * Verifies the ledger once after the start, before any withdrawal is signed, and every night. Of several servers one
 * makes the nightly proof, and the one that an operator asks for. A violation pauses the signers.
 */
export function ledgerProver(
  store: Store,
  context: Context,
  { prove, hour, log }: ProverOptions,
): LedgerProver {
  let isDue = true
  let hasProven = false
  let nextCheckAt: Instant = 0

  /** A proof of the same night by another server counts; a proof from before the start does not. */
  async function claim(now: Instant): Promise<void> {
    const dueAt = lastDueAt(now, hour)
    const isFree = await store.write((tx) => tx.ledgerProofs.claim({ now, dueAt: isDue ? now : dueAt }))
    isDue ||= isFree
    nextCheckAt = dueAt + DAY_MS
  }

  return {
    name: 'ledger-prover',
    everyMs: EVERY_MS,
    restMs: () => REST_MS,
    get hasProven() {
      return hasProven
    },
    async tick(signal) {
      const now = context.clock.now()
      const isCheckDue = now >= nextCheckAt || now < nextCheckAt - DAY_MS
      const isRequested = await store.read((tx) => tx.ledgerProofs.isRequested())
      if (isDue || isCheckDue || isRequested) await claim(now)
      if (!isDue) return 0
      const report = await prove(signal)
      const tookMs = Math.max(0, context.clock.now() - now)
      const proof = await store.write((tx) => recordProof(tx, context, report, tookMs))
      isDue = false
      hasProven = true
      logProof(log, proof, report)
      return 0
    },
  }
}

const lastDueAt = (now: Instant, hour: number): Instant =>
  Math.floor((now - hour * HOUR_MS) / DAY_MS) * DAY_MS + hour * HOUR_MS

function logProof(log: ProverLog, { tookMs, violations }: LedgerProof, { checks }: LedgerReport): void {
  if (violations === 0) {
    log.info({ tookMs }, 'ledger proof passed')
    return
  }
  const found = checks.flatMap((check) => check.violations).slice(0, LOGGED)
  const messages = found.map(({ check, message }) => `${check}: ${message}`)
  log.error({ tookMs, violations, found: messages }, 'ledger proof found violations; every signer is paused')
}
