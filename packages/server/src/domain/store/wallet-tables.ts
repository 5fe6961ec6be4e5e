import type { WalletIdentity } from '../chain/wallet-identity.js'
import type { ChainId } from '../shared/types.js'

export interface WalletTable {
  find(id: ChainId): Promise<WalletIdentity | undefined>
  list(): Promise<WalletIdentity[]>
  /** Stores the wallet of a network unless one is stored. */
  claim(wallet: WalletIdentity): Promise<void>
  /** Stores the hot wallet of a network unless one is stored. */
  claimHotWallet(id: ChainId, hotWallet: string): Promise<void>
  /** Replaces the stored wallet of a network. A hot wallet that it had before is remembered. */
  update(wallet: WalletIdentity): Promise<void>
  /** Whether an address signed here, made an explained transfer, or was the hot wallet until an operator replaced it. */
  wasHot(id: ChainId & { wallet: string }): Promise<boolean>
}
