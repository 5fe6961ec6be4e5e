import type { Context } from '../context.js'
import type { Tx } from '../store/unit-of-work.js'
import type { NewTransaction } from './signed-transaction.js'
import type { Withdrawal } from './withdrawal.js'
import { tryApply } from './withdrawals.js'

/**
 * Stores a further signed version of a payment, which becomes the one that is broadcast. Earlier versions may still pay the
 * withdrawal. The row must be locked.
 *
 * @returns undefined, with nothing written, if no version may be signed any more
 */
export async function addVersion(
  tx: Tx,
  context: Context,
  withdrawal: Withdrawal,
  version: NewTransaction,
): Promise<Withdrawal | undefined> {
  if (withdrawal.voidRequestedAt !== null) return undefined
  const { txHash } = version
  const changed = await tryApply(tx, context, withdrawal, { kind: 'version_changed', txHash })
  if (!changed) return undefined
  await tx.signedTransactions.supersede(withdrawal.id)
  await tx.signedTransactions.insert(version)
  return changed
}

/**
 * Makes a superseded version the payment of its withdrawal, because it is final. The row must be locked.
 *
 * @param txHash undefined where the payment itself is final
 */
export async function promote(
  tx: Tx,
  context: Context,
  withdrawal: Withdrawal,
  txHash: string | undefined,
): Promise<Withdrawal> {
  if (txHash === undefined || txHash === withdrawal.txHash) return withdrawal
  const changed = await tryApply(tx, context, withdrawal, { kind: 'version_changed', txHash })
  if (!changed) return withdrawal
  await tx.signedTransactions.supersede(withdrawal.id)
  await tx.signedTransactions.reinstate(txHash)
  return changed
}
