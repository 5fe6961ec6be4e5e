import { LEDGER_VIOLATED, pauseSigner } from '../chain/signer.js'
import type { Context } from '../context.js'
import { ALL_CHAINS } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { LedgerProof } from './ledger-proof.js'
import type { LedgerReport } from './ledger-verify.js'
import { LEDGER_SUBJECT } from './proof-finding.js'

/**
 * Records the result of a proof. A violation pauses the signers of all networks in both environments, because a wrong row
 * can make any withdrawal appear covered. This includes networks that are not followed yet, which might sign before the next
 * proof.
 */
export async function recordProof(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  { checks }: LedgerReport,
  tookMs: number,
): Promise<LedgerProof> {
  const found = checks.flatMap((check) => check.violations)
  const proof = { provenAt: context.clock.now(), tookMs, violations: found.length }
  await tx.ledgerProofs.record(proof)
  await tx.proofFindings.replace(LEDGER_SUBJECT, found)
  if (found.length > 0) for (const id of ALL_CHAINS) await pauseSigner(tx, context, id, LEDGER_VIOLATED)
  return proof
}
