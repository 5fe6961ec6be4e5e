import type { Chain } from '../../domain/chain/chain.js'
import type { Context } from '../../domain/context.js'
import { usdt } from '../../domain/shared/money.js'
import { exactScale } from '../../domain/shared/token-units.js'
import type { Store } from '../../domain/store/store.js'
import { noteWalletReading } from '../../domain/withdrawals/low-wallet.js'
import type { WalletFunds } from '../../domain/withdrawals/wallet-funds.js'
import type { Worker } from '../worker.js'

const EVERY_MS = 5 * 60_000

/**
 * Reads the funds of a network's hot wallet. Nothing depends on them but the operator's view, so a reading is left out while
 * daily calls are scarce or the nodes do not answer; their faults are counted elsewhere.
 */
export function walletFundsReader(
  store: Store,
  context: Context,
  { chain, funds }: { chain: Chain; funds: WalletFunds },
): Worker {
  const { environment, network, sender } = chain
  const id = { environment, network }
  return {
    name: `wallet-funds-reader ${environment} ${network}`,
    everyMs: EVERY_MS,
    async tick(signal) {
      if (!sender?.coins || sender.canSpare?.() === false) return 0
      try {
        const cursor = await store.read((tx) => tx.cursors.find(id))
        if (!cursor) return 0
        const exact = await chain.balanceAt(sender.wallet, cursor.block, signal, true)
        const tokens = usdt(exact / exactScale(network))
        const coins = await sender.coins(signal)
        const reading = { tokens, coins, resources: (await sender.resources?.(signal)) ?? [] }
        funds.note(id, reading)
        await store.write((tx) => noteWalletReading(tx, context, { id, wallet: sender.wallet, reading }))
      } catch {
        // The last reading stays until it is too old.
      }
      return 0
    },
  }
}
