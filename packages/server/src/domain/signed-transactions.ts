import type { Usdt } from './money.js'
import type { ChainId, Instant } from './ports.js'
import type { SignedTransaction } from './senders.js'

/** A payment, or what takes its place and pays nobody. */
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

export interface SignedTransactionTable {
  /** One of each kind for a withdrawal, and one of each kind with a nonce of a wallet. */
  insert(signed: NewTransaction): Promise<void>
  /** Its payment first. */
  listByWithdrawal(withdrawalId: string): Promise<StoredTransaction[]>
  /** Whether that transaction of a network is one that we signed. */
  isKnown(id: ChainId & { txHash: string }): Promise<boolean>
  /** One above every nonce that the wallet signed with here; undefined where it never did. */
  nextNonce(id: WalletId): Promise<number | undefined>
  /** The operator let the signer of that network go on: what others used of its nonces is accepted. */
  noteResumed(id: ChainId): Promise<void>
  /** Whether it was, and has not signed since. */
  isResumed(id: ChainId): Promise<boolean>
  forgetResumed(id: ChainId): Promise<void>
  noteAlarm(txHash: string, at: Instant): Promise<void>
  noteMoved(txHash: string, moved: Usdt | null): Promise<void>
}
