import type { Usdt } from '../shared/money.js'
import type { BlockRef, Instant } from '../shared/types.js'
import type { ScanState } from './scan-step.js'

/** The payment of a withdrawal. */
export interface SendIntent {
  readonly purpose: 'withdrawal' | 'refund'
  readonly withdrawalId: string
  /** As sent by the merchant. */
  readonly to: string
  /** 1e-8 USDT, a multiple of 1e-6 */
  readonly amount: Usdt
}

/** A signed transaction. */
export interface SignedTransaction {
  readonly txHash: string
  readonly wallet: string
  /** Unique among the transactions of the wallet: the account nonce on ERC20, a time in ms on TRC20. */
  readonly nonce: number
  readonly raw: string
  /** When the network stops accepting it; null if it never expires. */
  readonly expiresAt: Instant | null
  /** The most that it may cost, whole coins as decimal text. Absent where that is unknown. */
  readonly maxCost?: string
}

/** The recorded state of a wallet before it signs. */
export interface WalletState {
  /** One more than the highest nonce that it signed with here; undefined if it never signed. */
  readonly nonce: number | undefined
  /** Whether the operator accepted that others signed with later nonces. */
  readonly isForeignUseAccepted: boolean
  /** Payments that are in no recorded block. */
  readonly pending: readonly (SignedTransaction & { readonly amount: Usdt })[]
  readonly state: ScanState
}

/** Why a withdrawal cannot be signed now. It is tried again automatically. */
export type ShortageReason =
  | 'funds'
  | 'network_fee'
  | 'token_paused'
  | 'token_deprecated'
  /** The token takes a fee, so less than the amount would arrive. */
  | 'token_fee'
  /** The token would reject the transfer for another reason. */
  | 'would_revert'
  /** Screening of the destination got no answer. */
  | 'screening'
  /** The restored database is being compared with the networks. */
  | 'recovering'
  /** The remote signer gave no usable signature. */
  | 'signer_unavailable'
  /** The hot wallet has signed as much as it may in a day. */
  | 'wallet_limit'
  /** An operator has stopped payouts of the network or the merchant. */
  | 'payouts_stopped'

/** The withdrawal cannot be signed now and is tried again. */
export interface NotNow {
  readonly notNow: ShortageReason
}

/** A node or the wallet is behind the recorded blocks. Nothing is concluded from that; the call is retried later. */
export class OutOfStep extends Error {
  override readonly name = 'OutOfStep'
}

/** The remote signer of a hot wallet gave no usable signature. Nothing was signed that anyone has; it is asked again. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable'
}

/** Why a sender did not sign. */
export type Unsigned =
  | NotNow
  /** Screening flagged the destination, or the destination is ours. */
  | { readonly never: 'compliance' | 'rejected' }
  /** Another signer uses the wallet. */
  | { readonly foreign: string }

/** The answer of a node to a broadcast. Only `accepted` and `known` mean that the network has the transaction. */
export type BroadcastResult =
  | { readonly kind: 'accepted' | 'known' }
  | { readonly kind: 'later' | 'refused'; readonly why: string }

/** The transactions of one withdrawal. The one that becomes final decides its outcome. */
export interface SignedVersions {
  readonly withdrawalId: string
  /** The newest version of the payment, or the one that is final. */
  readonly payment: SignedTransaction
  /** The other versions, oldest first. */
  readonly others: readonly SignedTransaction[]
  /** A transaction with the same nonce that transfers nothing. */
  readonly replacement: SignedTransaction | undefined
}

/** The state of a payment on its network. Confirmations are counted in recorded blocks. */
export type Fate =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'mined' | 'completed' | 'reverted'
      readonly confirmations: number
      /** Hash of the version that is in a block, where it is not `payment`. */
      readonly version?: string
    }
  /** It can never be in a block. `isForeign`: because a transaction that was not signed here has its nonce. */
  | {
      readonly kind: 'dead'
      readonly failureCode: 'broadcast_rejected' | 'expired_unbroadcast'
      readonly isForeign: boolean
      /** Whether nodes of two providers agree that no block has it. */
      readonly isAgreed?: boolean
    }
  /** A transaction that was not signed here has its nonce, but is not final yet. */
  | { readonly kind: 'displaced'; readonly why: string }
  /** It succeeded but did not transfer its amount to its destination. `moved` is null if it is out of range. */
  | {
      readonly kind: 'contradicted'
      readonly confirmations: number
      readonly moved: Usdt | null
      readonly why: string
      readonly version?: string
    }

