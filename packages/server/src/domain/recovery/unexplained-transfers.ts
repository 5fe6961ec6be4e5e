import type { Context } from '../context.js'
import type { TreasuryTransfer } from '../payments/treasury-transfer.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'

/** Finds a transfer out of the hot wallet without an explanation that may be the payment of a withdrawal. */
export async function findPossiblePayment(
  tx: Tx,
  context: Pick<Context, 'chain'>,
  withdrawal: Pick<Withdrawal, 'environment' | 'network' | 'destinationAddress' | 'amount'>,
): Promise<TreasuryTransfer | undefined> {
  const { environment, network, destinationAddress, amount: value } = withdrawal
  const id = { environment, network }
  const to = context.chain(id)?.parseDestination(destinationAddress) ?? destinationAddress
  return tx.treasuryTransfers.findUnexplained({ ...id, to, value })
}
