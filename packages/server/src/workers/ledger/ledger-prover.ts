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
  /** Reads one snapshot of the ledger; rejects when `signal` aborts. */
  readonly prove: (signal: AbortSignal) => Promise<LedgerReport>
  /** Hour of the day, UTC, from which on the nightly proof is due. */
  readonly hour: number
  readonly log: ProverLog
}

export interface LedgerProver extends Worker {
  /** Whether this process has proven the ledger since it began, whatever the proof found. */
  readonly hasProven: boolean
}

/** So long a proof of a long history may take before the worker counts as silent. */
const EVERY_MS = 15 * 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Violations that a log line names; `ledger verify` lists the rest. */
const LOGGED = 10

/**
 * Proves the ledger once after the start, before anything is signed, and every night; at night one server of several
 * does it. A violation pauses the signers.
 */
export function ledgerProver(
  store: Store,
  context: Context,
  { prove, hour, log }: ProverOptions,
): LedgerProver {
  let isOwed = true
  let hasProven = false
  let lookAt: Instant = 0

  /** Another proof of the same night counts, one from before the start does not. */
  async function claim(now: Instant): Promise<void> {
    const dueAt = lastDueAt(now, hour)
    const isFree = await store.write((tx) => tx.ledgerProofs.claim({ now, dueAt: isOwed ? now : dueAt }))
    isOwed ||= isFree
    lookAt = dueAt + DAY_MS
  }

  return {
    name: 'ledger-prover',
    everyMs: EVERY_MS,
    get hasProven() {
      return hasProven
    },
    async tick(signal) {
      const now = context.clock.now()
      const isTimeToLook = now >= lookAt || now < lookAt - DAY_MS
      if (isOwed || isTimeToLook) await claim(now)
      if (!isOwed) return 0
      const report = await prove(signal)
      const tookMs = Math.max(0, context.clock.now() - now)
      const proof = await store.write((tx) => recordProof(tx, context, report, tookMs))
      isOwed = false
      hasProven = true
      tell(log, proof, report)
      return 0
    },
  }
}

const lastDueAt = (now: Instant, hour: number): Instant =>
  Math.floor((now - hour * HOUR_MS) / DAY_MS) * DAY_MS + hour * HOUR_MS

function tell(log: ProverLog, { tookMs, violations }: LedgerProof, { checks }: LedgerReport): void {
  if (violations === 0) {
    log.info({ tookMs }, 'the ledger is proven')
    return
  }
  const found = checks.flatMap((check) => check.violations).slice(0, LOGGED)
  const messages = found.map(({ check, message }) => `${check}: ${message}`)
  log.error({ tookMs, violations, found: messages }, 'the ledger is violated; every signer is paused')
}
