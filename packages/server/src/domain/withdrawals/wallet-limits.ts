import type { Context } from '../context.js'
import { DAY_MS } from '../shared/policy.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from './withdrawal.js'

/**
 * Whether a payment would take its hot wallet above the limit of what it signs in a day (UTC), for all merchants together. A payment
 * counts from its signature on, also where it failed, without the fee, which does not leave the wallet. Of several versions of
 * a payment only one can be in a block, so they count once.
 */
export async function exceedsWalletLimit(
  tx: Tx,
  { policy, clock }: Pick<Context, 'policy' | 'clock'>,
  id: ChainId,
  { id: withdrawalId, amount }: Withdrawal,
): Promise<boolean> {
  const { dailyLimit } = policy.wallets[id.environment][id.network]
  if (dailyLimit === undefined) return false
  const startOfDay = Math.floor(clock.now() / DAY_MS) * DAY_MS
  return (await tx.signedTransactions.sumOthersSince(id, startOfDay, withdrawalId)) + amount > dailyLimit
}
