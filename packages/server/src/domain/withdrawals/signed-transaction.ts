import type { ShortageReason, SignedTransaction, SignedVersions } from '../chain/sender.js'
import type { Usdt } from '../shared/money.js'
import type { ChainId, Instant } from '../shared/types.js'
import type { DecisionReason } from './withdrawal.js'

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
  /** Why no further version of it can be signed now; null if nothing prevents it. */
  readonly waitsFor: VersionDelay | null
}

/** Why no further version of a payment can be signed now. */
export type VersionDelay = ShortageReason | DecisionReason | 'compliance' | 'rejected'

/** The fields that are known when it is signed. */
export type NewTransaction = Omit<StoredTransaction, 'alarmedAt' | 'moved' | 'waitsFor'>

/** A version of a payment in whose place another transaction is now. */
export interface SupersededPayment extends SignedTransaction {
  readonly createdAt: Instant
}

/** All transactions that were signed for a withdrawal. */
export interface StoredVersions extends SignedVersions {
  readonly payment: StoredTransaction
  readonly others: readonly SupersededPayment[]
  readonly replacement: StoredTransaction | undefined
}

/** A hot wallet on its network. */
export interface WalletId extends ChainId {
  readonly wallet: string
}
