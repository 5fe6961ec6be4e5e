import type { Chain } from '../chain/chain.js'
import type { Usdt } from '../shared/money.js'
import type { BlockRef } from '../shared/types.js'
import type { Tx } from '../store/unit-of-work.js'

/** A chain that takes orders from the test helpers. */
export interface SandboxChain extends Chain {
  head(signal?: AbortSignal): Promise<BlockRef>
  /** Sends a payment in the caller's transaction; returns the block it will land in. */
  pay(tx: Tx, payment: SandboxPayment): Promise<BlockRef>
  /** Takes a transfer off the chain: a branch replaces its block, without it, and leaves the blocks above as they are. */
  drop(tx: Tx, transfer: { txHash: string; blockNumber: number }): Promise<void>
}

export interface SandboxPayment {
  readonly to: string
  readonly value: Usdt
  readonly cursor: BlockRef
  /** From an address that the token's list has. */
  readonly isFlagged: boolean
}
