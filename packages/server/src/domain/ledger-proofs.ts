import type { LedgerReport } from './ledger-verify.js'
import { ALL_CHAINS, type Context, type Instant } from './ports.js'
import { LEDGER_VIOLATED, pauseSigner } from './signer.js'
import type { Tx } from './tables.js'

/** Result of a proof of the ledger. */
export interface LedgerProof {
  readonly provenAt: Instant
  readonly tookMs: number
  /** Rows that contradict another one, as far as they were listed. */
  readonly violations: number
}

export interface LedgerProofTable {
  /** Undefined before the first proof has ended. */
  find(): Promise<LedgerProof | undefined>
  /** Marks a proof as begun. @returns false where one was begun at or after `dueAt` */
  claim(times: { now: Instant; dueAt: Instant }): Promise<boolean>
  record(proof: LedgerProof): Promise<void>
}

/**
 * Records the result of a proof. A violation pauses the signers of all networks in both environments: a row that is wrong
 * can make any withdrawal look covered. Networks that are not followed yet are among them, since their first signature
 * would come before the next proof.
 */
export async function recordProof(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  { checks }: LedgerReport,
  tookMs: number,
): Promise<LedgerProof> {
  const violations = checks.reduce((sum, check) => sum + check.violations.length, 0)
  const proof = { provenAt: context.clock.now(), tookMs, violations }
  await tx.ledgerProofs.record(proof)
  if (violations > 0) for (const id of ALL_CHAINS) await pauseSigner(tx, context, id, LEDGER_VIOLATED)
  return proof
}
