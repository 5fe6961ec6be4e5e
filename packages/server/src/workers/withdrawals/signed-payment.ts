import type { SendIntent, SignedTransaction, WalletState } from '../../domain/chain/sender.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { NewTransaction } from '../../domain/withdrawals/signed-transaction.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import type { WalletRun } from './withdrawal-run.js'

/** Returns what the payment of a withdrawal transfers. */
export const intentOf = ({ id, orderId, destinationAddress: to, amount }: Withdrawal): SendIntent => ({
  purpose: orderId === null ? 'withdrawal' : 'refund',
  withdrawalId: id,
  to,
  amount,
})

/** Returns a signed version of a payment as it is stored. */
export const newPayment = (
  { context, id }: WalletRun,
  withdrawalId: string,
  signed: SignedTransaction,
): NewTransaction => ({
  ...{ ...signed, ...id, withdrawalId },
  ...{ kind: 'payment', createdAt: context.clock.now() },
})

/** Records what follows from a signature. The transaction stores it, too. */
export async function noteSigned(
  tx: Tx,
  { id }: WalletRun,
  { txHash, expiresAt }: SignedTransaction,
  { state }: WalletState,
): Promise<void> {
  if (expiresAt !== null) await tx.paymentSightings.insert({ txHash, afterBlock: state.cursor.number })
  await tx.signedTransactions.forgetResumed(id)
  // Where the database is set back to before this signature, the revision shows it.
  await tx.cursors.touch(id)
}