/** A resource of the network that a payment uses, such as energy, and what pays for it. */
export interface PaymentCost {
  readonly name: string
  readonly needed: number
  /** The part that the wallet has staked or rented, and does not burn coins for. */
  readonly staked: number
  /** Coins that are burned for the rest, for display. */
  readonly coins: number
}

/** The costs of a payment now, or why it would not be signed. */
export type PaymentQuote =
  | NotNow
  | {
      readonly costs: readonly PaymentCost[]
      /** Coins that the wallet must have for the payment: it may burn that many, for display. */
      readonly requiredCoins: number
    }

/** The amount that a wallet has left of a resource that payments use before coins. */
export interface ResourceLeft {
  readonly name: string
  readonly left: number
}

/** A transaction in a block, with the wallet that sent it. */
export interface SentTransaction {
  readonly wallet: string
  readonly nonce: number
  readonly blockNumber: number
}

/** Signs and broadcasts transactions of the hot wallet. Methods call nodes and must not run in a transaction. */
export interface Sender {
  readonly wallet: string
  /** Returns the newest block of the node, final or not, without a cross-check. */
  head(signal: AbortSignal): Promise<Pick<BlockRef, 'number' | 'timeAt'>>
  /** Whether the node has daily calls to spare beyond those for blocks and expiring orders. If absent, it always has. */
  canSpare?(): boolean
  /** Returns the coins of the wallet, whole ETH or TRX, for display. Absent if payments cost none. */
  coins?(signal: AbortSignal): Promise<number>
  /** Returns what the wallet has left besides coins. Absent where coins alone pay. */
  resources?(signal: AbortSignal): Promise<readonly ResourceLeft[]>
  /** Returns what pays for a payment, without other payments that are in no block. Absent where coins alone pay. */
  quote?(intent: Pick<SendIntent, 'to' | 'amount'>, signal: AbortSignal): Promise<PaymentQuote>
  /** Signs a payment. @throws OutOfStep if the node does not have the recorded blocks */
  prepare(intent: SendIntent, slot: WalletState, signal: AbortSignal): Promise<SignedTransaction | Unsigned>
  /**
   * Signs a further version of a payment that the network passes over: the same transfer, of which one version at most can
   * ever be in a block. Absent where there is none.
   *
   * @returns undefined while the payment needs none
   */
  prepareVersion?(
    intent: SendIntent,
    versions: SignedVersions,
    slot: WalletState,
    signal: AbortSignal,
  ): Promise<SignedTransaction | NotNow | undefined>
  /**
   * Signs a replacement of a payment, with the same nonce and without a transfer, which outbids all versions. Absent if
   * payments expire.
   */
  prepareReplacement?(
    versions: SignedVersions,
    state: ScanState,
    signal: AbortSignal,
  ): Promise<SignedTransaction | NotNow>
  /** Broadcasts a transaction to one node or to all. Repeated calls have no further effect. */
  broadcast(signed: SignedTransaction, to: 'one' | 'all', signal: AbortSignal): Promise<BroadcastResult>
  /**
   * Counts all transactions of the wallet, those included that are in no block yet. Absent where transactions are not
   * numbered.
   */
  countTransactions?(signal: AbortSignal): Promise<number>
  /** Finds a transaction that is in a block, of any sender. Absent where transactions are not numbered. */
  findTransaction?(txHash: string, signal: AbortSignal): Promise<SentTransaction | undefined>
  /** Returns the state of a withdrawal's payment on the network. */
  track(signed: SignedVersions, state: ScanState, signal: AbortSignal): Promise<Fate>
}
