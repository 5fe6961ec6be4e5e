import type { Context } from '../context.js'
import type { ChainId } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'

/** Whether an address is the current hot wallet, or one from before its key was replaced. */
export const isHotWallet = async (tx: Tx, context: Context, id: ChainId, wallet: string): Promise<boolean> =>
  wallet === context.chain(id)?.sender?.wallet || (await tx.wallets.wasHot({ ...id, wallet }))
