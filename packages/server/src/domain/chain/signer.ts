import type { Context } from '../context.js'
import { audit } from '../shared/audit.js'
import type { Mandate } from '../shared/audit-entry.js'
import { OperatorError } from '../shared/operator-error.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'

/** Reason of a pause after a proof of the ledger that found a violation. */
export const LEDGER_VIOLATED = 'ledger verify found a violation'

/** Pauses the signer of a network until the operator resumes it. @param reason for the operator */
export async function pauseSigner(
  tx: Tx,
  context: Pick<Context, 'clock'>,
  id: ChainId,
  reason: string,
): Promise<void> {
  // A signature in progress is committed before the pause, or not at all.
  await tx.cursors.lock(id)
  const known = await findPause(tx, id)
  const pause = { kind: 'signer_paused', sinceAt: context.clock.now() } as const
  await tx.chainConditions.set(id, { ...pause, reason: joinReasons(known?.reason, reason) })
}

/**
 * Resumes the signer of a network.
 *
 * @returns why it was paused
 * @throws OperatorError if it is not paused, or the database is recovering
 */
export async function resumeSigner(
  tx: Tx,
  context: Context,
  id: ChainId,
  { actor, reason }: Mandate,
): Promise<string> {
  if (await tx.recoveries.findOpen())
    throw new OperatorError(
      'the database is recovering: run `restore status`, and `restore finish` at the end',
    )
  const paused = await findPause(tx, id)
  const subject = `${id.environment}/${id.network}`
  if (!paused) throw new OperatorError(`the signer of ${subject} is not paused`)
  await tx.chainConditions.clear(id, 'signer_paused')
  // Resuming accepts nonces that others used, but a ledger violation does not concern the wallet.
  if (paused.reason !== LEDGER_VIOLATED) await tx.signedTransactions.noteResumed(id)
  const details = { reason, paused_for: paused.reason }
  await audit(tx, context, { actor, action: 'signer resume', subject, details })
  return paused.reason
}

const findPause = async (tx: Tx, id: ChainId) =>
  (await tx.chainConditions.list(id)).find(({ kind }) => kind === 'signer_paused')

/** Keeps the newest reason of other kinds besides a ledger violation, because the operator must see both. */
function joinReasons(known: string | undefined, reason: string): string {
  if (known === undefined || known === reason) return reason
  const violated = `; ${LEDGER_VIOLATED}`
  if (reason === LEDGER_VIOLATED) return known.endsWith(violated) ? known : `${known}${violated}`
  return known.endsWith(LEDGER_VIOLATED) ? `${reason}${violated}` : reason
}
