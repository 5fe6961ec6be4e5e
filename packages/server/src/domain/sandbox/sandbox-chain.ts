import type { Chain } from '../chain/chain.js'
import type { Usdt } from '../shared/money.js'
import type { BlockRef } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'

/** A chain whose transfers are simulated. */
export interface SandboxChain extends Chain {
  head(signal?: AbortSignal): Promise<BlockRef>
  /** Stores a payment in the caller's transaction. @returns the block that will contain it */
  pay(tx: Tx, payment: SandboxPayment): Promise<BlockRef>
  /** Removes a transfer: a branch replaces its block without the transfer, and the blocks above stay unchanged. */
  drop(tx: Tx, transfer: { txHash: string; blockNumber: number }): Promise<void>
}

export interface SandboxPayment {
  readonly to: string
  readonly value: Usdt
  readonly cursor: BlockRef
  /** Whether it comes from an address on the token's blacklist. */
  readonly isFlagged: boolean
}
