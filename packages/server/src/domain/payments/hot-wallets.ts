import type { Context } from '../context.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'
import type { SeenTransfer } from './transfer.js'

/** Returns the transfers to addresses of orders: all except those to a hot wallet. */
export async function paymentsOf(
  tx: Tx,
  context: Context,
  id: ChainId,
  transfers: readonly SeenTransfer[],
): Promise<SeenTransfer[]> {
  const payments: SeenTransfer[] = []
  for (const transfer of transfers)
    if (!(await isHotWallet(tx, context, id, transfer.to))) payments.push(transfer)
  return payments
}

/** Whether an address is the current hot wallet, or one from before its key was replaced. */
export const isHotWallet = async (tx: Tx, context: Context, id: ChainId, wallet: string): Promise<boolean> =>
  wallet === context.chain(id)?.sender?.wallet || (await tx.wallets.wasHot({ ...id, wallet }))
