import type { Context } from '../context.js'
import type { TreasuryTransfer } from '../payments/treasury-transfer.js'
import { IDEMPOTENCY_MS } from '../shared/policy.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from '../withdrawals/withdrawal.js'

/**
 * Whether a new withdrawal may be a repetition of a call whose withdrawal was lost: its payment was explained as the
 * merchant's while the idempotency key of that call could still be used.
 */
export async function mayRepeatLostCall(
  tx: Tx,
  context: Pick<Context, 'chain' | 'clock'>,
  withdrawal: Pick<Withdrawal, 'environment' | 'network' | 'merchantId' | 'destinationAddress' | 'amount'>,
): Promise<boolean> {
  const { environment, network, merchantId, destinationAddress, amount } = withdrawal
  const id = { environment, network }
  const to = context.chain(id)?.parseDestination(destinationAddress) ?? destinationAddress
  const since = context.clock.now() - IDEMPOTENCY_MS
  return tx.explanations.isMerchants({ ...id, merchantId, to, amount, since })
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
