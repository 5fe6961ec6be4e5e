/** A payment, or what takes its place and pays nobody. */

import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant } from '../shared/types.js'
import type { SignedTransaction } from './sender.js'

export type SignedKind = 'payment' | 'void'

/** What was signed for a withdrawal, as it was stored before anybody outside heard of it. */
export interface StoredTransaction extends SignedTransaction, ChainId {
  readonly withdrawalId: string
  readonly kind: SignedKind
  readonly createdAt: Instant
  /** When the signer was paused for its sake; it is paused once for each. */
  readonly alarmedAt: Instant | null
  /** What it moved out of the wallet, 1e-8 USDT, while that is known not to be its amount to its destination. */
  readonly moved: Usdt | null
}

/** What is known once it is signed. */
export type NewTransaction = Omit<StoredTransaction, 'alarmedAt' | 'moved'>

/** A hot wallet on its network. */
export interface WalletId extends ChainId {
  readonly wallet: string
}
