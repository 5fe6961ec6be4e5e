import type { ScanState } from '../chain/scan-step.js'
import type { Usdt } from '../shared/money.js'
import type { BlockRef, Instant } from '../shared/types.js'
import type { ShortageReason } from './withdrawal.js'

/** What a withdrawal asks of a network. */
export interface SendIntent {
  readonly withdrawalId: string
  /** As the merchant spelled it. */
  readonly to: string
  /** 1e-8 USDT, a multiple of 1e-6 */
  readonly amount: Usdt
}

/** A transaction that is signed and not yet known to anybody: these bytes are the only ones ever sent for it. */
export interface SignedTransaction {
  readonly txHash: string
  readonly wallet: string
  /** What only one transaction of the wallet can have: its count on ERC20, its time in ms on TRC20. */
  readonly nonce: number
  readonly raw: string
  /** From when on no block of the network takes it; null where one always may. */
  readonly expiresAt: Instant | null
}

/** A wallet as the books know it when it signs next. */
export interface WalletState {
  /** One above every nonce that it signed with here; undefined where it never did. */
  readonly nonce: number | undefined
  /** The operator knows that others signed for it too, with nonces after that one. */
  readonly isForeignUseAccepted: boolean
  /** Its payments that no booked block has. */
  readonly pending: readonly (SignedTransaction & { readonly amount: Usdt })[]
  readonly state: ScanState
}

export interface NotNow {
  readonly notNow: ShortageReason
}

/** A node, or the wallet, is not where the books are just now. Nothing can be held against them before the next look. */
export class OutOfStep extends Error {
  override readonly name = 'OutOfStep'
}

/** What a sender says instead of signing. */
export type Unsigned =
  | NotNow
  /** It must not be paid, or its destination turned out to be ours. */
  | { readonly never: 'compliance' | 'rejected' }
  /** Somebody else signs for the wallet too. */
  | { readonly foreign: string }

/** What a node says of a transaction that it was handed. Only the first two say that the network has it. */
export type BroadcastResult =
  | { readonly kind: 'accepted' | 'known' }
  | { readonly kind: 'later' | 'refused'; readonly why: string }

/** The transactions of one withdrawal: whichever of them is final decides. */
export interface SignedPair {
  readonly payment: SignedTransaction
  /** Takes its place and pays nobody. */
  readonly replacement: SignedTransaction | undefined
}

/** What became of a payment, as its network tells it. Confirmations are counted on booked blocks. */
export type Fate =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'mined' | 'completed' | 'reverted'; readonly confirmations: number }
  /** It can never be in a block. `isForeign`: for a transaction in its place that we did not sign. */
  | {
      readonly kind: 'dead'
      readonly failureCode: 'broadcast_rejected' | 'expired_unbroadcast'
      readonly isForeign: boolean
    }
  /** A transaction that we did not sign is in its place, not yet for good. */
  | { readonly kind: 'displaced'; readonly why: string }
  /** It succeeded, and what it `moved`, null for more than there can be, is not its amount to its destination. */
  | {
      readonly kind: 'contradicted'
      readonly confirmations: number
      readonly moved: Usdt | null
      readonly why: string
    }

/** Signs and sends from the hot wallet. Calls talk to the outside: no transaction is open meanwhile. */
export interface Sender {
  readonly wallet: string
  /** The newest block that a node serves, however final it is: its own word. */
  head(signal: AbortSignal): Promise<Pick<BlockRef, 'number' | 'timeAt'>>
  /** Whether the node that serves has calls of its day that neither blocks nor the ends of orders need; always where absent. */
  canSpare?(): boolean
  /** @throws OutOfStep where the node does not have the blocks that are booked */
  prepare(intent: SendIntent, slot: WalletState, signal: AbortSignal): Promise<SignedTransaction | Unsigned>
  /** Signs what takes a payment's place and pays nobody. Absent where payments expire. */
  prepareReplacement?(
    payment: SignedTransaction,
    state: ScanState,
    signal: AbortSignal,
  ): Promise<SignedTransaction | NotNow>
  /** Hands the bytes to one node, or to all; again and again is harmless. */
  broadcast(signed: SignedTransaction, to: 'one' | 'all', signal: AbortSignal): Promise<BroadcastResult>
  track(signed: SignedPair, state: ScanState, signal: AbortSignal): Promise<Fate>
}
