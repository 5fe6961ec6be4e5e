import { audit, type Mandate } from './audit.js'
import type { ChainId, Context } from './ports.js'
import { Refusal } from './refusal.js'
import type { Tx } from './tables.js'

/** Nothing more is signed on that network until the operator looked at it. @param reason for a person */
export async function pauseSigner(tx: Tx, context: Context, id: ChainId, reason: string): Promise<void> {
  // What is being signed just now is committed before, or not at all.
  await tx.cursors.lock(id)
  await tx.chainConditions.set(id, { kind: 'signer_paused', reason, sinceAt: context.clock.now() })
}

/** Lets the signer go on. @returns why it was paused @throws Refusal where it is not */
export async function resumeSigner(
  tx: Tx,
  context: Context,
  id: ChainId,
  { actor, reason }: Mandate,
): Promise<string> {
  const paused = (await tx.chainConditions.list(id)).find(({ kind }) => kind === 'signer_paused')
  const subject = `${id.environment}/${id.network}`
  if (!paused) throw new Refusal(`the signer of ${subject} is not paused`)
  await tx.chainConditions.clear(id, 'signer_paused')
  await tx.signedTransactions.noteResumed(id)
  const details = { reason, paused_for: paused.reason }
  await audit(tx, context, { actor, action: 'withdrawals resume', subject, details })
  return paused.reason
}
