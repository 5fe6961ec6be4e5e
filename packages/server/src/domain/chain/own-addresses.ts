import type { Context } from '../context.js'
import type { ChainId } from '../shared/types.js'
import type { TakenIndexes } from '../store/address-tables.js'
import type { Tx } from '../store/unit-of-work.js'
import type { Chain } from './chain.js'

/** Indexes above the highest leased one that also count as ours, since a restored database may lack the newest leases. */
const GAP = 100

/**
 * Returns the wallet's addresses that are not leased yet, starting at `from`: those of orders that are being created, and
 * those above the highest leased index. A sandbox has none of the latter, since its transfers are in the same database.
 */
export function unleasedAddresses(
  context: Pick<Context, 'sandbox'>,
  chain: Chain,
  { highest, gapless }: TakenIndexes,
  from = gapless + 1,
): { index: number; address: string }[] {
  const gap = context.sandbox(chain) ? 0 : GAP
  return Array.from({ length: Math.max(highest + gap - from + 1, 0) }, (_, at) => ({
    index: from + at,
    address: chain.deriveAddress(from + at),
  }))
}

/** Whether an address is the current hot wallet, or one from before its key was replaced. */
export const isHotWallet = async (tx: Tx, context: Context, id: ChainId, wallet: string): Promise<boolean> =>
  wallet === context.chain(id)?.sender?.wallet || (await tx.wallets.wasHot({ ...id, wallet }))
