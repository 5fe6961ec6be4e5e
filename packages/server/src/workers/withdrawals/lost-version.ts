import type { SignedTransaction } from '../../domain/chain/sender.js'
import type { TreasuryTransfer } from '../../domain/chain/treasury-transfer.js'
import type { Tx } from '../../domain/store/unit-of-work.js'
import type { Withdrawal } from '../../domain/withdrawals/withdrawal.js'
import type { WalletRun } from './withdrawal-run.js'

/**
 * Finds the version of a payment that was signed and is in a block, but that the database has lost: a recorded transfer of
 * the wallet with the payment's destination, amount and nonce. No other transaction of the wallet can have that nonce.
 *
 * @throws Error while the nodes do not agree
 */
export async function findLostVersion(
  run: WalletRun,
  withdrawal: Withdrawal,
  payment: SignedTransaction,
): Promise<TreasuryTransfer | undefined> {
  const { store, sender, signal } = run
  if (!sender.findTransaction) return undefined
  for (const transfer of await store.read((tx) => listLike(tx, run, withdrawal, payment))) {
    const sent = await sender.findTransaction(transfer.txHash, signal)
    if (sent?.wallet === payment.wallet && sent.nonce === payment.nonce) return transfer
  }
  return undefined
}

/** Lists the recorded transfers of the payment's wallet with its destination and amount. */
async function listLike(
  tx: Tx,
  { context, id }: WalletRun,
  { destinationAddress, amount }: Withdrawal,
  { wallet }: SignedTransaction,
): Promise<TreasuryTransfer[]> {
  const to = context.chain(id)?.parseDestination(destinationAddress) ?? destinationAddress
  const transfers = await tx.treasuryTransfers.listByAddress(id, to)
  return transfers.filter(
    ({ kind, from, value, orphanedAt }) =>
      kind === 'outgoing' && from === wallet && value === amount && orphanedAt === null,
  )
}
