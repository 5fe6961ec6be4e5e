import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { EndedProof, ProofRequest } from './chain-proof.js'
import type { CustodyReading } from './custody.js'
import { chainSubject } from './proof-finding.js'

/** Characters kept of the reason why balances could not be read, which may quote a node. */
const MOST_FAULT = 500

/**
 * Asks for a proof of the ledger and of the custody of each network. Workers follow the request, also after the server that
 * took it has died.
 *
 * @throws OperatorError while an earlier request has not ended
 */
export async function requestProofs(
  tx: Tx,
  context: Pick<Context, 'clock' | 'ids'>,
  networks: readonly ChainId[],
  { actor, reason }: Mandate,
): Promise<void> {
  const request: ProofRequest = { requestedAt: context.clock.now(), requestedBy: actor }
  for (const id of networks)
    if (!(await tx.chainProofs.request(id, request)))
      throw new OperatorError('a verification against the chains is under way')
  await tx.ledgerProofs.request()
  await audit(tx, context, { actor, action: 'ledger verify', subject: 'chains', details: { reason } })
}

/** How a proof ended: with a reading, or with the reason why there is none. */
export type ProofOutcome = Pick<EndedProof, 'endedAt' | 'tookMs'> &
  ({ readonly reading: CustodyReading } | { readonly fault: Error })

/**
 * Records the end of a proof. It pauses no signer: tokens that a wallet held before it was watched are a difference as well.
 *
 * @param request that the proof answers; the end is dropped if another server has recorded one
 */
export async function recordChainProof(
  tx: Tx,
  id: ChainId,
  outcome: ProofOutcome & Pick<EndedProof, 'endedBy'>,
  request?: ProofRequest,
): Promise<void> {
  if (request && !(await tx.chainProofs.endRequest(id, request))) return
  const { endedAt, endedBy, tookMs } = outcome
  const fault = 'fault' in outcome ? outcome.fault.message.slice(0, MOST_FAULT) : null
  await tx.chainProofs.recordEnd(id, { endedAt, endedBy, tookMs, fault })
  if ('fault' in outcome) return
  const { figures, checks } = outcome.reading
  const violations = checks.flatMap((check) => check.violations)
  await tx.chainProofs.recordResult(id, { ...figures, provenAt: endedAt, violations: violations.length })
  await tx.proofFindings.replace(chainSubject(id), violations)
}
