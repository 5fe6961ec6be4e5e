import type { SignedTransaction } from '../chain/sender.js'
import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant } from '../shared/types.js'

/** A payment, or its replacement at the same nonce (`void`), which transfers nothing. */
export type SignedKind = 'payment' | 'void'

/** A signed transaction as stored, before it is broadcast. */
export interface StoredTransaction extends SignedTransaction, ChainId {
  readonly withdrawalId: string
  readonly kind: SignedKind
  readonly createdAt: Instant
  /** When the signer was paused because of it, which happens at most once; null if it was not. */
  readonly alarmedAt: Instant | null
  /** The amount that it transferred, 1e-8 USDT, if it did not transfer its amount to its destination; otherwise null. */
  readonly moved: Usdt | null
}

/** The fields that are known when it is signed. */
export type NewTransaction = Omit<StoredTransaction, 'alarmedAt' | 'moved'>

/** A hot wallet on its network. */
export interface WalletId extends ChainId {
  readonly wallet: string
}
