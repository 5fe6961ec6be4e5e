import type { Usdt } from './money.js'
import type { BlockRef } from './payments.js'
import type { ChainId } from './ports.js'
import type { Tx } from './tables.js'

/**
 * One look at a network: everything that happened up to block `to`; or the branch up to `to` that replaced the blocks
 * after `after`; or nothing new.
 */
export type ScanStep =
  | { kind: 'forward'; to: BlockRef; transfers: SeenTransfer[] }
  | { kind: 'rewind'; after: BlockRef; to: BlockRef; transfers: SeenTransfer[] }
  | { kind: 'idle' }

/** A movement of the token as the network tells it. `(network, txHash, logIndex)` identifies it. */
export interface SeenTransfer {
  readonly txHash: string
  readonly logIndex: number
  readonly from: string
  readonly to: string
  /** 1e-8 USDT, > 0 */
  readonly value: Usdt
  readonly block: BlockRef
  /** Screening says that this money must not be passed on. */
  readonly isFlagged: boolean
}

export interface Chain extends ChainId {
  /** Blocks on top of a transfer's own, itself included, before it counts as confirmed. */
  readonly depth: number
  /** The newest block now: where a network's cursor starts. */
  head(): Promise<BlockRef>
  next(cursor: BlockRef, signal: AbortSignal): Promise<ScanStep>
  /** The address of that index in the operator's wallet, in the network's own spelling. */
  deriveAddress(index: number): string
  /**
   * The network's own spelling of an address where somebody else can be paid: well-formed, its checksum right, not zero,
   * not the token; undefined for every other text.
   */
  readDestination(address: string): string | undefined
  /** Absent where no key signs: withdrawals wait for review then. */
  readonly sender?: Sender
}

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
  readonly nonce: number
  readonly raw: string
}

/** Why a withdrawal cannot be signed now: it waits for review, or never will be. */
export type NotNow = { readonly notNow: 'funds' | 'network_fee' } | { readonly never: 'compliance' }

/** What became of a transaction, as its network tells it. */
export type Fate =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'mined'; readonly confirmations: number }
  | { readonly kind: 'completed'; readonly confirmations: number }
  | { readonly kind: 'reverted'; readonly confirmations: number }
  | { readonly kind: 'dead'; readonly failureCode: 'broadcast_rejected' | 'expired_unbroadcast' }

/** Signs and sends from the hot wallet. Calls talk to the outside: no transaction is open meanwhile. */
export interface Sender {
  readonly wallet: string
  /** @param nonce one that the wallet has not used */
  prepare(intent: SendIntent, nonce: number, signal: AbortSignal): Promise<SignedTransaction | NotNow>
  /** Hands the bytes to a node; again and again is harmless. */
  broadcast(signed: SignedTransaction, signal: AbortSignal): Promise<'accepted' | 'unknown'>
  track(signed: SignedTransaction, signal: AbortSignal): Promise<Fate>
}

/** A chain that takes orders from the test helpers. */
export interface SandboxChain extends Chain {
  /** Sends a payment in the caller's transaction; returns the block it will land in. */
  pay(tx: Tx, payment: SandboxPayment): Promise<BlockRef>
  /** Takes a transfer off the chain: from its block on there is another branch, without it. */
  drop(tx: Tx, transfer: { txHash: string; blockNumber: number }): Promise<void>
}

export interface SandboxPayment {
  readonly to: string
  readonly value: Usdt
  readonly cursor: BlockRef
  /** From an address that screening flags. */
  readonly isFlagged: boolean
}
