import type { Context } from '../context.js'
import { DAY_MS } from '../shared/policy.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Withdrawal } from './withdrawal.js'

/**
 * Whether a payment would take its hot wallet above the limit of what it signs in a day (UTC), for all merchants together. What
 * was signed counts, also where it failed: a thief who signs has no reason to succeed.
 * Only the amount leaves the wallet, and of several versions of its payment only one can be in a block.
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
