import type { TreasuryTransfer } from '../chain/treasury-transfer.js'
import type { Context } from '../context.js'
import { IDEMPOTENCY_MS } from '../shared/policy.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from './withdrawal.js'

/**
 * Whether a new withdrawal may be a repetition of a call whose withdrawal was lost: the payment of that one was explained
 * while the idempotency key of the call could still be used. The explanation may name another payer than its merchant.
 */
export async function mayRepeatLostCall(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  withdrawal: Pick<Withdrawal, 'environment' | 'network' | 'destinationAddress' | 'amount'>,
): Promise<boolean> {
  const { environment, network, destinationAddress: to, amount } = withdrawal
  const since = clock.now() - IDEMPOTENCY_MS
  const lost = await tx.explanations.listWithoutWithdrawal({ environment, network, to, amount })
  return lost.some(({ explainedAt }) => explainedAt >= since)
}

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
